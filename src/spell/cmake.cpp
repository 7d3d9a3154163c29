#include "spell/writers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::spell {

// `-real` on every entry but the PTX one: CMake embeds PTX for a bare number, and PTX of `90a` runs nowhere else.
Spelled write_cmake(const Tables&, const Request&, const Resolution& resolution) {
    std::vector<std::string> entries;
    bool ptx_written = false;
    for (const Capability capability : resolution.resolved) {
        const bool with_ptx = resolution.ptx == capability;
        entries.push_back(undotted(capability) + (with_ptx ? "" : "-real"));
        ptx_written = ptx_written || with_ptx;
    }
    if (resolution.ptx && !ptx_written) entries.push_back(undotted(*resolution.ptx) + "-virtual");
    return {fmt::format("{}", fmt::join(entries, ";")), {}};
}

}  // namespace cudastdenv::spell
