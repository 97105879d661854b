// Each body has a subprogram of its own, the dispatcher none, and the verifier is content at all levels.
// RUN: %clangxx -std=c++20 -O0 -g -S -emit-llvm %s -o %t.ll && %opt %t.ll -o /dev/null && %check < %t.ll
// RUN: for level in 1 2 3 s z; do %clangxx -std=c++20 -O$level -g -S -emit-llvm %s -o %t.ll && %opt %t.ll -o /dev/null || exit 1; done
// RUN: %clangxx -std=c++20 -O2 -g1 -S -emit-llvm %s -o %t.ll && %opt %t.ll -o /dev/null
// CHECK: define dso_local noundef i32 @_Z3sumi(i32 noundef %0) #{{[0-9]+}} prefix i64 {{[0-9]+}} {
// CHECK: define internal noundef i32 @_Z3sumi.heddle.checked({{.*}} !dbg ![[CHECKED:[0-9]+]] {
// CHECK: define internal noundef i32 @_Z3sumi.heddle.clean({{.*}} !dbg ![[CLEAN:[0-9]+]] {
// CHECK-DAG: ![[CHECKED]] = distinct !DISubprogram(name: "sum", linkageName: "_Z3sumi"
// CHECK-DAG: ![[CLEAN]] = distinct !DISubprogram(name: "sum", linkageName: "_Z3sumi"
int values[8];
int sum(int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) {
    if (int value = values[i]; value > 0) {
      auto add = [&](int more) { total += more; };
      add(value);
    }
  }
again:
  if (total > 100) {
    total -= 7;
    goto again;
  }
  return total;
}
