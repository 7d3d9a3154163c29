// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "ask/channel_name.hpp"
#include "ask/compiler_name.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/host_answers.hpp"
#include "ask/list.hpp"
#include "ask/owned_request.hpp"
#include "ask/release_name.hpp"
#include "ask/system_name.hpp"
#include "core/contains.hpp"
#include "core/minor_of.hpp"
#include "nix/impact.hpp"
#include "report/impact.hpp"
#include "tables/environment_names.hpp"
#include "tables/lookup.hpp"
#include "wire/records/shared.hpp"
#include "words/impact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace cudastdenv::asking {

namespace {

/// A request in JSON has an answer in another form too, as a text.
std::string_view read_format(const Texts& texts, const Form& form) {
    static constexpr std::array<std::string_view, 3> choices{"text", "json", "markdown"};
    return choices.at(read_choice("format", texts.value_or("format", form.json ? "json" : "text"), choices));
}

nix::ImpactSide channel_named(const Tables& tables, std::string_view name) {
    return nix::side_of(*find_environment(tables, read_channel(tables, name)));
}

/// `--from` or `--to`: a channel, or `base` with another default compiler.
nix::ImpactSide read_side(const Tables& tables, std::string_view option, std::string_view text,
                          const nix::ImpactSide& base) {
    if (text == host_name)
        throw BadInput(InputError::unfit,
                       fmt::format("--{} host: this machine has no package sets; name a channel like {}, or a compiler",
                                   option, base.channel));
    if (const EnvironmentRow* environment = environment_named(tables, text))
        return channel_named(tables, environment->id);
    if (named_compiler(text) || parse_version(text)) {
        const NamedCompiler named = read_compiler(tables, text);
        return nix::with_default_compiler(base, named.compiler, named.version);
    }
    throw BadInput(InputError::unknown, fmt::format("--{}: unknown environment or compiler {}{}", option,
                                                    in_quotes(text), environment_suggestion(tables, text)));
}

/// `--available`: what is packaged after the bump, the default compiler apart.
void read_packaged(const Tables& tables, std::string_view text, nix::ImpactSide& side) {
    const Compiler own = side.stdenv.compiler;
    std::erase_if(side.versions, [&](const CompilerVersion& known) { return known.compiler != own; });
    side.packaged.assign(1, own);
    for (const std::string_view part : split_list(text)) {
        const NamedCompiler named = read_compiler(tables, part);
        if (!contains(side.packaged, named.compiler)) side.packaged.push_back(named.compiler);
        add_version(side.versions, named);
    }
    side.headers.assign(1, side.stdenv.libstdcxx);
    for (const Compiler compiler : side.packaged)
        if (compiler.family == Compiler::Family::gcc && !contains(side.headers, compiler.major))
            side.headers.push_back(compiler.major);
    std::ranges::sort(side.packaged, {}, [](Compiler compiler) {
        return std::tuple(compiler.family == Compiler::Family::clang, compiler.major);
    });
}

/// `--cuda`: two numbers where only the minor release was named.
Version read_default_cuda(const Context& context, std::string_view text, std::string_view channel) {
    const ReleaseName name = read_release_name(context, text, channel);
    return name.any_patch ? minor_of(name.release->version) : name.release->version;
}

nix::ImpactQuestion read_question(const Context& context, const Texts& texts) {
    const Tables& tables = context.tables;
    constexpr std::array<std::string_view, 4> bumps{"to", "glibc", "cuda", "available"};
    if (std::ranges::none_of(bumps, [&](std::string_view name) { return texts.has(name); }))
        throw BadInput(InputError::missing, "which bump? Give --to gcc-16, --glibc 2.44 or --cuda 13.0");
    const nix::ImpactSide assumed = channel_named(tables, tables.assumed_environment);
    nix::ImpactQuestion question;
    question.before = texts.has("from") ? read_side(tables, "from", texts.value("from"), assumed) : assumed;
    question.after = texts.has("to") ? read_side(tables, "to", texts.value("to"), question.before) : question.before;
    if (texts.has("glibc")) question.after.stdenv.glibc = read_glibc(texts.value("glibc"));
    if (texts.has("available")) read_packaged(tables, texts.value("available"), question.after);
    if (texts.has("cuda"))
        question.after.default_cuda = read_default_cuda(context, texts.value("cuda"), question.after.channel);
    if (texts.has("system")) question.system = read_system_name(tables, "system", texts.value("system")).nix;
    if (texts.has("std")) question.standard = read_standard(texts.value("std"));
    question.policy = read_policy(texts);
    question.nixpkgs_exact = texts.has("nixpkgs-exact");
    return question;
}

/// Whether no channel was named whose package sets the bump begins with.
bool is_from_assumed(const Tables& tables, const Texts& texts) {
    return !texts.has("from") || !environment_named(tables, texts.value("from"));
}

}  // namespace

NixImpactAnswer impact_answer(const Context& context, const Texts& texts) {
    const nix::ImpactQuestion question = read_question(context, texts);
    const nix::Impact impact = nix::impact_of(context.tables, question);
    return words::impact_answer(context.tables, question, impact, is_from_assumed(context.tables, texts));
}

Outcome answer_nix_impact(const Context& context, const Texts& texts, const Form& form) {
    const std::string_view format = read_format(texts, form);
    const NixImpactAnswer answer = impact_answer(context, texts);
    return {.text = format == "json"       ? wire::answer_text(answer)
                    : format == "markdown" ? report::impact_markdown(answer)
                                           : report::impact_text(answer, form.style),
            .is_answered = !answer.left_without};
}

}  // namespace cudastdenv::asking
