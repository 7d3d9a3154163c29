#include "spell/writers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::spell {

// nixpkgs adds PTX of the list's last element, so the PTX capability is moved there.
Spelled write_nix(const Tables&, const Request& request, const Resolution& resolution) {
    std::vector<Capability> listed = resolution.resolved;
    Spelled spelled;
    if (resolution.ptx && !request.nixpkgs_exact) {
        const auto ptx = std::ranges::find(listed, *resolution.ptx);
        if (ptx != listed.end()) std::rotate(ptx, std::next(ptx), listed.end());
        else spelled.losses.emplace_back(PtxChanged{*resolution.ptx, listed.back()});
    }
    std::vector<std::string> quoted;
    for (const Capability capability : listed) quoted.push_back(fmt::format("\"{}\"", to_string(capability)));
    spelled.text = fmt::format("cudaCapabilities = [ {} ]; cudaForwardCompat = {};", fmt::join(quoted, " "),
                               request.forward_compat);
    return spelled;
}

}  // namespace cudastdenv::spell
