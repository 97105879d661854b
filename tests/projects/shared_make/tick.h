#pragma once

int tick(void);
