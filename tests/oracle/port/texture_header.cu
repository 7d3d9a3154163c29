// SPDX-License-Identifier: MIT
#include <texture_fetch_functions.h>  //! api-removed =>

int main() {}
