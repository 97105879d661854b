// 600 executions that fail in 600 ways are 600 findings.
// HUNT: --all --bound=0 --detectors=none
// COMPLETE: yes
// FINDINGS: 600
// LEDGER: one-thread
#include <heddle/heddle.h>

int main(void) { heddle_fail("many_findings.c", (int)heddle_choose(600) + 1, "one of many"); }
