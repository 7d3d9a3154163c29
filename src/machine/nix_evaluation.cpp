#include "machine/nix_evaluation.hpp"

#include "machine/machine_error.hpp"
#include "machine/process.hpp"
#include "machine/temporary_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t memory_limit = std::size_t{4} << 30;

std::string search_path() {
    const char* path = std::getenv("PATH");
    return path && *path ? path : "/usr/bin:/bin";
}

/// The line that says what is wrong, without Nix's own `error:`; newer versions put what led there before it.
std::string first_error(std::string_view errors) {
    constexpr std::string_view mark = "error: ";
    std::string found;
    while (!errors.empty()) {
        const std::size_t end = errors.find('\n');
        std::string_view line = errors.substr(0, end);
        while (line.starts_with(' ')) line.remove_prefix(1);
        if (line.starts_with(mark)) found = line.substr(mark.size());
        if (end == errors.npos) break;
        errors.remove_prefix(end + 1);
    }
    // Colours, should there be any.
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }),
                found.end());
    return found;
}

/// ` (/home/me/nixpkgs/nvcc.nix:3:5)` where Nix names a place, else empty.
std::string place_of(std::string_view errors) {
    const std::size_t at = errors.find("\n       at ");
    if (at == errors.npos) return "";
    errors.remove_prefix(at + 11);
    std::string_view place = errors.substr(0, errors.find('\n'));
    while (place.ends_with(':')) place.remove_suffix(1);
    return place.starts_with('/') ? " (" + std::string(place) + ")" : "";
}

std::string failure_of(const Finished& finished, const NixEvaluation& evaluation) {
    switch (finished.end) {
        case Finished::End::out_of_time:
            return "the evaluation did not end within " +
                   std::to_string(std::chrono::duration_cast<std::chrono::seconds>(evaluation.time_limit).count()) +
                   " s";
        case Finished::End::too_much_output: return "the evaluation printed more than 16 MiB";
        case Finished::End::signalled: return "nix-instantiate was ended by signal " + std::to_string(finished.status);
        case Finished::End::exited: break;
    }
    const std::string line = first_error(finished.errors);
    return line.empty() ? "nix-instantiate ended with status " + std::to_string(finished.status)
                        : line + place_of(finished.errors);
}

}  // namespace

std::string evaluate(const NixEvaluation& evaluation) {
    // For what Nix wants to find in HOME and in its configuration.
    const TemporaryFolder folder("nix");
    const std::string home = folder.path().string();
    const Process process{
        .arguments = {"nix-instantiate", "--eval", "--strict", "--json", "--option", "restrict-eval", "true",
                      "--option", "allow-import-from-derivation", "false", "--option", "allowed-uris", "",
                      "-I", "checkout=" + evaluation.folder.string(), "--expr", evaluation.expression},
        .environment = {"PATH=" + search_path(), "HOME=" + home, "NIX_CONF_DIR=" + home,
                        "NIX_USER_CONF_FILES=", "NIX_REMOTE=dummy://", "NIX_STATE_DIR=" + home,
                        "XDG_CACHE_HOME=" + home, "NO_COLOR=1", "LC_ALL=C"},
        .time_limit = evaluation.time_limit,
        .memory_limit = memory_limit};
    Finished finished = run(process);
    if (finished.end != Finished::End::exited || finished.status != 0)
        throw MachineError(evaluation.folder.string() + ": " + failure_of(finished, evaluation));
    return std::move(finished.output);
}

fs::path find_file(const fs::path& folder, std::span<const std::string> paths) {
    std::error_code error;
    if (!fs::exists(folder, error)) throw MachineError(folder.string() + ": no such folder");
    if (!fs::is_directory(folder, error)) throw MachineError(folder.string() + ": not a folder");
    for (const std::string& path : paths)
        if (fs::is_regular_file(folder / path, error)) return path;
    return {};
}

}  // namespace cudastdenv::machine
