#include "spell/json.hpp"

#include "spell/writers.hpp"

#include <nlohmann/json.hpp>

namespace cudastdenv::spell {

nlohmann::ordered_json flags_json(const Flags& flags) {
    return {
        {"cudaCapabilities", flags.cuda_capabilities},
        {"cudaForwardCompat", flags.cuda_forward_compat},
        {"gencode", flags.gencode},
        {"gencodeString", flags.gencode_string},
        {"realArches", flags.real_arches},
        {"virtualArches", flags.virtual_arches},
        {"archNames", flags.arch_names},
        {"arches", flags.arches},
        {"cmakeCudaArchitecturesString", flags.cmake_cuda_architectures_string},
        {"isJetsonBuild", flags.is_jetson_build},
    };
}

Spelled write_json(const Tables& tables, const Request& request, const Resolution& resolution) {
    return {flags_json(make_flags(tables, request, resolution)).dump(2), {}};
}

}  // namespace cudastdenv::spell
