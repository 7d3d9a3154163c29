// SPDX-License-Identifier: MIT
#include "machine/host/host.hpp"

#include "core/quote.hpp"
#include "machine/elf/elf.hpp"
#include "machine/os/write_file.hpp"
#include "machine/toolkit/toolkit.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"

#include <cudastdenv/load.hpp>

#include <elf.h>
#include <sys/utsname.h>

#include <iterator>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// The directories in `parent` with that prefix in reverse order: newer before older.
std::vector<fs::path> folders_in(const fs::path& parent, std::string_view prefix) {
    std::vector<fs::path> folders = entries_of(parent);
    std::erase_if(folders, [&](const fs::path& entry) {
        std::error_code ignored;
        return !entry.filename().string().starts_with(prefix) || !fs::is_directory(entry, ignored);
    });
    std::ranges::reverse(folders);
    return folders;
}

/// Wheels install a toolkit into site-packages/nvidia/cu13 or, before 13.0, .../cuda_nvcc.
std::vector<fs::path> toolkits_of_pip(const Surroundings& surroundings) {
    std::vector<fs::path> prefixes;
    for (const std::string_view variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
        if (const fs::path prefix = surroundings.variable(variable); prefix.is_absolute()) prefixes.push_back(prefix);
    if (const fs::path home = surroundings.variable("HOME"); home.is_absolute()) prefixes.push_back(home / ".local");
    for (const std::string_view prefix : {"/usr/local", "/usr"}) prefixes.push_back(surroundings.place(prefix));
    std::vector<fs::path> toolkits;
    for (const fs::path& prefix : prefixes)
        for (const fs::path& python : folders_in(prefix / "lib", "python3"))
            for (const std::string_view library : {"site-packages", "dist-packages"})
                for (const fs::path& part : folders_in(python / library / "nvidia", "cu")) toolkits.push_back(part);
    return toolkits;
}

/// The possible nvccs, with the way each was found; first those that a shell or a build system would use.
std::vector<FoundToolkit> find_leads(const Surroundings& surroundings, std::vector<HostNote>& notes) {
    std::vector<FoundToolkit> leads;
    const auto add = [&](const fs::path& nvcc, std::string_view found_by) {
        if (is_program(nvcc)) leads.push_back({.nvcc = nvcc, .found_by = std::string(found_by)});
    };
    for (const fs::path& folder : surroundings.search_path()) add(folder / "nvcc", "PATH");
    for (const std::string_view variable : {"CUDACXX", "CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"}) {
        const fs::path value = surroundings.variable(variable);
        // CUDACXX may be the name of a program on PATH.
        if (!value.is_absolute()) continue;
        const fs::path nvcc = variable == "CUDACXX" ? value : value / "bin" / "nvcc";
        add(nvcc, variable);
        if (!is_program(nvcc))
            notes.push_back({{"names-nothing", {{"variable", std::string(variable)}, {"path", shown(nvcc)}}}});
    }
    for (const std::string_view parent : {"/usr/local", "/opt"}) {
        const fs::path folder = surroundings.place(parent);
        add(folder / "cuda" / "bin" / "nvcc", parent);
        for (const fs::path& toolkit : folders_in(folder, "cuda-")) add(toolkit / "bin" / "nvcc", parent);
    }
    for (const std::string_view toolkit : {"/usr/lib/nvidia-cuda-toolkit", "/usr/lib/cuda"})
        add(surroundings.place(toolkit) / "bin" / "nvcc", "/usr/lib");
    if (const fs::path prefix = surroundings.variable("CONDA_PREFIX"); prefix.is_absolute())
        add(prefix / "bin" / "nvcc", "conda");
    for (const fs::path& toolkit : toolkits_of_pip(surroundings)) add(toolkit / "bin" / "nvcc", "pip");
    for (const fs::path& folder : folders_in(surroundings.place("/nix/store"), ""))
        if (folder.filename().string().find("-cuda") != std::string::npos) add(folder / "bin" / "nvcc", "nix store");
    return leads;
}

/// The directory of the real nvcc: distributions install a script on PATH that starts it.
fs::path folder_of(const Surroundings& surroundings, const fs::path& nvcc) {
    std::error_code error;
    const fs::path canonical = fs::canonical(nvcc, error);
    if (error || read_start(canonical, 2) != "#!") return canonical.parent_path();
    const std::string commands = dry_run(surroundings, nvcc, "-E");
    const fs::path folder = fs::canonical(fs::path(rest_of_line(commands, "#$ _HERE_=").value_or("")), error);
    return error ? canonical.parent_path() : folder;
}

std::optional<Version> release_stated_in(const fs::path& version_json) {
    Toolkit stated;
    try {
        read_version_json(version_json.string(), read_start(version_json, std::size_t{1} << 20), stated);
    } catch (const DataError&) {
        return std::nullopt;
    }
    return stated.clues.empty() ? std::nullopt : stated.clues.front().release;
}

/// The release in version.json if it has this build, otherwise the newest release with the build.
void find_release_of(const Tables& tables, FoundToolkit& toolkit) {
    const std::optional<Version> stated = release_stated_in(toolkit.root / "version.json");
    std::vector<const Release*> fitting;
    for (const Release& release : tables.releases) {
        if (release.nvcc == toolkit.build) fitting.push_back(&release);
        if (stated == release.version && (!release.nvcc || release.nvcc == toolkit.build)) {
            fitting = {&release};
            break;
        }
    }
    if (!fitting.empty()) toolkit.release = fitting.back();
    toolkit.known = toolkit.release != nullptr;
    if (fitting.size() > 1)
        for (const Release* release : fitting) toolkit.same_build.push_back(release->version);
    const Version build = *parse_version(toolkit.build);
    toolkit.version = toolkit.release ? toolkit.release->version : stated.value_or(Version{build.major, build.minor});
}

void find_host_compiler_of(const Surroundings& surroundings, FoundToolkit& toolkit) {
    // nvcc prefers the variable to its profile: `compiler-bindir = PATH`, which nixpkgs adds.
    const std::string named = surroundings.variable("NVCC_CCBIN");
    const std::string profile = read_start(toolkit.root / "bin" / "nvcc.profile", std::size_t{1} << 16);
    std::string_view value = rest_of_line(profile, "compiler-bindir").value_or("");
    if (!named.empty()) toolkit.host_compiler = {named, "NVCC_CCBIN"};
    else if (take_prefix(value, "=") && !trimmed(value).empty())
        toolkit.host_compiler = {trimmed(value), "nvcc.profile"};
}

/// Compared with the directories in nvcc's profile. Without a profile nothing is reported.
std::vector<ToolkitLack> lacks_of(const Surroundings& surroundings, const Host& host, const FoundToolkit& toolkit) {
    const fs::path& root = toolkit.root;
    const std::string profile = read_start(root / "bin" / "nvcc.profile", std::size_t{1} << 16);
    const auto looks_in = [&](std::string_view place) { return profile.find(place) != profile.npos; };
    const auto has = [&](std::string_view file) {
        std::error_code error;
        return fs::exists(root / file, error);
    };
    std::vector<ToolkitLack> lacks;
    if (profile.empty()) return lacks;
    if (looks_in("/lib$(_TARGET_SIZE_)\"") && has("lib/libcudart_static.a") && !has("lib64") && !has("targets"))
        lacks.push_back(ToolkitLack::library_folder);
    // nvcc 13.0 starts the cicc in the directory of its profile, 12.5 one on its PATH, with the same line in the
    // profile. Seen in a dry run, which needs a host compiler: nvcc's own default, `g++`, may not be installed.
    const std::string ccbin = host.compilers.empty() ? "" : host.compilers.front().path.string();
    if (looks_in("/nvvm/bin") && has("bin/cicc") && !has("nvvm/bin/cicc") &&
        dry_run(surroundings, toolkit.nvcc, "-ptx", ccbin).find("$CICC_PATH/cicc") != std::string::npos)
        lacks.push_back(ToolkitLack::cicc);
    if (looks_in("/nvvm/") && !has("bin/crt/link.stub")) lacks.push_back(ToolkitLack::link_stub);
    const auto is_numbered = [](const fs::path& file) { return file.filename().string().starts_with("libcudart.so."); };
    if (std::ranges::any_of(entries_of(root / "lib"), is_numbered) && !has("lib/libcudart.so") &&
        !has("lib64/libcudart.so") && !has("targets"))
        lacks.push_back(ToolkitLack::cudart);
    return lacks;
}

/// Adds the version that its nvcc prints, or returns the reason for leaving it out.
std::optional<HostNote> ask_toolkit(const Surroundings& surroundings, FoundToolkit& toolkit) {
    const Reply reply = ask(surroundings, {toolkit.nvcc.string(), "--version"});
    if (reply.failure) return reply.failure;
    const std::optional<Version> build = build_in_version(reply.output);
    if (!build) return says_nothing(toolkit.nvcc, "an nvcc version");
    toolkit.build = to_string(*build);
    toolkit.root = folder_of(surroundings, toolkit.nvcc).parent_path();
    return std::nullopt;
}

/// The toolkits without their lacks.
void find_versions(const Surroundings& surroundings, const Tables& tables, Host& host) {
    std::vector<FoundToolkit> leads = find_leads(surroundings, host.notes);
    std::set<fs::path> programs, met;
    std::erase_if(leads, [&](const FoundToolkit& lead) {
        std::error_code error;
        return !programs.insert(fs::canonical(lead.nvcc, error)).second;
    });
    std::vector<std::future<std::optional<HostNote>>> answers;
    for (FoundToolkit& lead : leads)
        answers.push_back(std::async(side_by_side, [&] { return ask_toolkit(surroundings, lead); }));
    for (std::size_t i = 0; i < leads.size(); ++i) {
        FoundToolkit& toolkit = leads[i];
        const std::optional<HostNote> left_out = answers[i].get();
        if (left_out) host.notes.push_back(*left_out);
        if (left_out || !met.insert(toolkit.root).second) continue;
        find_release_of(tables, toolkit);
        find_host_compiler_of(surroundings, toolkit);
        host.toolkits.push_back(std::move(toolkit));
    }
}

/// Uses the host's compilers, if it has some.
void find_lacks(const Surroundings& surroundings, Host& host) {
    for (FoundToolkit& toolkit : host.toolkits) toolkit.lacks = lacks_of(surroundings, host, toolkit);
}

std::uint16_t elf_machine(std::string_view system) {
    if (system == "x86_64-linux") return EM_X86_64;
    if (system == "aarch64-linux") return EM_AARCH64;
    if (system == "powerpc64le-linux" || system == "ppc64le-linux") return EM_PPC64;
    if (system == "riscv64-linux") return EM_RISCV;
    return EM_NONE;
}

/// The libstdc++.so.6 that a program without a run path loads, in the loader's order. It needs the compilers, which are
/// the last resort.
fs::path path_of_libstdcxx(const Surroundings& surroundings, const Host& host) {
    Binary program;
    program.elf.kind = ElfFile::Kind::executable;
    program.elf.machine = elf_machine(host.system);
    program.elf.is_dynamic = true;
    program.elf.libraries = {"libstdc++.so.6"};
    const LibrarySearch search = search_libraries(surroundings, {&program, 1}).front();
    const SoughtLibrary& sought = search.libraries.front();
    for (const fs::path& path : {sought.ld_library_path, sought.path})
        if (!path.empty()) return path;
    // NixOS has no global one: that of the default compiler.
    const FoundCompiler* compiler = host.default_compiler ? find_compiler(host, *host.default_compiler) : nullptr;
    return compiler ? fs::path(compiler->libstdcxx) : fs::path();
}

/// The C library that getconf prints.
std::optional<Version> loaded_glibc(const Surroundings& surroundings) {
    fs::path getconf = surroundings.program("getconf");
    if (getconf.empty()) getconf = surroundings.place("/usr/bin/getconf");
    if (!is_program(getconf)) return std::nullopt;
    const std::string output = ask(surroundings, {getconf.string(), "GNU_LIBC_VERSION"}).output;
    return parse_version(rest_of_line(output, "glibc ").value_or(""));
}

/// Removes the last part of a comma-separated line and returns it.
std::string_view take_last(std::string_view& line) {
    const std::size_t comma = line.rfind(',');
    const std::string_view last = trimmed(comma == line.npos ? line : line.substr(comma + 1));
    line = comma == line.npos ? std::string_view() : trimmed(line.substr(0, comma));
    return last;
}

/// Reads lines of `name, capability, driver`, or of `name, driver`. False if a line is invalid.
bool read_gpu_lines(const Tables& tables, std::string_view output, bool with_capability, Host& host) {
    std::vector<FoundGpu> gpus;
    std::string driver;
    for (std::string_view line : lines_of(output)) {
        if (trimmed(line).empty()) continue;
        driver = take_last(line);
        const std::string_view capability = with_capability ? take_last(line) : std::string_view();
        if (!parse_driver_version(driver) || line.empty()) return false;
        FoundGpu gpu{{std::string(line)}, parse_capability(capability)};
        if (!gpu.capability) gpu.capability = find_gpu(tables, gpu.name).capability;
        gpus.push_back(std::move(gpu));
    }
    if (gpus.empty()) return false;
    host.gpus = std::move(gpus);
    host.driver = std::move(driver);
    return true;
}

/// False if nvidia-smi is missing or fails.
bool ask_nvidia_smi(const Surroundings& surroundings, const Tables& tables, Host& host) {
    const fs::path program = surroundings.program("nvidia-smi");
    if (program.empty()) return false;
    const auto query = [&](const char* fields) {
        return ask(surroundings, {program.string(), fields, "--format=csv,noheader"});
    };
    Reply reply = query("--query-gpu=name,compute_cap,driver_version");
    // Drivers before 510 do not know the field.
    const bool with_capability = !reply.failure;
    if (ran_and_failed(reply)) reply = query("--query-gpu=name,driver_version");
    if (reply.failure) {
        host.notes.push_back(*reply.failure);
        return false;
    }
    if (read_gpu_lines(tables, reply.output, with_capability, host)) return true;
    host.notes.push_back(says_nothing(program, "GPU names and a driver version"));
    return false;
}

void read_proc(const Surroundings& surroundings, const Tables& tables, Host& host) {
    // `NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue ...`
    const std::string version = read_start(surroundings.place("/proc/driver/nvidia/version"), 4096);
    host.driver.reset();
    for (const std::string_view word : pieces_of(rest_of_line(version, "NVRM version:").value_or(""), ' '))
        if (!host.driver && word.find('.') != word.npos && parse_driver_version(word)) host.driver = word;
    for (const fs::path& folder : entries_of(surroundings.place("/proc/driver/nvidia/gpus"))) {
        const std::string text = read_start(folder / "information", 4096);
        if (const auto model = rest_of_line(text, "Model:"))
            host.gpus.push_back({{std::string(*model)}, find_gpu(tables, *model).capability});
    }
}

/// The directory of the loaded libstdc++ for the linker if a compiler alone would link `own`, an older one; empty: it
/// is not older, or no compiler has the newer one. A GCC that is not the default, and a Clang that uses one, may link
/// an older libstdc++.so. Then libraries that need the newer one fail to link, although they would run.
std::optional<LinkFolder> newer_libstdcxx(const Host& host, const Tables& tables, const fs::path& own) {
    if (!host.libstdcxx || own.empty()) return std::nullopt;
    const LoadedLibstdcxx& loaded = *host.libstdcxx;
    const std::optional<LoadedLibstdcxx> linked = read_libstdcxx(own, tables);
    if (!linked || linked->glibcxx == loaded.glibcxx) return std::nullopt;
    if (newest_version({linked->glibcxx, loaded.glibcxx}, "GLIBCXX_") != loaded.glibcxx) return std::nullopt;
    for (const FoundCompiler& other : host.compilers) {
        if (other.libstdcxx.empty()) continue;
        const std::optional<LoadedLibstdcxx> newer = read_libstdcxx(other.libstdcxx, tables);
        if (!newer || newer->glibcxx != loaded.glibcxx) continue;
        // Every loader searches these directories.
        const std::string& path = loaded.path.native();
        return LinkFolder{other.libstdcxx.parent_path(), !path.starts_with("/lib") && !path.starts_with("/usr/lib")};
    }
    return std::nullopt;
}

/// From the tables, otherwise by running the toolkit's nvcc. Empty: unknown.
std::optional<bool> uses_ccbin(const Surroundings& surroundings, const Tables& tables, const FoundToolkit& toolkit,
                               Version release, const FoundCompiler& compiler) {
    if (const std::optional<bool> known = reads_ccbin_variable(tables, release)) return known;
    const std::string commands = dry_run(surroundings, toolkit.nvcc, "-E", compiler.path.string());
    // A failure, or output without commands, proves nothing.
    if (commands.find("#$ ") == commands.npos) return std::nullopt;
    // nvcc quotes only the directory: `#$ "/a folder"/g++-12 -D__CUDA_ARCH__=...`.
    return commands.find("/" + compiler.path.filename().string() + " ") != commands.npos;
}

/// The value of a line of /etc/os-release, without its quotes; may be empty.
std::string os_release_value(std::string_view text, std::string_view name) {
    const std::string_view value = rest_of_line(text, name).value_or("");
    const bool is_quoted = value.size() > 1 && value.front() == value.back() && (value[0] == '"' || value[0] == '\'');
    return std::string(is_quoted ? value.substr(1, value.size() - 2) : value);
}

}  // namespace

std::string machine_name() {
    utsname name{};
    return ::uname(&name) == 0 ? name.machine : "unknown";
}

HostNote says_nothing(const std::filesystem::path& program, std::string_view wanted) {
    return {{"program-says-nothing", {{"program", shown(program)}, {"wanted", std::string(wanted)}}}, program};
}

std::string nix_system_of(const Tables& tables, std::string_view machine) {
    const std::string nix = std::string(machine) + "-linux";
    if (knows_system(tables, nix)) return nix;
    const std::string redist = "linux-" + std::string(machine);
    const auto row = std::ranges::find(tables.redist_systems, redist, &RedistSystemRow::redist);
    return row == tables.redist_systems.end() ? nix : std::string(row->nix);
}

const EnvironmentRow* environment_here(const Tables& tables, const Surroundings& surroundings) {
    const std::string text = read_start(surroundings.place("/etc/os-release"), std::size_t{1} << 14);
    const std::string version = os_release_value(text, "VERSION_ID=");
    const std::string id = os_release_value(text, "ID=") + (version.empty() ? "" : "-") + version;
    // Most ids are in the table, and parsing names is slower than the whole answer.
    if (const EnvironmentRow* row = find_environment(tables, id)) return row;
    // The last is the Ubuntu whose packages a distribution like Linux Mint has.
    for (const std::string& name :
         {os_release_value(text, "PRETTY_NAME="), id, os_release_value(text, "UBUNTU_CODENAME=")})
        if (const EnvironmentRow* row = environment_named(tables, name)) return row;
    return nullptr;
}

void find_toolkits(const Surroundings& surroundings, const Tables& tables, Host& host) {
    find_versions(surroundings, tables, host);
    find_lacks(surroundings, host);
}

Host look_at(const Surroundings& surroundings, const Tables& tables) {
    Host host;
    host.system = nix_system_of(tables, machine_name());
    // In parallel, since each waits for other programs. Each fills its own host.
    Host toolkits, gpus;
    auto toolkits_found = std::async(side_by_side, [&] { find_versions(surroundings, tables, toolkits); });
    auto gpus_found = std::async(side_by_side, [&] {
        if (!ask_nvidia_smi(surroundings, tables, gpus)) read_proc(surroundings, tables, gpus);
    });
    auto glibc = std::async(side_by_side, [&] { return loaded_glibc(surroundings); });
    find_compilers(surroundings, host);
    host.libstdcxx = read_libstdcxx(path_of_libstdcxx(surroundings, host), tables);
    host.glibc = glibc.get();
    toolkits_found.get();
    gpus_found.get();
    host.toolkits = std::move(toolkits.toolkits);
    for (FoundToolkit& toolkit : host.toolkits) find_headers_of(host, toolkit);
    find_lacks(surroundings, host);
    host.driver = std::move(gpus.driver);
    host.gpus = std::move(gpus.gpus);
    for (Host* part : {&toolkits, &gpus}) std::ranges::move(part->notes, std::back_inserter(host.notes));
    return host;
}

void find_headers_of(const Host& host, FoundToolkit& toolkit) {
    std::vector<fs::path> folders{toolkit.root / "include"};
    for (const fs::path& target : folders_in(toolkit.root / "targets", "")) folders.push_back(target / "include");
    // Debian's packages install them where every compiler searches.
    for (const FoundCompiler& compiler : host.compilers)
        folders.insert(folders.end(), compiler.system_folders.begin(), compiler.system_folders.end());
    std::error_code error;
    for (const fs::path& folder : folders)
        if (toolkit.headers.empty() && fs::exists(folder / "crt" / "math_functions.h", error))
            toolkit.headers = fs::canonical(folder, error);
    toolkit.headers_place = place_of_headers(host, toolkit);
}

std::optional<LoadedLibstdcxx> read_libstdcxx(const fs::path& path, const Tables& tables) {
    try {
        const ElfFile file = read_elf_file(path);
        LoadedLibstdcxx library{.path = path,
                                .glibcxx = newest_version(file.defines, "GLIBCXX_"),
                                .cxxabi = newest_version(file.defines, "CXXABI_")};
        if (library.glibcxx.empty()) return std::nullopt;
        if (const LibstdcxxRow* row = libstdcxx_with(tables, library.glibcxx)) library.gcc = row->gcc.major;
        return library;
    } catch (const MachineError&) {
        return std::nullopt;  // a linker script, say
    }
}

void write_glibc_shim(const fs::path& folder) {
    const fs::path path = folder / glibc_shim_header;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) throw MachineError(shown(folder) + ": cannot create the directory: " + error.message());
    write_file(path, glibc_shim_text);
}

BuildChoice build_choice(const Surroundings& surroundings, const Host& host, const Tables& tables,
                         const FoundToolkit& toolkit, Version release, const HostCompiler& chosen,
                         const FoundCompiler& compiler) {
    const FoundCompiler* owner = headers_owner(host, chosen, compiler);
    BuildChoice choice;
    choice.compiler = &compiler;
    choice.nvcc_heeds_ccbin = uses_ccbin(surroundings, tables, toolkit, release, compiler);
    if (owner) choice.clang_headers = headers_of(*owner, compiler.compiler);
    // A Clang links from the GCC directory that it is given.
    const bool links_with_owner = !choice.clang_headers.folders.empty() &&
                                  choice.clang_headers.option == ClangHeadersOption::gcc_install_dir;
    choice.link = newer_libstdcxx(host, tables, links_with_owner ? owner->libstdcxx : compiler.libstdcxx);
    if (contains(toolkit.lacks, ToolkitLack::library_folder)) choice.toolkit_libraries = toolkit.root / "lib";
    return choice;
}

}  // namespace cudastdenv::machine
