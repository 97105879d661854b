// There is room for short ones.
// HUNT: --strategy=random --executions=1 --all --after-race=0 --detectors=hb --quiet
// LEDGER: none
// FINDINGS: 20
#define TURNS 3
#include "twenty_races.h"
