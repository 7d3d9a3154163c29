#include "machine/host_parts.hpp"

#include "core/text.hpp"
#include "machine/asking.hpp"
#include "machine/elf_file.hpp"
#include "machine/machine_error.hpp"

#include <cudastdenv/lookup.hpp>

#include <algorithm>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view libstdcxx_name = "libstdc++.so.6";

/// A program that may lie outside a user's PATH.
fs::path find_program(const Surroundings& surroundings, std::string_view name) {
    std::vector<fs::path> folders = surroundings.search_path();
    for (const std::string_view folder : {"/usr/bin", "/usr/sbin", "/sbin"})
        folders.push_back(surroundings.place(folder));
    for (const fs::path& folder : folders)
        if (is_program(folder / name)) return folder / name;
    return {};
}

/// How `ldconfig -p` marks libraries of this machine: `(libc6,x86-64)`.
std::string_view loader_mark(std::string_view system) {
    if (system == "x86_64-linux") return "libc6,x86-64";
    if (system == "aarch64-linux") return "libc6,AArch64";
    if (system == "powerpc64le-linux" || system == "ppc64le-linux") return "libc6,64bit";
    return "libc6";
}

/// What the loader's cache has under that name.
fs::path in_loader_cache(const Surroundings& surroundings, std::string_view system) {
    const fs::path ldconfig = find_program(surroundings, "ldconfig");
    if (ldconfig.empty()) return {};
    const auto answer = ask(surroundings, {ldconfig.string(), "-p"});
    const auto* reply = std::get_if<Reply>(&answer);
    if (!reply) return {};
    const std::string start = std::string(libstdcxx_name) + " (" + std::string(loader_mark(system));
    for (std::string_view line : lines_of(reply->output)) {
        line = trimmed(line);
        const std::size_t arrow = line.find(" => ");
        if (line.starts_with(start) && arrow != line.npos) return fs::path(line.substr(arrow + 4));
    }
    return {};
}

/// Where a program without a run path finds its libstdc++.so.6, in the loader's order.
fs::path loaded_libstdcxx(const Surroundings& surroundings, const Host& host) {
    std::error_code error;
    const std::string preferred = surroundings.variable("LD_LIBRARY_PATH");
    std::string_view rest = preferred;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const fs::path path = fs::path(rest.substr(0, end)) / libstdcxx_name;
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (path.is_absolute() && fs::is_regular_file(path, error)) return path;
    }
    if (fs::path path = in_loader_cache(surroundings, host.system); fs::is_regular_file(path, error)) return path;
    for (const std::string_view folder : {"/lib64", "/usr/lib64", "/lib", "/usr/lib"})
        if (fs::path path = surroundings.place(folder) / libstdcxx_name; fs::is_regular_file(path, error)) return path;
    // On NixOS nothing is global: the one that the default compiler links.
    const FoundCompiler* compiler = host.default_compiler ? find_compiler(host, *host.default_compiler) : nullptr;
    return compiler ? compiler->libstdcxx : fs::path();
}

std::optional<Version> loaded_glibc(const Surroundings& surroundings) {
    const fs::path getconf = find_program(surroundings, "getconf");
    if (getconf.empty()) return std::nullopt;
    const auto answer = ask(surroundings, {getconf.string(), "GNU_LIBC_VERSION"});
    const auto* reply = std::get_if<Reply>(&answer);
    if (!reply) return std::nullopt;
    std::string_view text = trimmed(std::string_view(reply->output).substr(0, reply->output.find('\n')));
    if (!take_prefix(text, "glibc ")) return std::nullopt;
    return parse_version(text);
}

}  // namespace

std::optional<LoadedLibstdcxx> read_libstdcxx(const fs::path& path, const Tables& tables) {
    try {
        const ElfFile file = read_elf_file(path);
        LoadedLibstdcxx library{.path = path,
                                .glibcxx = newest_version(file.defines, "GLIBCXX_"),
                                .cxxabi = newest_version(file.defines, "CXXABI_"),
                                .gcc = {}};
        if (library.glibcxx.empty()) return std::nullopt;
        library.gcc = gcc_of_libstdcxx(tables, library.glibcxx);
        return library;
    } catch (const MachineError&) {
        return std::nullopt;  // a linker script, say
    }
}

void find_libraries(const Surroundings& surroundings, const Tables& tables, Host& host) {
    if (const fs::path path = loaded_libstdcxx(surroundings, host); !path.empty())
        host.libstdcxx = read_libstdcxx(path, tables);
    host.glibc = loaded_glibc(surroundings);
}

}  // namespace cudastdenv::machine
