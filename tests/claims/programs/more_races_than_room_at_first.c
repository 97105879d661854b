// The schedules of the races of one execution need more room than there is. It does not count, since heddle did not know
// yet what threads share; in the next one those left out are found again, and nothing is lost.
// HUNT: --strategy=random --steps=4000000 --executions=1 --all --time=60 --after-race=0 --detectors=hb --quiet
// LEDGER: none
// COMPLETE: no
// FINDINGS: 20
// SLOW: schedules of 300,000 switches
#define TURNS 300000
#include "twenty_races.h"
