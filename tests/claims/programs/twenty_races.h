// Two threads that race at twenty places, behind so many switches as TURNS lets them make.
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "threads.h"

static atomic_int steps;
static int c[20];

static void* work(void* unused) {
  for (int i = 0; i < TURNS; ++i) ++steps;
  // Each line is a place of its own.
  ++c[0];
  ++c[1];
  ++c[2];
  ++c[3];
  ++c[4];
  ++c[5];
  ++c[6];
  ++c[7];
  ++c[8];
  ++c[9];
  ++c[10];
  ++c[11];
  ++c[12];
  ++c[13];
  ++c[14];
  ++c[15];
  ++c[16];
  ++c[17];
  ++c[18];
  ++c[19];
  return unused;
}

int main(void) {
  run_both(work, work);
  return 0;
}
