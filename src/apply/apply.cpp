// SPDX-License-Identifier: MIT
#include "apply/apply.hpp"

#include "apply/host_program.hpp"
#include "core/lists.hpp"
#include "core/quote.hpp"
#include "findings/build_environment.hpp"
#include "resolve/component.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cudastdenv {

namespace {

using namespace apply;
using Lines = std::vector<std::string>;

constexpr std::array all_apply_tools{ApplyTool::nvcc,  ApplyTool::cmake,  ApplyTool::make,  ApplyTool::torch,
                                     ApplyTool::conda, ApplyTool::nix,    ApplyTool::apt,   ApplyTool::spack,
                                     ApplyTool::dnf,   ApplyTool::pacman, ApplyTool::docker};

void append(Lines& lines, Lines more) { std::ranges::move(more, std::back_inserter(lines)); }

/// Whether nvcc takes its host compiler from NVCC_CCBIN in each of the releases that it may be; absent: not known, or
/// not in all of them.
std::optional<bool> heeds_variable(const ToApply& answer, const Tables& tables) {
    std::optional<bool> heeds;
    for (const Release& release : tables.releases) {
        if (!answer.releases.contains(release.version)) continue;
        const std::optional<bool> known = heeds_ccbin_variable(tables, release.version);
        if (!known || (heeds && heeds != known)) return std::nullopt;
        heeds = known;
    }
    return heeds;
}

/// How what breaks the answer is got round.
enum class Detour : std::uint8_t { none_needed, toolkit_headers, glibc_shim, none_known };

Detour detour(const ToApply& answer) {
    const auto is_broken = [](const AdvisoryRow* row) { return row->severity == AdvisoryRow::Severity::broken; };
    const auto all_have = [&](WayOut way) {
        return std::ranges::all_of(answer.advisories, [&](const AdvisoryRow* row) {
            return !is_broken(row) || contains(row->ways_out, way);
        });
    };
    if (std::ranges::none_of(answer.advisories, is_broken)) return Detour::none_needed;
    if (all_have(WayOut::isystem) && !answer.toolkit_headers.empty()) return Detour::toolkit_headers;
    return all_have(WayOut::glibc_shim) ? Detour::glibc_shim : Detour::none_known;
}

bool leaves_out(const Loss& loss) {
    return std::holds_alternative<EntryDropped>(loss) || std::holds_alternative<RealDropped>(loss);
}

/// Empty: there is no list, or the spelling lacks something of it. A shorter list would build what nobody asked for.
std::string list_as(std::string_view spelling, const ToApply& answer, const Tables& tables) {
    if (!answer.list) return {};
    const SpellingContext context{tables, answer.system, only_release(answer)};
    const Spelled spelled = write_list(*find_spelling(spelling), context, *answer.list);
    return std::ranges::any_of(spelled.losses, leaves_out) ? std::string() : spelled.text;
}

/// The C++ compiler that is asked; absent: none is, or what it is called is not known.
std::optional<std::string> program_of(const std::optional<GccToAsk>& gcc, const ToApply& answer, const Tables& tables) {
    if (!gcc) return std::nullopt;
    if (!gcc->program.empty()) return is_plain_text(gcc->program) ? std::optional(gcc->program) : std::nullopt;
    return cxx_program({Compiler::Family::gcc, gcc->major}, answer.environment, tables);
}

/// The folder that a GCC has a file in, found out by the shell.
std::string folder_line(std::string_view variable, const std::string& program, std::string_view question) {
    return fmt::format("{}=$(dirname \"$({} {})\")", variable, shell_word(program), question);
}

/// Puts flags before what a variable has; they stand within double quotes.
std::string prepending(std::string_view variable, const Lines& flags) {
    return fmt::format("export {0}=\"{1} ${0}\"", variable, fmt::join(flags, " "));
}

/// Which folders nvcc's flags name, as shell variables.
Lines folder_lines(const ToApply& answer, const Tables& tables) {
    Lines lines;
    if (const auto owner = program_of(answer.headers, answer, tables))
        lines.push_back(folder_line("headers", *owner, "-print-libgcc-file-name"));
    if (const auto owner = program_of(answer.library, answer, tables))
        lines.push_back(folder_line("libs", *owner, "-print-file-name=libstdc++.so"));
    return lines;
}

/// The flags that NVCC_PREPEND_FLAGS gets beside the compiler, in the order in which `env` puts them.
Lines nvcc_flags_of(const ToApply& answer, const Tables& tables) {
    Lines flags;
    if (detour(answer) == Detour::toolkit_headers)
        flags.push_back("-isystem " + shell_in_double_quotes(flag_word(answer.toolkit_headers)));
    if (program_of(answer.headers, answer, tables)) flags.emplace_back("-Xcompiler --gcc-install-dir=$headers");
    if (program_of(answer.library, answer, tables)) {
        flags.emplace_back("-L $libs");
        // What an environment's programs load by themselves is the newest of its compilers'.
        if (!answer.environment) flags.emplace_back("-Xlinker -rpath=$libs");
    }
    if (!answer.toolkit_libraries.empty())
        flags.push_back("-L " + shell_in_double_quotes(flag_word(answer.toolkit_libraries)));
    return flags;
}

/// The command that sets all that a shell needs, shim included.
std::string shim_line(const ToApply& answer) {
    const std::optional<Version> release = only_release(answer);
    const std::string cuda = release ? fmt::format(" --cuda {}.{}", release->major, release->minor) : "";
    return fmt::format("eval \"$(cudastdenv env{} --glibc-shim ~/.cache/cudastdenv/glibc-shim)\"", cuda);
}

/// What every build in a shell needs whose nvcc is to use the answer, beside the name of the compiler.
Lines flags_lines(const ToApply& answer, const Tables& tables, Lines flags = {}) {
    if (detour(answer) == Detour::glibc_shim) return {shim_line(answer)};
    Lines lines = folder_lines(answer, tables);
    append(flags, nvcc_flags_of(answer, tables));
    if (!flags.empty()) lines.push_back(prepending("NVCC_PREPEND_FLAGS", flags));
    return lines;
}

/// The same where nothing but nvcc's variables names the compiler to it; empty: they cannot.
Lines shell_lines(const ToApply& answer, const Tables& tables) {
    if (!answer.compiler || detour(answer) == Detour::glibc_shim) return flags_lines(answer, tables);
    const std::optional<HostProgram> host = host_program(answer, tables);
    const std::optional<bool> heeds = heeds_variable(answer, tables);
    const bool is_flag = heeds != true;
    if (!host || (is_flag && host->flag.empty())) return {};
    Lines lines;
    if (heeds != false) lines.push_back("export NVCC_CCBIN=" + host->cxx);
    append(lines, flags_lines(answer, tables, is_flag ? Lines{"-ccbin " + host->flag} : Lines{}));
    return lines;
}

/// What is linked without nvcc needs the newer libstdc++ too. The shim's command sees to that by itself.
Lines linker_lines(const ToApply& answer, const Tables& tables) {
    if (!program_of(answer.library, answer, tables) || detour(answer) == Detour::glibc_shim) return {};
    Lines flags{"-L$libs"};
    if (!answer.environment) flags.emplace_back("-Wl,-rpath,$libs");
    return {prepending("LDFLAGS", flags)};
}

Lines nvcc_lines(const ToApply& answer, const Tables& tables) {
    Lines lines = shell_lines(answer, tables);
    if (lines.empty() && answer.compiler) return {};
    if (answer.list) lines.push_back("nvcc " + gencode_string(*answer.list));
    return lines;
}

Lines cmake_lines(const ToApply& answer, const Tables& tables) {
    const std::optional<HostProgram> host = host_program(answer, tables);
    if (answer.compiler && !host) return {};
    Lines lines = flags_lines(answer, tables);
    append(lines, linker_lines(answer, tables));
    std::string configure = "cmake -B build";
    if (host) {
        // CMake takes the variable before the definition.
        lines.push_back("export CUDAHOSTCXX=" + host->cxx);
        configure += " -DCMAKE_CUDA_HOST_COMPILER=" + host->cxx;
    }
    if (const std::string list = list_as("cmake", answer, tables); !list.empty())
        configure += " -DCMAKE_CUDA_ARCHITECTURES=" + shell_word(list);
    if (host || answer.list) lines.push_back(configure);
    return lines;
}

/// Makefiles have no name for the capabilities that all of them know.
Lines make_lines(const ToApply& answer, const Tables& tables) {
    const std::optional<HostProgram> host = host_program(answer, tables);
    Lines lines = shell_lines(answer, tables);
    if (lines.empty()) return {};
    append(lines, linker_lines(answer, tables));
    // Many a Makefile hands its CXX to nvcc, those of NVIDIA's samples HOST_COMPILER.
    if (host) lines.push_back(fmt::format("make CC={} CXX={} HOST_COMPILER={}", host->cc, host->cxx, host->cxx));
    return lines;
}

/// PyTorch's extensions are checked by CXX, and hand nvcc what CC names.
Lines torch_lines(const ToApply& answer, const Tables& tables) {
    const std::optional<HostProgram> host = host_program(answer, tables);
    if (answer.compiler && !host) return {};
    Lines lines = flags_lines(answer, tables);
    append(lines, linker_lines(answer, tables));
    if (host) lines.push_back(fmt::format("export CC={} CXX={}", host->cc, host->cxx));
    if (const std::string list = list_as("torch", answer, tables); !list.empty())
        lines.push_back("export TORCH_CUDA_ARCH_LIST=" + shell_word(list));
    return lines;
}

std::string_view manager_of(const DistributionRow& distribution) {
    return distribution.install.substr(0, distribution.install.find(' '));
}

const DistributionRow* distribution_of(const EnvironmentRow* environment, const Tables& tables) {
    return environment ? distribution_of(tables, *environment) : nullptr;
}

/// The package that brings the compiler. Where no environment was named: if all with that manager that have the
/// compiler call it so, and its program by the usual name. Absent: none has it, or it hangs on the environment.
std::optional<CompilerPackage> package_of(std::string_view manager, const ToApply& answer, const Tables& tables) {
    if (!answer.compiler) return std::nullopt;
    if (answer.environment) return package_in(tables, *answer.environment, *answer.compiler);
    std::optional<CompilerPackage> only;
    for (const EnvironmentRow& environment : tables.environments) {
        const DistributionRow* distribution = distribution_of(&environment, tables);
        if (!distribution || manager_of(*distribution) != manager) continue;
        const std::optional<CompilerPackage> package = package_in(tables, environment, *answer.compiler);
        if (!package) continue;
        if (only && only->name != package->name) return std::nullopt;
        only = package;
    }
    return only && only->program == cxx_program(*answer.compiler, nullptr, tables) ? only : std::nullopt;
}

/// Of apt, dnf and pacman: the package, and what makes nvcc use it.
Lines manager_lines(ApplyTool tool, const ToApply& answer, const Tables& tables) {
    if (!is_for(tool, answer.environment, tables)) return {};
    const std::optional<CompilerPackage> package = package_of(to_string(tool), answer, tables);
    if (!package) return {};
    Lines lines{fmt::format("{} {}", package->distribution->install, shell_word(package->name))};
    const Lines after = nvcc_lines(answer, tables);
    if (after.empty()) return {};
    append(lines, after);
    return lines;
}

/// conda's name for the platform, as its compilers' packages have it.
std::optional<std::string_view> conda_platform(std::string_view system) {
    if (system == "x86_64-linux") return "linux-64";
    if (system == "aarch64-linux") return "linux-aarch64";
    return std::nullopt;
}

/// conda sets CXX to the compiler of the package when the environment is activated.
Lines conda_lines(const ToApply& answer, const Tables& tables) {
    const EnvironmentRow* channel = find_environment(tables, "conda-forge");
    const auto platform = conda_platform(answer.system);
    const bool is_gcc = answer.compiler && answer.compiler->family == Compiler::Family::gcc;
    if (!channel || !platform || !is_gcc || detour(answer) != Detour::none_needed) return {};
    const std::optional<CompilerPackage> package = package_in(tables, *channel, *answer.compiler);
    if (!package) return {};
    ToApply in_conda = answer;
    in_conda.environment = channel;
    in_conda.program.clear();
    in_conda.library.reset();
    Lines lines{fmt::format("{} gxx_{}={}", package->distribution->install, *platform, answer.compiler->major),
                "conda activate \"$CONDA_PREFIX\""};
    append(lines, nvcc_lines(in_conda, tables));
    return lines;
}

/// For a Nix file: the stdenv to build in, and the configuration of nixpkgs.
Lines nix_lines(const ToApply& answer, const Tables& tables) {
    if (detour(answer) != Detour::none_needed) return {};
    Lines lines;
    if (answer.compiler) {
        const std::string_view set = package_set(answer, tables);
        if (set.empty() || !is_choice_of_nixpkgs(answer, tables)) return {};
        lines.push_back(
            fmt::format("stdenv = pkgs.{}.backendStdenv;  # its mkDerivation in place of stdenv.mkDerivation", set));
    }
    if (const std::string list = list_as("nix", answer, tables); !list.empty())
        lines.push_back(fmt::format("config = {{ cudaSupport = true; {} }};", list));
    return lines;
}

/// Whether Spack refuses what nvcc takes: GCC 10 with CUDA up to 11.4.0 (source spack-cuda-conflicts). A spec names a
/// minor release, so that Spack finds a later one of 11.4.
bool is_refused_by_spack(Compiler compiler, Version release) {
    return compiler == Compiler{Compiler::Family::gcc, 10} && release < Version{11, 4};
}

/// A spec: Spack fills in the rest.
Lines spack_lines(const ToApply& answer, const Tables& tables) {
    const bool is_clang = answer.compiler && answer.compiler->family == Compiler::Family::clang;
    if (is_clang || detour(answer) != Detour::none_needed) return {};
    const std::string list = list_as("spack", answer, tables);
    if (answer.list && list.empty()) return {};
    std::string spec;
    if (answer.list) spec += " +cuda " + list;
    if (answer.compiler) spec += fmt::format(" %gcc@{}", answer.compiler->major);
    if (spec.empty()) return {};
    if (const auto release = only_release(answer)) {
        spec += fmt::format(" ^cuda@{}.{}", release->major, release->minor);
        if (answer.compiler && is_refused_by_spack(*answer.compiler, *release)) spec += "+allow-unsupported-compilers";
    }
    return {"spack install PACKAGE" + spec};
}

/// Absent: packages are installed there otherwise than by a command in an image.
std::optional<std::string> image_install(std::string_view manager, const std::string& package) {
    if (manager == "apt") return fmt::format("RUN apt-get update && apt-get install -y {}", package);
    if (manager == "dnf" || manager == "yum") return fmt::format("RUN {} install -y {}", manager, package);
    if (manager == "zypper") return fmt::format("RUN zypper --non-interactive install {}", package);
    if (manager == "pacman") return fmt::format("RUN pacman -Syu --noconfirm {}", package);
    return std::nullopt;
}

/// The header that hides what glibc and CUDA disagree on, written by a command.
std::string image_shim(std::string_view folder) {
    Lines words;
    for (std::string_view rest = glibc_shim_text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (line.starts_with('#')) words.push_back(shell_quoted(line));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return fmt::format("RUN mkdir -p {0}/bits && printf '%s\\n' {1} > {0}/{2}", folder, fmt::join(words, " "),
                       glibc_shim_header);
}

/// For a Dockerfile, whose base is the environment: `ENV` where a shell has `export`.
Lines docker_lines(const ToApply& answer, const Tables& tables) {
    Lines lines;
    Lines variables;
    const auto define = [&](std::string_view name, const std::string& value) {
        variables.push_back(fmt::format("{}=\"{}\"", name, value));
    };
    Lines flags;
    if (answer.compiler) {
        const DistributionRow* distribution = distribution_of(answer.environment, tables);
        const std::string_view manager = distribution ? manager_of(*distribution) : "apt";
        const std::optional<CompilerPackage> package = package_of(manager, answer, tables);
        const auto install = package ? image_install(manager, package->name) : std::nullopt;
        if (!install || !package->program) return {};
        lines.push_back(*install);
        const std::string program = shell_in_double_quotes(*package->program);
        if (heeds_variable(answer, tables) != false) define("NVCC_CCBIN", program);
        if (heeds_variable(answer, tables) != true) flags.push_back("-ccbin " + program);
        define("CUDAHOSTCXX", program);
    }
    if (detour(answer) != Detour::none_needed) {
        constexpr std::string_view folder = "/opt/glibc-shim";
        lines.push_back(image_shim(folder));
        flags.push_back(fmt::format("-isystem {}", folder));
    }
    if (!flags.empty()) define("NVCC_PREPEND_FLAGS", fmt::format("{}", fmt::join(flags, " ")));
    if (const std::string list = list_as("cmake", answer, tables); !list.empty()) define("CUDAARCHS", list);
    if (const std::string list = list_as("torch", answer, tables); !list.empty()) define("TORCH_CUDA_ARCH_LIST", list);
    if (!variables.empty()) lines.push_back(fmt::format("ENV {}", fmt::join(variables, " ")));
    return lines;
}

}  // namespace

std::span<const ApplyTool> apply_tools() noexcept { return all_apply_tools; }

std::optional<ApplyTool> find_apply_tool(std::string_view name) noexcept {
    const auto found = std::ranges::find(all_apply_tools, name, [](ApplyTool tool) { return to_string(tool); });
    return found == all_apply_tools.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> lines_to_type(ApplyTool tool, const ToApply& answer, const Tables& tables) {
    if (detour(answer) == Detour::none_known) return {};
    switch (tool) {
        case ApplyTool::nvcc: return nvcc_lines(answer, tables);
        case ApplyTool::cmake: return cmake_lines(answer, tables);
        case ApplyTool::make: return make_lines(answer, tables);
        case ApplyTool::torch: return torch_lines(answer, tables);
        case ApplyTool::conda: return conda_lines(answer, tables);
        case ApplyTool::nix: return nix_lines(answer, tables);
        case ApplyTool::apt:
        case ApplyTool::dnf:
        case ApplyTool::pacman: return manager_lines(tool, answer, tables);
        case ApplyTool::spack: return spack_lines(answer, tables);
        case ApplyTool::docker: return docker_lines(answer, tables);
    }
    return {};
}

bool hangs_on_environment(ApplyTool tool, const ToApply& answer, const Tables& tables) {
    if (answer.environment || !answer.compiler || package_of(to_string(tool), answer, tables)) return false;
    return std::ranges::any_of(tables.environments, [&](const EnvironmentRow& environment) {
        const std::optional<CompilerPackage> package = package_in(tables, environment, *answer.compiler);
        return package && package->program && manager_of(*package->distribution) == to_string(tool);
    });
}

bool is_for(ApplyTool tool, const EnvironmentRow* environment, const Tables& tables) {
    const bool is_manager = tool == ApplyTool::apt || tool == ApplyTool::dnf || tool == ApplyTool::pacman;
    const DistributionRow* distribution = distribution_of(environment, tables);
    return !is_manager || !distribution || manager_of(*distribution) == to_string(tool);
}

std::vector<ApplyTool> tools_that_fit(const ToApply& answer, const Tables& tables) {
    std::vector<ApplyTool> wanted;
    if (const DistributionRow* distribution = distribution_of(answer.environment, tables)) {
        if (distribution->id == "nixos") wanted.push_back(ApplyTool::nix);
        else if (const auto manager = find_apply_tool(manager_of(*distribution))) wanted.push_back(*manager);
    }
    wanted.push_back(ApplyTool::nvcc);
    for (const ApplyTool tool : wanted)
        if (!lines_to_type(tool, answer, tables).empty()) return {tool};
    return {};
}

}  // namespace cudastdenv
