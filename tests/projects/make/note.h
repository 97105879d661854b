#pragma once

void note_a_take(void);
int takes_noted(void);
