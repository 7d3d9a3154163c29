// SPDX-License-Identifier: MIT
#include "plan/plan.hpp"

#include "core/format.hpp"
#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "findings/build_environment.hpp"
#include "resolve/component.hpp"
#include "resolve/drivers.hpp"
#include "resolve/resolve.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"

#include <fmt/ranges.h>

namespace cudastdenv {

namespace {

using Lines = std::vector<std::string>;

/// The host compiler's names in a shell, each quoted as one word if necessary.
struct HostProgram {
    std::string cxx;          ///< `g++-14`, `"$CXX"`
    std::string cc;           ///< `gcc-14`, `"$CC"`
    std::string flag;         ///< cxx within double quotes, as a word of nvcc's flags; empty: not possible
    std::string search = {};  ///< beginning of the first line with it, which finds its directory; empty: PATH has it
};

/// How a breakage of the answer is avoided.
enum class WorkaroundKind : std::uint8_t { not_needed, toolkit_headers, glibc_shim, not_known };

void append(Lines& lines, Lines more) { std::ranges::move(more, std::back_inserter(lines)); }

HostProgram called(const std::string& cxx) {
    return {.cxx = shell_word(cxx),
            .cc = shell_word(c_compiler_beside(cxx)),
            .flag = can_stand_in_flags(cxx) ? shell_in_double_quotes(flag_word(cxx)) : std::string()};
}

bool leaves_out(const Diagnostic& loss) {
    return loss.id.starts_with("entry-dropped") || loss.id == "machine-code-dropped";
}

/// The beginning of a shell line that needs the path of a file of a GCC. Without that GCC the line ends here.
std::string path_of_gcc(std::string_view variable, const std::string& program, std::string_view question) {
    return fmt::format("{}=$({} {}) && ", variable, shell_word(program), question);
}

/// Puts flags before the variable's old value. They are within double quotes.
std::string prepending(std::string_view variable, const Lines& flags) {
    return fmt::format("export {0}=\"{1} ${0}\"", variable, fmt::join(flags, " "));
}

std::string install_line(const CompilerPackage& package) {
    return fmt::format("{} {}", package.distribution->install, shell_word(package.name));
}

/// Whether it installs the packages of a distribution.
bool is_package_manager(PlanTool tool) {
    constexpr std::array managers{PlanTool::apt, PlanTool::dnf, PlanTool::pacman, PlanTool::zypper, PlanTool::emerge};
    return contains(managers, tool);
}

std::string_view manager_of(const DistributionRow& distribution) {
    return distribution.install.substr(0, distribution.install.find(' '));
}

const DistributionRow* distribution_of(const EnvironmentRow* environment, const Tables& tables) {
    return environment ? distribution_of(tables, *environment) : nullptr;
}

/// Absent: a command in an image cannot install packages there.
std::optional<std::string> image_install(std::string_view manager, const std::string& package) {
    if (manager == "apt") return fmt::format("RUN apt-get update && apt-get install -y {}", package);
    if (manager == "dnf" || manager == "yum") return fmt::format("RUN {} install -y {}", manager, package);
    if (manager == "zypper") return fmt::format("RUN zypper --non-interactive install {}", package);
    if (manager == "pacman") return fmt::format("RUN pacman -Syu --noconfirm {}", package);
    return std::nullopt;
}

/// The command that writes the header for the conflict of glibc and CUDA.
std::string image_shim(std::string_view folder) {
    Lines words;
    for (const std::string_view line : lines_of(glibc_shim_text))
        if (line.starts_with('#')) words.push_back(shell_quoted(line));
    return fmt::format("RUN mkdir -p {0}/bits && printf '%s\\n' {1} > {0}/{2}", folder, fmt::join(words, " "),
                       glibc_shim_header);
}

class PlanMaker {
public:
    PlanMaker(PlanTool tool, const PlanInput& answer, const Tables& tables)
        : tool_(tool),
          answer_(answer),
          tables_(tables),
          release_(answer.releases.min == answer.releases.max ? answer.releases.min : std::nullopt),
          workaround_(workaround_kind()),
          host_(host_program()) {}

    [[nodiscard]] Plan plan() const {
        Plan plan{.tool = tool_, .lines = lines()};
        if (!plan.lines.empty()) plan.changes = changes();
        else plan.depends_on_environment = depends_on_environment();
        return plan;
    }

    [[nodiscard]] Lines lines() const {
        if (workaround_ == WorkaroundKind::not_known) return {};
        if (tool_ == PlanTool::windows || is_windows(answer_.system)) return windows_lines();
        const bool is_for_shell = tool_ != PlanTool::nix && tool_ != PlanTool::docker && tool_ != PlanTool::spack;
        if (answer_.is_here && is_for_shell) return lines_here();
        Lines lines = lines_without_search();
        // Elsewhere than in lines for conda, its variable still has the default compiler.
        const bool is_other = is_in("conda-forge") && answer_.compiler &&
                              answer_.compiler != answer_.environment->compiler;
        if (is_for_shell && is_other && tool_ != PlanTool::conda && !lines.empty()) {
            Lines all = conda_install();
            if (!all.empty()) append(all, std::move(lines));
            return all;
        }
        const auto uses_directory = [](const std::string& line) { return line.find("$cc/") != line.npos; };
        const auto first = std::ranges::find_if(lines, uses_directory);
        if (host_ && tool_ != PlanTool::nix && first != lines.end()) first->insert(0, host_->search);
        return lines;
    }

    [[nodiscard]] Lines lines_without_search() const {
        switch (tool_) {
            case PlanTool::nvcc:
            case PlanTool::wsl: return nvcc_lines();
            case PlanTool::cmake: return cmake_lines();
            case PlanTool::make: return make_lines();
            case PlanTool::meson: return meson_lines();
            case PlanTool::bazel: return bazel_lines();
            case PlanTool::torch: return torch_lines();
            case PlanTool::conda: return conda_lines();
            case PlanTool::nix: return nix_lines();
            case PlanTool::apt:
            case PlanTool::dnf:
            case PlanTool::pacman:
            case PlanTool::zypper:
            case PlanTool::emerge: return manager_lines();
            case PlanTool::pip:
            case PlanTool::uv: return {};  // PyPI has no host compilers
            case PlanTool::spack: return spack_lines();
            case PlanTool::docker: return docker_lines();
            case PlanTool::windows: break;  // has lines of another shell
        }
        return {};
    }

    /// The package of the compiler. Without an environment: if all environments with that manager use the same package,
    /// and the usual name of the program. Absent: no package, or it depends on the environment.
    [[nodiscard]] std::optional<CompilerPackage> package_of(std::string_view manager) const {
        if (!answer_.compiler) return std::nullopt;
        if (answer_.environment) return package_in(tables_, *answer_.environment, *answer_.compiler);
        std::optional<CompilerPackage> only;
        for (const EnvironmentRow& environment : tables_.environments) {
            const DistributionRow* distribution = distribution_of(tables_, environment);
            if (!distribution || manager_of(*distribution) != manager) continue;
            const std::optional<CompilerPackage> package = package_in(tables_, environment, *answer_.compiler);
            if (!package) continue;
            if (only && only->name != package->name) return std::nullopt;
            only = package;
        }
        return only && only->program == cxx_program(*answer_.compiler, nullptr, tables_) ? only : std::nullopt;
    }

private:
    /// The package manager of the environment.
    [[nodiscard]] std::string_view own_manager(std::string_view otherwise) const {
        const DistributionRow* distribution = distribution_of(answer_.environment, tables_);
        return distribution ? manager_of(*distribution) : otherwise;
    }

    [[nodiscard]] std::optional<CompilerPackage> own_package() const { return package_of(own_manager("")); }

    /// The package of the compiler that the lines install; absent: they install none.
    [[nodiscard]] std::optional<CompilerPackage> package_to_install() const {
        if (tool_ == PlanTool::docker) return package_of(own_manager("apt"));
        if (answer_.is_here) return answer_.is_installed ? std::nullopt : own_package();
        return is_package_manager(tool_) ? package_of(to_string(tool_)) : std::nullopt;
    }

    /// The changes that the lines make, in their order.
    [[nodiscard]] std::vector<Change> changes() const {
        std::vector<Change> all;
        if (const auto package = package_to_install())
            all.push_back({ChangeKind::install, "package", {}, std::string(package->name)});
        const auto select = [&](std::string_view what, const std::optional<Compiler>& now, Compiler to) {
            all.push_back(
                {ChangeKind::select, what, now ? std::optional(to_string(*now)) : std::nullopt, to_string(to)});
        };
        if (answer_.compiler && answer_.compiler != answer_.now)
            select("host compiler", answer_.now, *answer_.compiler);
        if (answer_.headers) select("libstdc++ headers", {}, {Compiler::Family::gcc, answer_.headers->major});
        if (answer_.library) select("linked libstdc++", {}, {Compiler::Family::gcc, answer_.library->major});
        if (workaround_ == WorkaroundKind::glibc_shim)
            all.push_back({ChangeKind::set, "header", {}, std::string(glibc_shim_header)});
        if (workaround_ == WorkaroundKind::toolkit_headers)
            all.push_back({ChangeKind::set, "header directory", {}, answer_.toolkit_headers});
        // Makefiles and meson.build name their capabilities themselves.
        const PlanTool builder = is_package_manager(tool_) ? answer_.builder : tool_;
        const bool sets_list = answer_.is_here || (builder != PlanTool::make && builder != PlanTool::meson);
        if (std::string list = list_as("readable"); sets_list && !list.empty())
            all.push_back({ChangeKind::build_for, "GPU capabilities", {}, std::move(list)});
        return all;
    }

    /// Whether a named environment would give lines: those with that manager have different packages of the compiler.
    [[nodiscard]] bool depends_on_environment() const {
        if (answer_.environment || !answer_.compiler || package_of(to_string(tool_))) return false;
        return std::ranges::any_of(tables_.environments, [&](const EnvironmentRow& environment) {
            const std::optional<CompilerPackage> package = package_in(tables_, environment, *answer_.compiler);
            return package && package->program && manager_of(*package->distribution) == to_string(tool_);
        });
    }

    [[nodiscard]] bool is_in(std::string_view distribution) const {
        const DistributionRow* row = distribution_of(answer_.environment, tables_);
        return row && row->id == distribution;
    }

    /// The attribute of nixpkgs with the release and with the answer's compiler in its stdenv; empty if none.
    [[nodiscard]] std::string_view package_set() const {
        const EnvironmentRow* channel = is_in("nixos") ? answer_.environment
                                                       : find_environment(tables_, tables_.assumed_environment);
        if (!release_ || !channel) return {};
        const std::vector<Compiler> packaged = packaged_in(*channel);
        const Request request{.cuda = *release_,
                              .system = answer_.system,
                              .stdenv = stdenv_in(tables_, *channel),
                              .available = packaged,
                              .nixpkgs_exact = true};
        if (pick_host_compiler(tables_, request) != answer_.compiler) return {};
        return nixpkgs_set(*release_, answer_.environment, tables_);
    }

    /// Absent: no compiler in the answer, or its name is unknown.
    [[nodiscard]] std::optional<HostProgram> host_program() const {
        if (!answer_.compiler) return std::nullopt;
        // A name with control characters cannot be typed.
        if (!answer_.program.empty())
            return is_plain_text(answer_.program) ? std::optional(called(answer_.program)) : std::nullopt;
        if (is_in("nixos")) {
            const std::string_view set = package_set();
            if (set.empty()) return std::nullopt;
            return HostProgram{
                .cxx = "\"$cc/bin/g++\"",
                .cc = "\"$cc/bin/gcc\"",
                .flag = "$cc/bin/g++",
                .search = fmt::format("cc=$(nix-build '<nixpkgs>' --no-out-link -A {}.backendStdenv.cc) && ", set)};
        }
        if (is_in("conda-forge")) return HostProgram{.cxx = "\"$CXX\"", .cc = "\"$CC\"", .flag = "$CXX"};
        const std::optional<std::string> name = cxx_program(*answer_.compiler, answer_.environment, tables_);
        return name ? std::optional(called(*name)) : std::nullopt;
    }

    /// Whether nvcc reads its host compiler from NVCC_CCBIN in each possible release; absent: unknown, or not in all.
    [[nodiscard]] std::optional<bool> reads_variable() const {
        std::optional<bool> heeds;
        for (const Release& release : tables_.releases) {
            if (!answer_.releases.contains(release.version)) continue;
            const std::optional<bool> known = reads_ccbin_variable(tables_, release.version);
            if (!known || (heeds && heeds != known)) return std::nullopt;
            heeds = known;
        }
        return heeds;
    }

    [[nodiscard]] WorkaroundKind workaround_kind() const {
        const auto all_have = [&](Workaround way) {
            return std::ranges::all_of(answer_.advisories, [&](const AdvisoryRow* row) {
                return !row->breaks() || contains(row->workarounds, way);
            });
        };
        if (std::ranges::none_of(answer_.advisories, &AdvisoryRow::breaks)) return WorkaroundKind::not_needed;
        if (all_have(Workaround::isystem) && !answer_.toolkit_headers.empty()) return WorkaroundKind::toolkit_headers;
        return all_have(Workaround::glibc_shim) ? WorkaroundKind::glibc_shim : WorkaroundKind::not_known;
    }

    /// Empty without a list, if the release cannot build it, or if the format cannot express all of it: a shorter list
    /// is another build.
    [[nodiscard]] std::string list_as(std::string_view format) const {
        const auto is_built = [&](Capability capability) {
            const CapabilityRow* row = find_capability(tables_, capability);
            return row && (!release_ || row->nvcc.takes_in(*release_));
        };
        if (!answer_.list || !std::ranges::all_of(answer_.list->real, is_built)) return {};
        const SpellingContext context{tables_, answer_.system, release_};
        const Spelled spelled = write_list(*find_spelling(format), context, *answer_.list);
        return std::ranges::any_of(spelled.losses, leaves_out) ? std::string() : spelled.text;
    }

    /// The C++ compiler to query; absent: none, or its name is unknown.
    [[nodiscard]] std::optional<std::string> program_of(const std::optional<GccQuery>& gcc) const {
        if (!gcc) return std::nullopt;
        if (!gcc->program.empty()) return is_plain_text(gcc->program) ? std::optional(gcc->program) : std::nullopt;
        return cxx_program({Compiler::Family::gcc, gcc->major}, answer_.environment, tables_);
    }

    /// The flags for NVCC_PREPEND_FLAGS without the compiler, in the order of `env`.
    [[nodiscard]] Lines nvcc_flags() const {
        Lines flags;
        if (workaround_ == WorkaroundKind::toolkit_headers)
            flags.push_back("-isystem " + shell_in_double_quotes(flag_word(answer_.toolkit_headers)));
        if (program_of(answer_.headers)) flags.emplace_back(headers_flag());
        if (program_of(answer_.library)) {
            flags.emplace_back("-L ${libs%/*}");
            // An environment's programs load the newest libstdc++ of its compilers.
            if (!answer_.environment) flags.emplace_back("-Xlinker -rpath=${libs%/*}");
        }
        if (!answer_.toolkit_libraries.empty())
            flags.push_back("-L " + shell_in_double_quotes(flag_word(answer_.toolkit_libraries)));
        return flags;
    }

    /// Makes the Clang use the libstdc++ headers that the variable `headers` has.
    [[nodiscard]] std::string headers_flag() const {
        switch (clang_headers_option(answer_.compiler->major)) {
            case ClangHeadersOption::gcc_install_dir: return "-Xcompiler --gcc-install-dir=${headers%/*}";
            case ClangHeadersOption::stdlib_isystem: return "$headers";
            case ClangHeadersOption::no_standard_path:
                return "-Xcompiler -nostdinc++,-Wno-unused-command-line-argument $headers";
        }
        return {};
    }

    /// The beginning of a shell line that needs the headers of a GCC.
    [[nodiscard]] std::string headers_search(const std::string& gcc) const {
        const ClangHeadersOption option = clang_headers_option(answer_.compiler->major);
        if (option == ClangHeadersOption::gcc_install_dir)
            return path_of_gcc("headers", gcc, "-print-libgcc-file-name");
        const std::string_view flag = option == ClangHeadersOption::stdlib_isystem ? "-Xcompiler -stdlib++-isystem"
                                                                                   : "-isystem ";
        return fmt::format("headers=$({} -v -xc++ -fsyntax-only /dev/null 2>&1 | sed -n 's/^ \\(.*c++.*\\)$/{}\\1/p' | "
                           "tr '\\n' ' ') && [ -n \"$headers\" ] && ",
                           shell_word(gcc), flag);
    }

    /// The lines for nvcc that every build in a shell needs, without the compiler's name. `for_linker`: also for
    /// programs that are linked without nvcc.
    [[nodiscard]] Lines flags_lines(Lines flags = {}, bool for_linker = false) const {
        if (workaround_ == WorkaroundKind::glibc_shim) {
            SetupOptions options = setup_options();
            options.glibc_shim = usual_shim_folder;
            return {setup_line(options)};
        }
        append(flags, nvcc_flags());
        if (flags.empty()) return {};
        // The files whose directories are in nvcc's flags, as shell variables.
        std::string line;
        if (const auto owner = program_of(answer_.headers)) line += headers_search(*owner);
        if (const auto owner = program_of(answer_.library))
            line += path_of_gcc("libs", *owner, "-print-file-name=libstdc++.so");
        line += prepending("NVCC_PREPEND_FLAGS", flags);
        if (for_linker && program_of(answer_.library))
            line += fmt::format(" LDFLAGS=\"-L${{libs%/*}}{} $LDFLAGS\"",
                                answer_.environment ? "" : " -Wl,-rpath,${libs%/*}");
        return {line};
    }

    /// The command that sets up everything in a shell of this machine.
    [[nodiscard]] SetupOptions setup_options() const {
        SetupOptions options = answer_.setup;
        // Without it, only compilers of the default one's family are candidates.
        const bool is_other_family = answer_.compiler && answer_.now && answer_.compiler->family != answer_.now->family;
        if (answer_.is_here && is_other_family) options.stdenv = to_string(*answer_.compiler);
        if (release_ && !answer_.is_here) options.cuda = fmt::format("{}.{}", release_->major, release_->minor);
        if (answer_.builder == PlanTool::torch) options.consumer = "torch";
        return options;
    }

    /// Installs the compiler, if it is not there. The command finds the rest on the machine.
    [[nodiscard]] Lines lines_here() const {
        Lines lines;
        if (!answer_.is_installed) {
            const std::optional<CompilerPackage> package = own_package();
            if (!package) return {};
            lines.push_back(install_line(*package));
        }
        SetupOptions options = setup_options();
        if (workaround_ == WorkaroundKind::glibc_shim) options.glibc_shim = usual_shim_folder;
        lines.push_back(setup_line(options));
        if (answer_.compiler && answer_.overrides_ccbin) lines.push_back(override_line("$CUDAHOSTCXX"));
        return lines;
    }

    /// nvcc uses the last -ccbin, wherever it comes from.
    static std::string override_line(std::string_view cxx) {
        return fmt::format("export NVCC_APPEND_FLAGS=\"$NVCC_APPEND_FLAGS -ccbin {}\"", cxx);
    }

    /// The same with the compiler's name in nvcc's variables; empty: not possible.
    [[nodiscard]] Lines shell_lines(bool for_linker = false) const {
        const bool is_set_up = workaround_ == WorkaroundKind::glibc_shim;
        if (!answer_.compiler || answer_.is_default || (is_set_up && !answer_.overrides_ccbin))
            return flags_lines({}, for_linker);
        const std::optional<bool> heeds = reads_variable();
        const bool is_flag = heeds != true || answer_.overrides_ccbin;
        if (!host_ || (is_flag && host_->flag.empty())) return {};
        if (answer_.overrides_ccbin) {
            Lines lines = flags_lines({}, for_linker);
            lines.push_back(override_line(host_->flag));
            return lines;
        }
        Lines lines;
        if (heeds != false) lines.push_back("export NVCC_CCBIN=" + host_->cxx);
        append(lines, flags_lines(is_flag ? Lines{"-ccbin " + host_->flag} : Lines{}, for_linker));
        return lines;
    }

    [[nodiscard]] Lines nvcc_lines() const {
        Lines lines = shell_lines();
        if (lines.empty() && answer_.compiler) return {};
        if (const std::string list = list_as("gencode"); !list.empty()) lines.push_back("nvcc " + list);
        return lines;
    }

    [[nodiscard]] Lines cmake_lines() const {
        if (answer_.compiler && !host_) return {};
        Lines lines = flags_lines({}, true);
        std::string configure = "cmake -B build";
        if (host_) {
            // CMake prefers the variable to the definition.
            lines.push_back("export CUDAHOSTCXX=" + host_->cxx);
            configure += " -DCMAKE_CUDA_HOST_COMPILER=" + host_->cxx;
            if (answer_.with_find_cuda) configure += " -DCUDA_HOST_COMPILER=" + host_->cxx;
        }
        if (const std::string list = list_as("cmake"); !list.empty())
            configure += " -DCMAKE_CUDA_ARCHITECTURES=" + shell_word(list);
        if (configure != "cmake -B build") lines.push_back(configure);
        return lines;
    }

    /// Makefiles share no variable for capabilities.
    [[nodiscard]] Lines make_lines() const {
        Lines lines = shell_lines(true);
        if (lines.empty()) return {};
        // Many Makefiles pass CXX to nvcc; those of NVIDIA's samples pass HOST_COMPILER.
        if (host_)
            lines.push_back(fmt::format("make CC={} CXX={} HOST_COMPILER={}", host_->cc, host_->cxx, host_->cxx));
        return lines;
    }

    /// A project names its capabilities in meson.build. Meson passes this option to nvcc as -ccbin.
    [[nodiscard]] Lines meson_lines() const {
        if (answer_.compiler && !host_) return {};
        Lines lines = flags_lines({}, true);
        if (host_) lines.push_back("meson setup build -Dcuda_ccbindir=" + host_->cxx);
        return lines;
    }

    /// With rules_cuda, nvcc's host compiler is that of Bazel's C++ toolchain, which is configured from CC.
    [[nodiscard]] Lines bazel_lines() const {
        const std::string list = list_as("rules_cuda");
        const bool has_flags = workaround_ != WorkaroundKind::not_needed || !nvcc_flags().empty();
        if ((answer_.compiler && !host_) || has_flags) return {};
        std::string line = "bazel build";
        if (host_) line += " --repo_env=CC=" + host_->cc;
        if (!list.empty()) line += ' ' + shell_word(list);
        return line == "bazel build" ? Lines{} : Lines{line + " //..."};
    }

    /// For the Windows command prompt. The tables have no host compiler of Windows.
    [[nodiscard]] Lines windows_lines() const {
        if (answer_.compiler || workaround_ != WorkaroundKind::not_needed || !nvcc_flags().empty()) return {};
        const auto builds_with = [&](PlanTool builder) {
            return tool_ == builder || (tool_ == PlanTool::windows && answer_.builder == builder);
        };
        std::string list;
        std::optional<std::string> word;
        const auto has_list = [&](std::string_view format) { return !(list = list_as(format)).empty(); };
        if (builds_with(PlanTool::cmake)) {
            if (has_list("cmake")) word = cmd_word("-DCMAKE_CUDA_ARCHITECTURES=" + list);
            return word ? Lines{"cmake -B build " + *word} : Lines{};
        }
        if (builds_with(PlanTool::torch)) {
            if (has_list("torch")) word = cmd_quoted("TORCH_CUDA_ARCH_LIST=" + list);
            return word ? Lines{"set " + *word} : Lines{};
        }
        if (builds_with(PlanTool::bazel)) {
            if (has_list("rules_cuda")) word = cmd_word(list);
            return word ? Lines{"bazel build " + *word + " //..."} : Lines{};
        }
        const bool is_nvcc = tool_ == PlanTool::nvcc || tool_ == PlanTool::windows;
        return is_nvcc && has_list("gencode") ? Lines{"nvcc " + list} : Lines{};
    }

    /// PyTorch checks CXX for extensions, and passes CC to nvcc.
    [[nodiscard]] Lines torch_lines() const {
        if (answer_.compiler && !host_) return {};
        Lines lines = flags_lines({}, true);
        if (host_) lines.push_back(fmt::format("export CC={} CXX={}", host_->cc, host_->cxx));
        if (const std::string list = list_as("torch"); !list.empty())
            lines.push_back("export TORCH_CUDA_ARCH_LIST=" + shell_word(list));
        return lines;
    }

    /// For a distribution's package manager: the package, and the settings of the tool that builds.
    [[nodiscard]] Lines manager_lines() const {
        if (!is_for(tool_, answer_.environment, tables_)) return {};
        const std::optional<CompilerPackage> package = package_of(to_string(tool_));
        if (!package) return {};
        Lines lines{install_line(*package)};
        const Lines after = PlanMaker(answer_.builder, answer_, tables_).lines();
        if (after.empty()) return {};
        append(lines, after);
        return lines;
    }

    /// conda sets CXX to the compiler of the package when the environment is activated.
    [[nodiscard]] Lines conda_install() const {
        const EnvironmentRow* channel = find_environment(tables_, "conda-forge");
        // conda's name for the platform, as in its compilers' packages.
        const std::string_view platform = answer_.system == "x86_64-linux"    ? "linux-64"
                                          : answer_.system == "aarch64-linux" ? "linux-aarch64"
                                                                              : "";
        const bool is_gcc = answer_.compiler && answer_.compiler->family == Compiler::Family::gcc;
        if (!channel || platform.empty() || !is_gcc || workaround_ != WorkaroundKind::not_needed) return {};
        const std::optional<CompilerPackage> package = package_in(tables_, *channel, *answer_.compiler);
        if (!package) return {};
        return {fmt::format("{} gxx_{}={}", package->distribution->install, platform, answer_.compiler->major),
                "conda activate \"$CONDA_PREFIX\""};
    }

    [[nodiscard]] Lines conda_lines() const {
        Lines lines = conda_install();
        if (lines.empty()) return {};
        PlanInput in_conda = answer_;
        in_conda.environment = find_environment(tables_, "conda-forge");
        in_conda.program.clear();
        in_conda.library.reset();
        append(lines, PlanMaker(PlanTool::nvcc, in_conda, tables_).nvcc_lines());
        return lines;
    }

    /// For a Nix file: the stdenv to build in, and the configuration of nixpkgs.
    [[nodiscard]] Lines nix_lines() const {
        if (workaround_ != WorkaroundKind::not_needed) return {};
        Lines lines;
        if (answer_.compiler) {
            const std::string_view set = package_set();
            if (set.empty()) return {};
            lines.push_back(fmt::format(
                "stdenv = pkgs.{}.backendStdenv;  # its mkDerivation in place of stdenv.mkDerivation", set));
        }
        if (const std::string list = list_as("nix"); !list.empty())
            lines.push_back(fmt::format("config = {{ cudaSupport = true; {} }};", list));
        return lines;
    }

    /// A spec; Spack completes it.
    [[nodiscard]] Lines spack_lines() const {
        const bool is_clang = answer_.compiler && answer_.compiler->family == Compiler::Family::clang;
        if (is_clang || workaround_ != WorkaroundKind::not_needed) return {};
        const std::string list = list_as("spack");
        if (answer_.list && list.empty()) return {};
        std::string spec;
        if (answer_.list) spec += " +cuda " + list;
        if (answer_.compiler) spec += fmt::format(" %gcc@{}", answer_.compiler->major);
        if (spec.empty()) return {};
        if (release_) {
            spec += fmt::format(" ^cuda@{}.{}", release_->major, release_->minor);
            // Spack refuses GCC 10 with CUDA up to 11.4.0, which nvcc supports (source spack-cuda-conflicts). A spec
            // names a minor release, so that Spack finds a later one of 11.4.
            if (answer_.compiler == Compiler{Compiler::Family::gcc, 10} && *release_ < Version{11, 4})
                spec += "+allow-unsupported-compilers";
        }
        return {"spack install PACKAGE" + spec};
    }

    /// For a Dockerfile based on the environment: `ENV` in place of a shell's `export`.
    [[nodiscard]] Lines docker_lines() const {
        Lines lines;
        Lines variables;
        const auto define = [&](std::string_view name, const std::string& value) {
            if (!value.empty()) variables.push_back(fmt::format("{}=\"{}\"", name, value));
        };
        Lines flags;
        if (answer_.compiler) {
            const std::string_view manager = own_manager("apt");
            const std::optional<CompilerPackage> package = package_of(manager);
            const auto install = package ? image_install(manager, package->name) : std::nullopt;
            if (!install || !package->program) return {};
            lines.push_back(*install);
            const std::string program = shell_in_double_quotes(*package->program);
            if (reads_variable() != false) define("NVCC_CCBIN", program);
            if (reads_variable() != true) flags.push_back("-ccbin " + program);
            define("CUDAHOSTCXX", program);
        }
        if (workaround_ != WorkaroundKind::not_needed) {
            constexpr std::string_view folder = "/opt/glibc-shim";
            lines.push_back(image_shim(folder));
            flags.push_back(fmt::format("-isystem {}", folder));
        }
        define("NVCC_PREPEND_FLAGS", fmt::format("{}", fmt::join(flags, " ")));
        define("CUDAARCHS", list_as("cmake"));
        define("TORCH_CUDA_ARCH_LIST", list_as("torch"));
        if (!variables.empty()) lines.push_back(fmt::format("ENV {}", fmt::join(variables, " ")));
        return lines;
    }

    PlanTool tool_;
    const PlanInput& answer_;
    const Tables& tables_;
    std::optional<Version> release_;  // if it is exactly one
    WorkaroundKind workaround_;
    std::optional<HostProgram> host_;
};

/// The first line of instructions for packages that no distribution has.
constexpr std::string_view nvidia_repository =
    "# from NVIDIA's repository: https://developer.nvidia.com/cuda-downloads";

/// The attribute for each ComponentOutput of a package in nixpkgs.
constexpr std::array nix_getters{"getDev", "getLib", "getOutput \"static\"", "getOutput \"stubs\"", "getBin"};

std::string nix_input(const ComponentPackage& package, std::string_view nix_set) {
    // Programs run on the build platform; all other files are for the host platform.
    const bool is_program = package.output == ComponentOutput::bin;
    return fmt::format("{} = [ (lib.{} {}.{}) ];", is_program ? "nativeBuildInputs" : "buildInputs",
                       nix_getters.at(static_cast<std::size_t>(package.output)), nix_set, package.name);
}

/// A driver cannot be packaged with the program, which must find the machine's.
std::vector<Plan> driver_plans(const ComponentFile& file) {
    const std::string program = file.kind == ComponentFileKind::tool ? file.name : "nvidia-smi";
    const std::vector<Change> changes{{ChangeKind::set, "driver's files", {}, {}}};
    std::vector<Plan> all;
    if (file.kind == ComponentFileKind::shared_library)
        all = {{PlanTool::nix,
                changes,
                {"nativeBuildInputs = [ autoAddDriverRunpath ];",
                 fmt::format("autoPatchelfIgnoreMissingDeps = [ \"{}\" ];", file.name),
                 "# to run it outside of NixOS: nixGLNvidia PROGRAM"}}};
    all.push_back({PlanTool::docker, changes, {"docker run --gpus all IMAGE " + program}});
    return all;
}

}  // namespace

Plan make_plan(PlanTool tool, const PlanInput& answer, const Tables& tables) {
    return PlanMaker(tool, answer, tables).plan();
}

std::vector<Plan> plans_for_file(const Tables& tables, const ComponentFile& file, Version release,
                                 bool is_release_known, std::string_view nix_set, std::string_view system) {
    const bool is_on_windows = is_windows(system);
    if (file.is_drivers()) return is_on_windows ? std::vector<Plan>() : driver_plans(file);
    std::vector<Plan> all;
    for (const ComponentPackage& package : packages_with(tables, file, release)) {
        const std::string& name = package.name;
        const auto add = [&](PlanTool tool, Lines lines) {
            if (!is_for_system(tool, system)) return;
            all.push_back({tool, {{ChangeKind::install, "package", {}, name}}, std::move(lines)});
        };
        const std::string conda = "conda install -c conda-forge " + name;
        switch (package.manager) {
            case PackageSource::nixpkgs:
                if (!nix_set.empty()) add(PlanTool::nix, {nix_input(package, nix_set)});
                break;
            case PackageSource::conda:
                add(PlanTool::conda,
                    {is_release_known ? fmt::format("{} cuda-version={}.{}", conda, release.major, release.minor)
                                      : conda});
                break;
            // The names of these packages contain a release.
            case PackageSource::apt:
                if (is_release_known) add(PlanTool::apt, {std::string(nvidia_repository), "apt install " + name});
                break;
            case PackageSource::pip:
                if (!is_release_known) break;
                // NVIDIA's wheel requires the version of the component's wheel that belongs to the release.
                if (const std::optional<std::string_view>& extra = package.extra; extra || file.has_own_releases()) {
                    const std::string wheel =
                        extra ? fmt::format("cuda-toolkit[{}]=={}.{}.*", *extra, release.major, release.minor) : name;
                    const auto word = is_on_windows ? cmd_word(wheel) : std::optional(shell_word(wheel));
                    if (!word) break;
                    add(PlanTool::pip, {"pip install " + *word});
                    add(PlanTool::uv, {"uv pip install " + *word});
                }
                break;
        }
    }
    return all;
}

std::vector<Plan> plans_for_compat_package(Version release, const EnvironmentRow* environment, const Tables& tables) {
    for (const PlanTool tool : {PlanTool::apt, PlanTool::dnf}) {
        if (!is_manager_of(tool, environment, tables)) continue;
        const std::string name = fmt::format("cuda-compat-{}-{}", release.major, release.minor);
        const std::string folder = fmt::format("/usr/local/cuda-{}.{}/compat", release.major, release.minor);
        return {{tool,
                 {{ChangeKind::install, "package", {}, name}, {ChangeKind::set, "LD_LIBRARY_PATH", {}, folder}},
                 {std::string(nvidia_repository), fmt::format("{} install {}", tool, name),
                  fmt::format("export LD_LIBRARY_PATH={}:$LD_LIBRARY_PATH", folder)}}};
    }
    return {};
}

bool is_for_system(PlanTool tool, std::string_view system) noexcept {
    if (!is_windows(system)) return tool != PlanTool::windows;
    constexpr std::array tools{PlanTool::windows, PlanTool::cmake, PlanTool::conda, PlanTool::pip, PlanTool::uv};
    return contains(tools, tool);
}

bool is_for(PlanTool tool, const EnvironmentRow* environment, const Tables& tables) {
    return !environment || !is_package_manager(tool) || is_manager_of(tool, environment, tables);
}

bool is_manager_of(PlanTool tool, const EnvironmentRow* environment, const Tables& tables) {
    const DistributionRow* distribution = distribution_of(environment, tables);
    if (!distribution) return false;
    return distribution->id == "nixos" ? tool == PlanTool::nix : manager_of(*distribution) == to_string(tool);
}

std::vector<Plan> plan_that_fits(const PlanInput& answer, const Tables& tables) {
    if (is_windows(answer.system)) {
        Plan plan = make_plan(PlanTool::windows, answer, tables);
        return plan.lines.empty() ? std::vector<Plan>() : std::vector<Plan>{std::move(plan)};
    }
    std::vector<PlanTool> wanted;
    if (const DistributionRow* distribution = distribution_of(answer.environment, tables)) {
        if (distribution->id == "nixos") wanted.push_back(PlanTool::nix);
        else if (const auto manager = enumerator_named<PlanTool>(manager_of(*distribution));
                 manager && !answer.is_default && !(answer.is_here && answer.is_installed) &&
                 answer.builder != PlanTool::docker)  // installs the package in the image
            wanted.push_back(*manager);
    }
    wanted.insert(wanted.end(), {answer.builder, PlanTool::nvcc});
    for (const PlanTool tool : wanted)
        if (Plan plan = make_plan(tool, answer, tables); !plan.lines.empty()) return {std::move(plan)};
    return {};
}

std::string_view nixpkgs_set(Version release, const EnvironmentRow* environment, const Tables& tables) {
    const DistributionRow* distribution = distribution_of(environment, tables);
    const bool is_channel = distribution && distribution->id == "nixos";
    const PackageSetRow* row = find_package_set(tables, is_channel ? environment->id : tables.assumed_environment,
                                                fmt::format("cudaPackages_{}_{}", release.major, release.minor));
    return row ? row->attribute : std::string_view{};
}

std::optional<std::string> cxx_program(Compiler compiler, const EnvironmentRow* environment, const Tables& tables) {
    const std::string by_number = fmt::format("{}-{}", compiler.family == Compiler::Family::gcc ? "g++" : "clang++",
                                              compiler.major);
    if (!environment || compiler.family == Compiler::Family::clang) return by_number;
    const std::optional<CompilerPackage> package = package_in(tables, *environment, compiler);
    return package ? package->program : std::optional(by_number);
}

std::string c_compiler_beside(const std::string& cxx) {
    const std::size_t name = cxx.rfind('/') == cxx.npos ? 0 : cxx.rfind('/') + 1;
    const std::size_t plus = cxx.find("++", name);
    if (plus == cxx.npos) return cxx;
    const std::string_view before = std::string_view(cxx).substr(name, plus - name);
    const std::string_view ending = before.ends_with("clang") ? "" : before.ends_with('g') ? "cc" : "c";
    return std::string(cxx).replace(plus, 2, ending);
}

}  // namespace cudastdenv
