// SPDX-License-Identifier: MIT
#pragma once

// The standard headers that nearly every file of src needs; no other file includes them (tests/modules.py).
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
