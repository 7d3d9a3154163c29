// SPDX-License-Identifier: MIT
#include "toolkit/nvcc_ccbin.hpp"

#include "os/asking.hpp"

namespace cudastdenv::machine {

std::optional<bool> heeds_nvcc_ccbin(const Surroundings& surroundings, const FoundToolkit& toolkit,
                                     const std::filesystem::path& compiler) {
    Surroundings with_variable = surroundings.of_bare_nvcc();
    with_variable.variables["NVCC_CCBIN"] = compiler.string();
    const auto answer = ask(with_variable, {toolkit.nvcc.string(), "--dryrun", "-E", "-x", "cu", "/dev/null"});
    const auto* reply = std::get_if<Reply>(&answer);
    // One that fails, or prints no command, says nothing of the variable.
    if (!reply || reply->errors.find("#$ ") == std::string::npos) return std::nullopt;
    // It quotes the folder and not the name: `#$ "/a folder"/g++-12 -D__CUDA_ARCH__=...`.
    const std::string mark = "/" + compiler.filename().string() + " ";
    return reply->errors.find(mark) != std::string::npos;
}

}  // namespace cudastdenv::machine
