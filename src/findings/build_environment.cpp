// SPDX-License-Identifier: MIT
#include "findings/build_environment.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"

namespace cudastdenv {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view nvcc_flags = "NVCC_PREPEND_FLAGS";
constexpr std::string_view last_nvcc_flags = "NVCC_APPEND_FLAGS";
constexpr std::string_view link_flags = "LDFLAGS";

/// The variable that records what was added to another variable.
std::string record_name(std::string_view name) { return "CUDASTDENV_ADDED_" + std::string(name); }

/// The variable that records the user's value of another variable which was replaced, or of which a part was removed.
std::string former_name(std::string_view name) { return "CUDASTDENV_FORMER_" + std::string(name); }

/// Empty if the variable is not set.
std::string value_of(const Variables& variables, std::string_view name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
}

/// The text that is prepended to the user's value of a variable.
struct Added {
    std::string text;
    std::vector<std::string_view> purposes;

    /// A flag.
    void add(std::string_view option, const fs::path& path, std::string_view purpose) {
        text += (text.empty() ? "" : " ") + std::string(option) + flag_word(path);
        if (purposes.empty() || purposes.back() != purpose) purposes.push_back(purpose);
    }
};

Added added_to_nvcc(const BuildChoice& choice) {
    Added added;
    if (!choice.nvcc_heeds_ccbin.value_or(false))
        added.add("-ccbin ", choice.compiler->path,
                  choice.nvcc_heeds_ccbin ? "env-flags-host-compiler" : "env-flags-host-compiler-too");
    // In this order, the shim precedes every other header directory.
    if (!choice.glibc_shim.empty()) added.add("-isystem ", choice.glibc_shim, "env-glibc-shim");
    if (!choice.toolkit_headers.empty()) added.add("-isystem ", choice.toolkit_headers, "env-toolkit-headers");
    for (const fs::path& folder : choice.clang_headers.folders) switch (choice.clang_headers.option) {
            case ClangHeadersOption::gcc_install_dir:
                added.add("-Xcompiler --gcc-install-dir=", folder, "env-clang-headers");
                break;
            case ClangHeadersOption::stdlib_isystem:
                added.add("-Xcompiler -stdlib++-isystem", folder, "env-clang-headers");
                break;
            case ClangHeadersOption::no_standard_path:
                // Clang warns that it does not use the first option when it links.
                added.add(&folder == &choice.clang_headers.folders.front()
                              ? "-Xcompiler -nostdinc++,-Wno-unused-command-line-argument -isystem "
                              : "-isystem ",
                          folder, "env-clang-headers");
                break;
        }
    if (choice.link) {
        // nvcc passes it on when it links, but not when it compiles.
        added.add("-L ", choice.link->folder, "env-newer-libstdcxx");
        if (choice.link->needs_run_path) added.add("-Xlinker -rpath=", choice.link->folder, "env-newer-libstdcxx");
    }
    if (!choice.toolkit_libraries.empty()) added.add("-L ", choice.toolkit_libraries, "env-toolkit-libraries");
    return added;
}

Added added_to_linker(const BuildChoice& choice) {
    Added added;
    if (!choice.link) return added;
    added.add("-L", choice.link->folder, "env-newer-libstdcxx");
    if (choice.link->needs_run_path) added.add("-Wl,-rpath,", choice.link->folder, "env-newer-libstdcxx");
    return added;
}

/// The user's value with what was removed from it. `value`: without that, perhaps changed by the user since.
std::string restored(const std::string& value, const std::string& former) {
    const std::string kept = split_host_compiler(former).others;
    // A host compiler that was named since is the user's newer wish.
    if (!split_host_compiler(value).host_compiler.empty()) return value;
    if (kept.empty()) return value.empty() ? former : former + ' ' + value;
    if (value.starts_with(kept)) return former + value.substr(kept.size());
    if (value.ends_with(kept)) return value.substr(0, value.size() - kept.size()) + former;
    return value;
}

/// The user's value of a variable, without the changes of an earlier environment: the prefix and the separator after
/// it, and a removed host compiler.
std::string own_value(const Variables& now, std::string_view name) {
    std::string value = value_of(now, name);
    const std::string added = value_of(now, record_name(name)), former = value_of(now, former_name(name));
    if (!added.empty() && value.starts_with(added))
        value = value.size() == added.size() ? std::string() : value.substr(added.size() + 1);
    return former.empty() ? value : restored(value, former);
}

/// Absent if empty, because programs interpret an empty value as their default.
std::optional<ForeignText> value_or_none(const std::string& value) {
    return value.empty() ? std::nullopt : std::optional(ForeignText{value});
}

/// Sets or unsets a variable that records what --unset needs.
void remember(std::vector<Assignment>& assignments, const Variables& now, const std::string& name,
              const std::optional<ForeignText>& value) {
    if (!value && !now.contains(name)) return;
    assignments.push_back({name, value, {}, {}});
    if (value) assignments.back().purposes = {"env-remembered"};
}

/// Prepends text to the part of the user's value of a variable that stays, or only undoes an earlier environment.
void assign_prepended(std::vector<Assignment>& assignments, const Variables& now, std::string_view name, Added added,
                      char separator, const std::string& kept) {
    const std::string own = own_value(now, name), memory = record_name(name), former = former_name(name);
    const bool is_shortened = kept != own;
    if (is_shortened) added.purposes.emplace_back("env-other-host-compiler");
    if (added.purposes.empty() && value_of(now, memory).empty() && !now.contains(former)) return;
    const std::string between = added.text.empty() || kept.empty() ? "" : std::string(1, separator);
    assignments.push_back({std::string(name), value_or_none(added.text + between + kept), {}, added.purposes});
    remember(assignments, now, memory, value_or_none(added.text));
    remember(assignments, now, former, is_shortened ? std::optional(ForeignText{own}) : std::nullopt);
}

/// The same with all of the user's value.
void assign_prepended(std::vector<Assignment>& assignments, const Variables& now, std::string_view name,
                      const Added& added, char separator) {
    assign_prepended(assignments, now, name, added, separator, own_value(now, name));
}

/// Replaces the user's value of a variable. With an empty value, restores it.
void assign_replacing(std::vector<Assignment>& assignments, const Variables& now, std::string_view name,
                      const std::string& value, std::string_view purpose) {
    // Empty if the variable was not set.
    const std::string memory = former_name(name);
    const bool was_replaced = now.contains(memory);
    if (value.empty() && !was_replaced) return;
    const ForeignText former{value_of(now, was_replaced ? memory : name)};
    assignments.push_back({std::string(name), value.empty() ? value_or_none(former) : ForeignText{value}, {}, {}});
    if (!value.empty()) assignments.back().purposes = {purpose};
    remember(assignments, now, memory, value.empty() ? std::nullopt : std::optional(former));
}

/// Makes shells and build systems find the toolkit, or restores what they found before.
void assign_toolkit(std::vector<Assignment>& assignments, const Variables& now, const ToolkitToFront& toolkit) {
    Added folder{toolkit.nvcc.parent_path().string(), {}};
    if (!folder.text.empty()) folder.purposes = {"env-toolkit-path"};
    assign_prepended(assignments, now, "PATH", folder, ':');
    assign_replacing(assignments, now, "CUDA_HOME", toolkit.root.string(), "env-toolkit-home");
    assign_replacing(assignments, now, "CUDACXX", toolkit.nvcc.string(), "env-toolkit-nvcc");
}

/// PyTorch's extensions are compiled with these, or with the user's own again.
void assign_compilers(std::vector<Assignment>& assignments, const Variables& now, const CompilerPair& compilers) {
    assign_replacing(assignments, now, "CC", compilers.cc.string(), "env-torch-compilers");
    assign_replacing(assignments, now, "CXX", compilers.cxx.string(), "env-torch-compilers");
}

}  // namespace

fs::path unfit_folder(const BuildChoice& choice) {
    std::vector<fs::path> in_flags;
    if (!choice.nvcc_heeds_ccbin.value_or(false)) in_flags.push_back(choice.compiler->path);
    in_flags.insert(in_flags.end(), {choice.glibc_shim, choice.toolkit_headers, choice.toolkit_libraries});
    in_flags.insert(in_flags.end(), choice.clang_headers.folders.begin(), choice.clang_headers.folders.end());
    if (choice.link) in_flags.push_back(choice.link->folder);
    // PATH has no escape for a colon, so its directory must not contain one.
    if (choice.toolkit.nvcc.string().find(':') != std::string::npos) return choice.toolkit.nvcc.parent_path();
    const auto unfit = std::ranges::find_if_not(in_flags, can_stand_in_flags);
    return unfit == in_flags.end() ? fs::path() : *unfit;
}

bool takes_other_headers(const HostCompiler& chosen, const FoundCompiler& compiler) noexcept {
    return chosen.compiler.family == Compiler::Family::clang && chosen.headers &&
           chosen.headers != compiler.libstdcxx_headers;
}

const FoundCompiler* headers_owner(const Host& host, const HostCompiler& chosen,
                                   const FoundCompiler& compiler) noexcept {
    if (!takes_other_headers(chosen, compiler)) return nullptr;
    return find_compiler(host, {Compiler::Family::gcc, *chosen.headers});
}

ClangHeadersOption clang_headers_option(int clang_major) noexcept {
    constexpr int first_with_install_dir = 16, first_with_stdlib_isystem = 11;
    if (clang_major >= first_with_install_dir) return ClangHeadersOption::gcc_install_dir;
    return clang_major >= first_with_stdlib_isystem ? ClangHeadersOption::stdlib_isystem
                                                    : ClangHeadersOption::no_standard_path;
}

ClangHeaders headers_of(const FoundCompiler& gcc, Compiler clang) {
    ClangHeaders headers{clang_headers_option(clang.major)};
    if (headers.option == ClangHeadersOption::gcc_install_dir) {
        if (!gcc.libstdcxx.empty()) headers.folders = {gcc.libstdcxx.parent_path()};
        return headers;
    }
    // A GCC searches those of libstdc++ first: /usr/include/c++/11, /usr/include/x86_64-linux-gnu/c++/11.
    std::ranges::copy_if(gcc.system_folders, std::back_inserter(headers.folders), [](const fs::path& folder) {
        return std::ranges::find(folder, fs::path("c++")) != folder.end();
    });
    return headers;
}

std::string setup_command(const SetupOptions& options) {
    std::string command = "cudastdenv env";
    const auto add = [&](std::string_view name, const std::string& value, std::string_view usual = {}) {
        if (value.empty() || value == usual) return;
        // The shell must see the tilde.
        const bool at_home = name == "glibc-shim" && value.starts_with("~/");
        command += " --" + std::string(name) + " " + (at_home ? "~/" + shell_word(value.substr(2)) : shell_word(value));
    };
    add("cuda", options.cuda, "host");
    add("stdenv", options.stdenv, "host");
    add("available", options.available, "host");
    add("std", options.standard);
    add("capabilities", options.capabilities, "host");
    add("gpu", options.gpus, "host");
    if (options.all_gpus) command += " --all-gpus";
    if (options.without_ptx) command += " --no-forward-compat";
    add("policy", options.policy, "nixpkgs");
    add("consumer", options.consumer);
    add("glibc-shim", options.glibc_shim);
    if (options.is_tried) command += " --try";
    return command;
}

std::string setup_line(const SetupOptions& options) { return "eval \"$(" + setup_command(options) + ")\""; }

fs::path headers_to_name(const Resolution& resolution, const FoundToolkit& toolkit) {
    if (!resolution.broken_by || !resolution.host || toolkit.headers_place != ToolkitHeaders::prefix) return {};
    if (resolution.host->compiler.family != Compiler::Family::gcc) return {};
    const bool helps = std::ranges::all_of(resolution.advisories, [](const AdvisoryRow* advisory) {
        return !advisory->breaks() || contains(advisory->workarounds, Workaround::isystem);
    });
    return helps ? fs::path(toolkit.headers) : fs::path();
}

std::string flag_word(const fs::path& path) {
    const std::string text = path.string();
    return text.find_first_of(" &;()<>|*?[]#~!{}") == text.npos ? text : '"' + text + '"';
}

bool can_stand_in_flags(const fs::path& path) {
    for (const char c : path.string()) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f || std::string_view("\"'\\$`,").find(c) != std::string_view::npos) return false;
    }
    return true;
}

std::vector<Assignment> build_environment(const BuildChoice& choice, const Variables& now) {
    const std::string compiler = choice.compiler->path.string();
    std::vector<Assignment> assignments;
    assign_toolkit(assignments, now, choice.toolkit);
    const std::vector<Assignment> always{
        {"NVCC_CCBIN", value_or_none(compiler), {}, {"env-host-compiler"}},
        {"CUDAHOSTCXX", value_or_none(compiler), {}, {"env-cmake-host-compiler"}},
        {"CUDAARCHS", value_or_none(choice.cmake_architectures), {}, {"env-cmake-architectures"}},
        {"TORCH_CUDA_ARCH_LIST", value_or_none(choice.torch_architectures), {}, {"env-torch-architectures"}},
    };
    assignments.insert(assignments.end(), always.begin(), always.end());
    const auto kept = [&](std::string_view name) { return split_host_compiler(own_value(now, name)).others; };
    assign_prepended(assignments, now, nvcc_flags, added_to_nvcc(choice), ' ', kept(nvcc_flags));
    assign_prepended(assignments, now, last_nvcc_flags, {}, ' ', kept(last_nvcc_flags));
    assign_prepended(assignments, now, link_flags, added_to_linker(choice), ' ');
    assign_compilers(assignments, now, choice.own_compilers);
    return assignments;
}

std::vector<Assignment> no_build_environment(const Variables& now) {
    std::vector<Assignment> assignments;
    for (const std::string_view name : {"NVCC_CCBIN", "CUDAHOSTCXX", "CUDAARCHS", "TORCH_CUDA_ARCH_LIST"})
        assignments.push_back({std::string(name), std::nullopt, {}, {}});
    for (const std::string_view name : {nvcc_flags, last_nvcc_flags, link_flags})
        assign_prepended(assignments, now, name, {}, ' ');
    assign_compilers(assignments, now, {});
    assign_toolkit(assignments, now, {});
    return assignments;
}

Variables after_assigning(Variables variables, std::span<const Assignment> assignments) {
    for (const Assignment& assignment : assignments) {
        if (assignment.value) variables[assignment.name] = *assignment.value;
        else variables.erase(assignment.name);
    }
    return variables;
}

Variables without_build_environment(const Variables& now) { return after_assigning(now, no_build_environment(now)); }

Variables with_own_compilers(const Variables& now) {
    std::vector<Assignment> assignments;
    assign_compilers(assignments, now, {});
    return after_assigning(now, assignments);
}

SplitFlags split_host_compiler(std::string_view flags) {
    constexpr std::string_view blanks = " \t";
    const auto end_of_word = [&](std::size_t at) {
        bool is_quoted = false;
        while (at < flags.size() && (is_quoted || blanks.find(flags[at]) == blanks.npos))
            if (flags[at++] == '"') is_quoted = !is_quoted;
        return at;
    };
    const auto next_word = [&](std::size_t at) { return std::min(flags.find_first_not_of(blanks, at), flags.size()); };
    SplitFlags split;
    for (std::size_t begin = 0; begin < flags.size();) {
        const std::size_t word = next_word(begin);
        std::size_t end = end_of_word(word);
        const std::string_view option = flags.substr(word, end - word);
        bool is_one = option.starts_with("-ccbin=") || option.starts_with("--compiler-bindir=");
        if ((option == "-ccbin" || option == "--compiler-bindir") && next_word(end) < flags.size()) {
            end = end_of_word(next_word(end));
            is_one = true;
        }
        if (is_one) {
            split.host_compiler += (split.host_compiler.empty() ? "" : " ") +
                                   std::string(flags.substr(word, end - word));
            begin = split.others.empty() ? next_word(end) : end;
        } else {
            split.others += flags.substr(begin, end - begin);
            begin = end;
        }
    }
    return split;
}

std::vector<std::pair<std::string_view, SplitFlags>> own_host_compilers(const Variables& now) {
    std::vector<std::pair<std::string_view, SplitFlags>> found;
    for (const std::string_view name : {nvcc_flags, last_nvcc_flags})
        if (SplitFlags split = split_host_compiler(own_value(now, name)); !split.host_compiler.empty())
            found.emplace_back(name, std::move(split));
    return found;
}

}  // namespace cudastdenv
