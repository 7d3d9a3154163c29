// SPDX-License-Identifier: MIT
#include "resolve/cross.hpp"

#include "resolve/host_compiler.hpp"

namespace cudastdenv {

std::string_view to_string(CrossPart::Part part) noexcept {
    switch (part) {
        case CrossPart::Part::nvcc: return "nvcc";
        case CrossPart::Part::host_compiler: return "host-compiler";
        case CrossPart::Part::cuda_libraries: return "cuda-libraries";
        case CrossPart::Part::libstdcxx: return "libstdcxx";
    }
    return "";
}

void answer_cross(const Tables& tables, const Request& request, Resolution& resolution) {
    const std::string build(request.build_system);
    const std::string host(request.system);
    if (build.empty() || build == host) return;

    // The toolkit that runs while building is never a Jetson's, whatever is built for.
    Request building = request;
    building.system = build;
    building.capabilities = {};
    const Platform platform = find_platform(tables, building);

    using Part = CrossPart::Part;
    resolution.cross = Cross{.build = build,
                             .build_redist = platform.redist,
                             .host = host,
                             .parts = {{Part::nvcc, build, host},
                                       {Part::host_compiler, build, host},
                                       {Part::cuda_libraries, host, {}},
                                       {Part::libstdcxx, host, {}}}};
    if (!platform.row || !ships(*platform.row, request.cuda))
        resolution.notes.emplace_back(NoToolkitToBuildWith{build, platform.row});
}

}  // namespace cudastdenv
