#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// A box for one value, shared by threads. Taking waits until there is one.
void box_put(int value);
int box_take(void);
int box_takes(void);

#ifdef __cplusplus
}
#endif
