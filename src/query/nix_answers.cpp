// SPDX-License-Identifier: MIT
#include "core/text.hpp"
#include "core/versions.hpp"
#include "messages/coverage.hpp"
#include "messages/nix.hpp"
#include "nix/impact.hpp"
#include "nix/writers.hpp"
#include "query/answers.hpp"
#include "report/nix.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

/// JSON output is exactly the value of the Nix file, without a schemaVersion, so that the two can be compared.
std::string text_of(const nix::File& file, const Form& form) {
    return form.json ? json_text(file.value) + '\n' : file.text;
}

/// Parses `--cuda` as a list of releases, each as typed: `12.6,12.8`. `all` means the newest patch release of every
/// minor release. `fallback` is used if the option is absent; empty: the option is required. Throws BadInput.
std::vector<std::string> read_release_list(const Context& context, const OptionTexts& texts,
                                           std::string_view fallback) {
    const std::string text = texts.value_or("cuda", fallback);
    if (!texts.has("cuda") && text.empty())
        throw BadInput(InputError::missing, "missing CUDA releases; pass --cuda 12.8, --cuda 12.6,12.8 or --cuda all");
    std::vector<std::string> names;
    if (text == "all") {
        for (const Release* release : nix::newest_patches(context.tables)) names.push_back(to_string(release->version));
        return names;
    }
    const std::string ended = text + ',';  // so that an empty name at the end is an entry, and an error
    for (const std::string_view name : pieces_of(ended, ',')) names.emplace_back(name);
    return names;
}

/// The flags and the other attributes of a package set.
std::pair<Json, Json> attributes_for(const Query& question, std::vector<Remark>& asides) {
    const Resolution& resolution = question.resolution();
    for (const Diagnostic& note : resolution.notes)
        if (messages::is_about_list(note)) asides.push_back({"note", messages::describe(question.answer(), note).text});
    return {json_of(make_flags(question.tables(), question.request(), resolution)),
            nix::passthru_set(question.tables(), question.request(), resolution)};
}

nix::File flags_of_one(const Context& context, const OptionTexts& texts, std::vector<Remark>& asides) {
    const Query question(context, texts);
    auto [value, passthru] = attributes_for(question, asides);
    value["passthru"] = std::move(passthru);
    const auto set = nix::attributes_of(
        value, {{"passthru", "The attributes that backendStdenv passes through, and the host compiler."}});
    const std::string head = fmt::format("Written by `cudastdenv nix flags`: CUDA {} on {}.", question.request().cuda,
                                         question.request().system);
    return {nix::file_text(head, "", nix::written_set(set)), value};
}

nix::File flags_of_several(const Context& context, const OptionTexts& texts, const std::vector<std::string>& releases,
                           std::vector<Remark>& asides) {
    Json sets = Json::object();
    std::map<std::string, std::string> comments;  // by package set
    for (const std::string& name : releases) {
        const Query question(context, texts.with("cuda", name));
        const std::string key = nix::package_set_name(question.request().cuda);
        const std::string comment = "CUDA " + to_string(question.request().cuda);
        if (const auto [before, is_new] = comments.emplace(key, comment); !is_new)
            throw BadInput(InputError::ambiguous, "{} and {} are both {}; pass one of them", before->second, comment,
                           key);
        const auto [flags, passthru] = attributes_for(question, asides);
        sets[key] = flags;
        sets[key].update(passthru);
    }
    return {nix::file_text("Written by `cudastdenv nix flags`.", "",
                           nix::written_set(nix::attributes_of(sets, comments))),
            sets};
}

/// Without a release, adds the newest one that supports the requested capabilities.
OptionTexts with_release(const Context& context, const OptionTexts& texts) {
    if (texts.has("cuda")) return texts;
    if (!texts.has_any({"capabilities", "gpu"})) return texts.with("cuda", "latest");
    const std::vector<const Release*> releases = nix::newest_patches(context.tables);
    for (auto release = releases.rbegin(); release != releases.rend(); ++release) {
        const OptionTexts tried = texts.with("cuda", to_string((*release)->version));
        try {
            (void)Query(context, tried);
            return tried;
        } catch (const BadInput&) {
            // Errors of the newest are reported below, if no older one works.
        }
    }
    return texts.with("cuda", "latest");
}

/// A JSON request also gets other formats, as text.
std::string_view read_format(const OptionTexts& texts, const Form& form) {
    return read_word("format", texts.value_or("format", form.json ? "json" : "text"), "text json markdown");
}

nix::ImpactSide channel_named(const Tables& tables, std::string_view name) {
    return nix::side_of(tables, *find_environment(tables, read_channel(tables, name)));
}

/// Parses `--from` or `--to`: a channel, or `base` with another default compiler.
nix::ImpactSide read_side(const Tables& tables, std::string_view option, std::string_view text,
                          const nix::ImpactSide& base) {
    if (text == host_name)
        throw BadInput(InputError::unfit,
                       "--{} host: this machine has no package sets; pass a channel like {}, or a compiler", option,
                       base.row->id);
    if (const EnvironmentRow* environment = environment_named(tables, text))
        return channel_named(tables, environment->id);
    if (named_compiler(text) || parse_version(text)) {
        const NamedCompiler named = read_compiler(tables, text);
        return nix::with_default_compiler(base, named.compiler, named.version);
    }
    throw BadInput(InputError::unknown, "--{}: unknown environment or compiler {}{}", option, in_quotes(text),
                   environment_suggestion(tables, text));
}

/// Parses `--available`: the packaged compilers after the change, besides the default.
void read_packaged(const Tables& tables, std::string_view text, nix::ImpactSide& side) {
    const Compiler own = side.stdenv.compiler;
    std::erase_if(side.versions, [&](const CompilerVersion& known) { return known.compiler != own; });
    std::set<Compiler> packaged{own};
    for (const std::string_view part : split_list(text)) {
        const NamedCompiler named = read_compiler(tables, part);
        packaged.insert(named.compiler);
        add_version(side.versions, named);
    }
    side.available.assign(packaged.begin(), packaged.end());
    side.libstdcxx_headers.assign(1, side.stdenv.libstdcxx);
    for (const Compiler compiler : side.available)
        if (compiler.family == Compiler::Family::gcc) side.libstdcxx_headers.push_back(compiler.major);
}

nix::ImpactQuestion read_question(const Context& context, const OptionTexts& texts) {
    const Tables& tables = context.tables;
    if (!texts.has_any({"to", "glibc", "cuda", "available"}))
        throw BadInput(InputError::missing, "missing change; pass --to gcc-16, --glibc 2.44 or --cuda 13.0");
    const nix::ImpactSide assumed = channel_named(tables, tables.assumed_environment);
    nix::ImpactQuestion question;
    question.before = texts.has("from") ? read_side(tables, "from", texts.value("from"), assumed) : assumed;
    question.after = texts.has("to") ? read_side(tables, "to", texts.value("to"), question.before) : question.before;
    if (texts.has("glibc")) question.after.stdenv.glibc = read_glibc(texts.value("glibc"));
    if (texts.has("available")) read_packaged(tables, texts.value("available"), question.after);
    if (texts.has("cuda")) {
        const ReleaseName name = read_release_name(context, texts.value("cuda"), question.after.row->id);
        question.after.default_cuda = name.any_patch ? minor_of(name.release->version) : name.release->version;
    }
    if (texts.has("system")) question.system = read_system_name(tables, "system", texts.value("system")).nix;
    if (texts.has("std")) question.standard = read_standard(texts.value("std"));
    question.policy = read_policy(texts);
    question.nixpkgs_exact = texts.has("nixpkgs-exact");
    return question;
}

}  // namespace

Written answer_nix_flags(const Context& context, const OptionTexts& texts, const Form& form) {
    const std::vector<std::string> releases = read_release_list(context, texts, "");
    const bool is_one = releases.size() == 1 && texts.value("cuda") != "all";
    Written outcome;
    const nix::File file = is_one ? flags_of_one(context, texts, outcome.notes)
                                  : flags_of_several(context, texts, releases, outcome.notes);
    outcome.text = text_of(file, form);
    return outcome;
}

Written answer_nix_config(const Context& context, const OptionTexts& given, const Form& form) {
    const OptionTexts texts = with_release(context, given);
    const Query question(context, texts);
    const BuildList list = build_list(question.resolution());
    std::vector<Capability> listed;
    if (given.has_any({"cuda", "capabilities", "gpu"})) listed = in_nixpkgs_order(list);
    Written outcome{.text = text_of(nix::config_file(listed, question.request().forward_compat), form)};
    if (listed.empty()) return outcome;
    for (const Diagnostic& loss : write_list(*find_spelling("nix"), {question.tables()}, list).losses)
        outcome.notes.push_back({"warning", messages::describe("nixpkgs", loss).text});
    return outcome;
}

Written answer_nix_nvcc(const Context& context, const OptionTexts& texts, const Form& form) {
    const Policy policy = read_policy(texts);
    const auto extent = texts.has("nixpkgs-exact") ? nix::NvccExtent::exact : nix::NvccExtent::usual;
    const std::vector<nix::NvccRow> rows = nix::nvcc_rows(context.tables, policy, extent);
    return {.text = text_of(nix::nvcc_file(context.tables, rows, texts.has("plain")), form)};
}

Written answer_nix_cuda(const Context& context, const OptionTexts& texts, const Form& form) {
    const std::vector<nix::CudaRow> rows = nix::cuda_rows(context.tables, texts.has("all"));
    return {.text = text_of(nix::cuda_file(rows, texts.has("plain")), form)};
}

Written answer_nix_variants(const Context& context, const OptionTexts& texts, const Form& form) {
    const Tables& tables = context.tables;
    const std::string_view channel = read_channel(tables, texts.value_or("stdenv", tables.assumed_environment));
    const Policy policy = read_policy(texts);
    std::optional<Version> minor;
    if (texts.has("cuda")) minor = minor_of(read_release_name(context, texts.value("cuda"), channel).release->version);
    const std::vector<nix::Variant> variants = nix::variants(tables, policy, channel, minor);
    Written outcome{.text = text_of(nix::variants_file(tables, variants, channel), form)};
    if (!minor) return outcome;
    for (const nix::Variant& variant : variants)
        if (!contains(variant.releases, *minor))
            outcome.notes.push_back({"warning", messages::variant_message(variant, *minor)});
    return outcome;
}

Written answer_nix_checks(const Context& context, const OptionTexts& texts, const Form& form) {
    std::vector<nix::CheckedRelease> releases;
    for (const std::string& name : read_release_list(context, texts, "all")) {
        const Query question(context, texts.with("cuda", name));
        nix::CheckedRelease checked = nix::checked_release(question.tables(), question.request());
        if (find_in(releases, checked.release, &nix::CheckedRelease::release))
            throw BadInput(InputError::contradiction, nix::package_set_name(checked.release) + " is given twice");
        releases.push_back(std::move(checked));
    }
    return {.text = text_of(nix::checks_file(releases), form)};
}

Written answer_nix_impact(const Context& context, const OptionTexts& texts, const Form& form) {
    const std::string_view format = read_format(texts, form);
    const bool is_from_assumed = !texts.has("from") || !environment_named(context.tables, texts.value("from"));
    const NixImpactAnswer answer = messages::impact_answer(context.tables, read_question(context, texts),
                                                           is_from_assumed);
    return {.text = format == "json"       ? wire::answer_text(answer)
                    : format == "markdown" ? report::impact_markdown(answer)
                                           : report::impact_text(answer, form.style),
            .answered = !answer.left_without};
}

}  // namespace cudastdenv::query
