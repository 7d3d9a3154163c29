// SPDX-License-Identifier: MIT
#include "host/parts.hpp"

#include "core/text.hpp"
#include "elf/file.hpp"
#include "elf/library_search.hpp"
#include "os/asking.hpp"
#include "os/machine_error.hpp"
#include "tables/lookup.hpp"

#include <elf.h>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view libstdcxx_name = "libstdc++.so.6";

std::uint16_t elf_machine(std::string_view system) {
    if (system == "x86_64-linux") return EM_X86_64;
    if (system == "aarch64-linux") return EM_AARCH64;
    if (system == "powerpc64le-linux" || system == "ppc64le-linux") return EM_PPC64;
    if (system == "riscv64-linux") return EM_RISCV;
    return EM_NONE;
}

/// Where a program without a run path finds its libstdc++.so.6, in the loader's order.
fs::path path_of_libstdcxx(const Surroundings& surroundings, const Host& host) {
    Binary program;
    program.elf.kind = ElfFile::Kind::executable;
    program.elf.machine = elf_machine(host.system);
    program.elf.is_dynamic = true;
    program.elf.libraries = {std::string(libstdcxx_name)};
    const LibrarySearch search = LibraryFinder(surroundings).search(program);
    const SoughtLibrary& sought = search.libraries.front();
    if (!sought.in_library_path.empty()) return sought.in_library_path;
    if (sought.found) return sought.found->path;
    // On NixOS nothing is global: the one that the default compiler links.
    const FoundCompiler* compiler = host.default_compiler ? find_compiler(host, *host.default_compiler) : nullptr;
    return compiler ? compiler->libstdcxx : fs::path();
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

std::optional<LoadedLibstdcxx> loaded_libstdcxx(const Surroundings& surroundings, const Tables& tables,
                                                const Host& host) {
    const fs::path path = path_of_libstdcxx(surroundings, host);
    return path.empty() ? std::nullopt : read_libstdcxx(path, tables);
}

std::optional<Version> loaded_glibc(const Surroundings& surroundings) {
    fs::path getconf = surroundings.program("getconf");
    if (getconf.empty()) getconf = surroundings.place("/usr/bin/getconf");
    if (!is_program(getconf)) return std::nullopt;
    const auto answer = ask(surroundings, {getconf.string(), "GNU_LIBC_VERSION"});
    const auto* reply = std::get_if<Reply>(&answer);
    if (!reply) return std::nullopt;
    std::string_view text = trimmed(std::string_view(reply->output).substr(0, reply->output.find('\n')));
    if (!take_prefix(text, "glibc ")) return std::nullopt;
    return parse_version(text);
}

}  // namespace cudastdenv::machine
