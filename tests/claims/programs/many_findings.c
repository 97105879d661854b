// 300 executions that fail in 300 ways are 300 findings.
// HUNT: --all --bound=0 --detectors=none
// COMPLETE: yes
// FINDINGS: 300
// LEDGER: one-thread
#include <heddle/heddle.h>

int main(void) { heddle_fail("many_findings.c", (int)heddle_choose(300) + 1, "one of many"); }
