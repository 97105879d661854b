#pragma once

int next_in_this_thread();
extern thread_local int visible_in_this_thread;
extern int destroyed_in_library;
