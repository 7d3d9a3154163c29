// SPDX-License-Identifier: MIT
#pragma once

/// A piece of a log as it is compared with templates: without what tools, terminals, web pages and people put in.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::diagnose {

/// Bytes that a program put in front of a line that it passes on: `#12 3.4 ` of a Docker build, the time of a service.
[[nodiscard]] std::size_t prefix_of_line(std::string_view line) noexcept;

/// What counts of a text, and where it came from.
class SqueezedLog {
public:
    /// Takes the place of what was there. `text` has less than 4 GiB.
    void assign(std::string_view text);

    [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), size_}; }
    /// Where the byte at `index` stands in what was assigned.
    [[nodiscard]] std::size_t origin(std::size_t index) const noexcept { return origins_[index]; }

private:
    class Reader;

    std::string text_;  // of which the first size_ bytes count
    std::vector<std::uint32_t> origins_;
    std::size_t size_ = 0;
};

}  // namespace cudastdenv::diagnose
