// The schedules of the races of one execution need more room than there is: those left out are counted, and nothing is
// complete.
// HUNT: --strategy=random --points=all --steps=4000000 --executions=1 --all --time=60 --after-race=0 --detectors=hb --quiet
// LEDGER: lost-findings
// COMPLETE: no
// FINDINGS: 14
// SLOW: schedules of 300,000 switches
#define TURNS 300000
#include "twenty_races.h"
