// SPDX-License-Identifier: MIT
#include "ask/applied.hpp"

#include "ask/bad_input.hpp"
#include "core/lists.hpp"
#include "core/quote.hpp"
#include "findings/build_environment.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <filesystem>

namespace cudastdenv::asking {

namespace {

/// A path that can be typed among flags; else empty.
std::string typed_in_flags(const std::filesystem::path& path) {
    return can_stand_in_flags(path) && is_plain_text(path.string()) ? path.string() : std::string();
}

/// The folders that nvcc has to be told, with a toolkit of this machine.
void add_toolkit(ToApply& answer, const OwnedRequest& question, const Resolution& resolution) {
    const Host* host = question.host_if_seen();
    const FoundToolkit* toolkit = host ? find_toolkit(*host, {.version = question.request().cuda}) : nullptr;
    if (!toolkit) return;
    answer.toolkit_headers = typed_in_flags(headers_to_name(resolution, *toolkit));
    if (contains(toolkit->lacks, ToolkitLack::library_folder))
        answer.toolkit_libraries = typed_in_flags(toolkit->root / "lib");
}

/// A GCC by its path here; absent: this machine was looked at, and it is not there.
std::optional<GccToAsk> gcc_to_ask(const OwnedRequest& question, int major) {
    const Host* host = question.host_if_seen();
    if (!host) return GccToAsk{.major = major};
    const FoundCompiler* found = find_compiler(*host, {Compiler::Family::gcc, major});
    return found ? std::optional(GccToAsk{major, found->path.string()}) : std::nullopt;
}

/// The GCC whose headers a Clang has to be pointed at; before Clang 16 it cannot be.
std::optional<GccToAsk> headers_of(const OwnedRequest& question, const HostCompiler& host) {
    constexpr int first_with_option = 16;
    const bool may_differ = host.compiler.family == Compiler::Family::clang && host.headers &&
                            *host.headers < question.request().stdenv.libstdcxx;
    if (!may_differ || host.compiler.major < first_with_option) return std::nullopt;
    return gcc_to_ask(question, *host.headers);
}

/// The GCC whose newer libstdc++ is linked. Of a stdenv that nobody named it is not known to be there.
std::optional<GccToAsk> library_of(const OwnedRequest& question, const HostCompiler& host) {
    const Request& request = question.request();
    const int own = host.headers.value_or(host.compiler.major);
    if (question.is_stdenv_assumed() || host.uses_stdenv || own >= request.stdenv.libstdcxx) return std::nullopt;
    return gcc_to_ask(question, request.stdenv.libstdcxx);
}

}  // namespace

ToolAsked read_tool_asked(const Texts& texts) {
    if (!texts.has("for")) return {};
    const std::string& name = texts.value("for");
    if (name == for_nobody) return {.is_none = true};
    if (const auto tool = enumerator_named<ApplyTool>(name)) return {.tool = tool};
    std::vector<std::string_view> choices;
    for (const ApplyTool tool : enumerators<ApplyTool>) choices.push_back(to_string(tool));
    choices.push_back(for_nobody);
    throw BadInput(InputError::unknown, "unknown tool {}{}", in_quotes(name), suggestion(name, choices));
}

ToApply to_apply(const OwnedRequest& question, const Resolution& resolution, const ToolAsked& asked) {
    const Request& request = question.request();
    ToApply answer{.releases = {resolution.release->version, resolution.release->version},
                   .environment = question.environment(),
                   .system = request.system,
                   .advisories = resolution.advisories};
    const bool is_to_be_used = is_answered(resolution) && !resolution.cross && !request.nixpkgs_exact;
    if (!is_to_be_used) return answer;
    const HostCompiler& host = *resolution.host;
    answer.compiler = host.compiler;
    if (const Host* machine = question.host_if_seen())
        if (const FoundCompiler* found = find_compiler(*machine, host.compiler)) answer.program = found->path.string();
    add_toolkit(answer, question, resolution);
    answer.headers = headers_of(question, host);
    if (!asked.tool) return answer;
    answer.library = library_of(question, host);
    // CMake and PyTorch have defaults of their own where no list is given; the others keep theirs, of nixpkgs too.
    const bool needs_list = asked.tool == ApplyTool::cmake || asked.tool == ApplyTool::torch;
    if (needs_list || !request.capabilities.empty()) answer.list = build_list(resolution);
    return answer;
}

std::vector<LinesToType> applied(const Tables& tables, const ToApply& answer, const ToolAsked& asked) {
    if (asked.is_none) return {};
    if (asked.tool && !is_for(*asked.tool, answer.environment, tables))
        throw BadInput(InputError::unfit, "{} has no {}: its packages come by `{}`", answer.environment->id,
                       to_string(*asked.tool), distribution_of(tables, *answer.environment)->install);
    const bool is_nothing = !answer.compiler && !answer.list;
    std::vector<LinesToType> all;
    if (asked.tool && is_nothing) all.push_back({*asked.tool});
    else if (asked.tool)
        all.push_back({*asked.tool, lines_to_type(*asked.tool, answer, tables),
                       hangs_on_environment(*asked.tool, answer, tables)});
    else if (!is_nothing)
        for (const ApplyTool tool : tools_that_fit(answer, tables))
            all.push_back({tool, lines_to_type(tool, answer, tables)});
    return all;
}

std::vector<LinesToType> lines_for(const OwnedRequest& question, const Resolution& resolution, const Texts& texts) {
    const ToolAsked asked = read_tool_asked(texts);
    return applied(question.tables(), to_apply(question, resolution, asked), asked);
}

}  // namespace cudastdenv::asking
