// Two rooms of a house that is built upside down, for check_rooms.sh.
#include "rooms/upper/roof.h"
