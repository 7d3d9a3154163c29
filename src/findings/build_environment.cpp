// SPDX-License-Identifier: MIT
#include "findings/build_environment.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"

namespace cudastdenv {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view nvcc_flags = "NVCC_PREPEND_FLAGS";
constexpr std::string_view link_flags = "LDFLAGS";

/// The variable that records what was added to another variable.
std::string record_name(std::string_view name) { return "CUDASTDENV_ADDED_" + std::string(name); }

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

/// The user's value of a variable, without the prefix of an earlier environment and the separator after it.
std::string own_value(const Variables& now, std::string_view name) {
    const std::string value = value_of(now, name), added = value_of(now, record_name(name));
    if (added.empty() || !value.starts_with(added)) return value;
    return value.size() == added.size() ? std::string() : value.substr(added.size() + 1);
}

/// Absent if empty, because programs interpret an empty value as their default.
std::optional<ForeignText> value_or_none(const std::string& value) {
    return value.empty() ? std::nullopt : std::optional(ForeignText{value});
}

/// Sets or unsets a variable. A second variable records what was added or replaced, or is unset.
void assign(std::vector<Assignment>& assignments, std::string_view name, const std::optional<ForeignText>& value,
            std::vector<std::string_view> purposes, const std::string& memory,
            const std::optional<ForeignText>& remembered) {
    assignments.push_back({std::string(name), value, {}, std::move(purposes)});
    assignments.push_back({memory, remembered, {}, {}});
    if (remembered) assignments.back().purposes = {"env-remembered"};
}

/// Prepends text to the user's value of a variable, or only removes what an earlier environment prepended.
void assign_prepended(std::vector<Assignment>& assignments, const Variables& now, std::string_view name,
                      const Added& added, char separator) {
    const std::string memory = record_name(name);
    if (added.text.empty() && value_of(now, memory).empty()) return;
    const std::string own = own_value(now, name);
    const std::string between = added.text.empty() || own.empty() ? "" : std::string(1, separator);
    assign(assignments, name, value_or_none(added.text + between + own), added.purposes, memory,
           value_or_none(added.text));
}

/// Replaces the user's value of a variable. With an empty value, restores it.
void assign_replacing(std::vector<Assignment>& assignments, const Variables& now, std::string_view name,
                      const std::string& value, std::string_view purpose) {
    // Empty if the variable was not set.
    const std::string memory = "CUDASTDENV_FORMER_" + std::string(name);
    const bool was_replaced = now.contains(memory);
    const std::string former = value_of(now, was_replaced ? memory : name);
    if (!value.empty()) assign(assignments, name, ForeignText{value}, {purpose}, memory, ForeignText{former});
    else if (was_replaced) assign(assignments, name, value_or_none(former), {}, memory, std::nullopt);
}

/// Makes shells and build systems find the toolkit, or restores what they found before.
void assign_toolkit(std::vector<Assignment>& assignments, const Variables& now, const ToolkitToFront& toolkit) {
    Added folder{toolkit.nvcc.parent_path().string(), {}};
    if (!folder.text.empty()) folder.purposes = {"env-toolkit-path"};
    assign_prepended(assignments, now, "PATH", folder, ':');
    assign_replacing(assignments, now, "CUDA_HOME", toolkit.root.string(), "env-toolkit-home");
    assign_replacing(assignments, now, "CUDACXX", toolkit.nvcc.string(), "env-toolkit-nvcc");
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
    const FoundCompiler* gcc = find_compiler(host, {Compiler::Family::gcc, *chosen.headers});
    return gcc && !gcc->libstdcxx.empty() ? gcc : nullptr;
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
    add("capabilities", options.capabilities);
    add("gpu", options.gpus, "host");
    if (options.without_ptx) command += " --no-ptx";
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
        return advisory->severity != AdvisoryRow::Severity::broken ||
               contains(advisory->workarounds, Workaround::isystem);
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
    assign_prepended(assignments, now, nvcc_flags, added_to_nvcc(choice), ' ');
    assign_prepended(assignments, now, link_flags, added_to_linker(choice), ' ');
    return assignments;
}

std::vector<Assignment> no_build_environment(const Variables& now) {
    std::vector<Assignment> assignments;
    for (const std::string_view name : {"NVCC_CCBIN", "CUDAHOSTCXX", "CUDAARCHS", "TORCH_CUDA_ARCH_LIST"})
        assignments.push_back({std::string(name), std::nullopt, {}, {}});
    for (const std::string_view name : {nvcc_flags, link_flags}) assign_prepended(assignments, now, name, {}, ' ');
    assign_toolkit(assignments, now, {});
    return assignments;
}

Variables without_build_environment(const Variables& now) {
    Variables before = now;
    for (const Assignment& assignment : no_build_environment(now)) {
        if (assignment.value) before[assignment.name] = *assignment.value;
        else before.erase(assignment.name);
    }
    return before;
}

std::string overriding_variable(const Variables& now) {
    for (const std::string_view name : {std::string_view("NVCC_APPEND_FLAGS"), nvcc_flags}) {
        const std::string own = own_value(now, name);
        if (own.find("-ccbin") != own.npos || own.find("--compiler-bindir") != own.npos) return std::string(name);
    }
    return {};
}

}  // namespace cudastdenv
