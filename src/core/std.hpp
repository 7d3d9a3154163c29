// SPDX-License-Identifier: MIT
#pragma once

// What nearly every file of src needs of the standard library; none includes these itself (tests/rooms.py).
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
