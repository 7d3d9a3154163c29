// SPDX-License-Identifier: MIT
#include "ask/driver_name.hpp"

#include "ask/bad_input.hpp"
#include "core/quote.hpp"

#include <fmt/format.h>

#include <optional>

namespace cudastdenv::asking {

namespace {

/// No driver with CUDA was ever below this; a smaller number is a CUDA release, which nvidia-smi prints too.
constexpr int lowest_branch = 100;

}  // namespace

DriverVersion read_driver(std::string_view text) {
    const std::optional<DriverVersion> driver = parse_driver_version(text);
    if (!driver)
        throw BadInput(InputError::malformed,
                       fmt::format("{} is not a driver version; write one like 550.54.15, 550.54 or 580",
                                   in_quotes(text)));
    if (driver->branch < lowest_branch)
        throw BadInput(InputError::malformed, fmt::format("{} is not a driver version but looks like a CUDA release; "
                                                          "nvidia-smi shows the driver as \"Driver Version\"",
                                                          in_quotes(text)));
    return *driver;
}

}  // namespace cudastdenv::asking
