#pragma once

#include <cudastdenv/flags.hpp>

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// The ecosystem takes PTX of another capability than the one asked for, because it always takes the list's last.
struct PtxChanged {
    Capability asked;
    Capability written;
};

/// What a spelling cannot say. A closed list; text is made in `report`.
using Loss = std::variant<PtxChanged>;

/// A capability list as an ecosystem writes it, without a newline at the end, and what was lost.
struct Spelled {
    std::string text;
    std::vector<Loss> losses;
};

/// One ecosystem's way to write a capability list.
struct Spelling {
    std::string_view name;     ///< as `--format` takes it
    std::string_view summary;  ///< who reads it
    Spelled (*write)(const Tables&, const Request&, const Resolution&);
};

/// Every spelling, sorted by name.
[[nodiscard]] std::span<const Spelling> spellings() noexcept;

[[nodiscard]] const Spelling* find_spelling(std::string_view name) noexcept;

}  // namespace cudastdenv
