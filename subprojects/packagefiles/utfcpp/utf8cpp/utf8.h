// SPDX-License-Identifier: MIT
// The name under which distributions install it.
#include "../source/utf8.h"
