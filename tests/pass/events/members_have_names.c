// EVENTS: write account.total 8
// EVENTS: write account.inner.flags 2
// EVENTS: read current 8
// EVENTS: read current->total 8
// EVENTS: read current 8
// EVENTS: write current->history[] 4
// EVENTS: write node->next 8
// EVENTS: read node->next 8
// EVENTS: read node->next->key 4
// EVENTS: read p 8
// EVENTS: read *p 4
struct account {
  int id;
  long total;
  struct {
    int unused;
    short flags;
  } inner;
  int history[4];
} account;
struct account* current = &account;
struct node {
  struct node* next;
  int key;
} first;
int target;
int* p = &target;
__attribute__((noinline)) static int walk(struct node* node, int i) {
  current->history[i] = 1;
  node->next = node;
  return node->next->key;
}
int main(void) {
  account.total = 1;
  account.inner.flags = 2;
  long total = current->total;
  int key = walk(&first, 2);
  return *p + key + (int)total - 1;
}
