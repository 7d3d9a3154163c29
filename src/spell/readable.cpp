#include "spell/writers.hpp"

#include <cudastdenv/lookup.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::spell {

Spelled write_readable(const Tables& tables, const Request&, const Resolution& resolution) {
    std::vector<std::string> parts;
    for (const Capability capability : resolution.resolved) {
        const CapabilityRow* row = find_capability(tables, capability);
        parts.push_back(fmt::format("{} ({})", to_string(capability), row ? row->architecture : "unknown"));
    }
    std::string text = fmt::format("{}", fmt::join(parts, ", "));
    if (resolution.ptx) text += fmt::format("; PTX of {}", to_string(*resolution.ptx));
    return {text, {}};
}

}  // namespace cudastdenv::spell
