// SPDX-License-Identifier: MIT
#include <string>

std::string greeting() { return "compiled, linked and run"; }
