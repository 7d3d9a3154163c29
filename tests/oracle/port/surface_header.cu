// SPDX-License-Identifier: MIT
#include "surface_functions.h"  //! api-removed =>

int main() {}
