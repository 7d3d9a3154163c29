// SPDX-License-Identifier: MIT
#include "messages/nix.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "messages/diagnostics.hpp"
#include "messages/phrases.hpp"
#include "messages/resolution.hpp"
#include "nix/rows.hpp"
#include "tables/lookup.hpp"

#include <tuple>
#include <variant>

namespace cudastdenv::messages {

namespace {

/// A range of releases is shorter than a list.
std::string span_of(const Maybe<std::vector<Version>>& releases) {
    constexpr std::size_t few = 3;
    const std::vector<Version> all = releases.value.value_or(std::vector<Version>());
    return all.size() <= few ? joined(all) : fmt::format("{} to {}", all.front(), all.back());
}

/// The releases for which rows were added, oldest first. Each has its own package set.
std::vector<Version> new_releases(const Tables& tables, const nix::Update& update) {
    std::vector<Version> releases;
    for (const std::string& row : names_in(nix::Table::nvcc, update.added))
        releases.push_back(find_release(tables, *parse_version(row))->version);
    return releases;
}

/// Files of a layout of nixpkgs that a release needs, and the lines for them. The placeholders are its three numbers,
/// two numbers, and package set.
struct ReleaseLines {
    std::string_view sets_file, set, directory, manifest, version;
};

/// Since nixpkgs has its tables in `_cuda`, its package sets list their manifests one by one.
constexpr ReleaseLines lines_by_set{
    "cuda-packages.nix",
    "{set} = mkCudaPackages {{\n  cuda = \"{release}\";\n  # ... and the manifests of the other products\n}};\n",
    "pkgs/development/cuda-modules/_cuda/manifests/cuda", "- `redistrib_{release}.json`\n", ""};
constexpr ReleaseLines older_lines{
    "all-packages.nix", "{set} = callPackage ./cuda-packages.nix {{ cudaVersion = \"{minor}\"; }};\n",
    "pkgs/development/cuda-modules/cuda/manifests",
    "- `redistrib_{release}.json`, and `feature_{release}.json`, which `cudastdenv manifest redistrib_{release}.json "
    "--features FOLDER` writes\n",
    "\"{minor}\" = \"{release}\";\n"};

const ReleaseLines& lines_for(const nix::Update& update) {
    const std::string& file = update.files.nvcc;
    const bool is_by_set = file.find("_cuda/") != file.npos || file.find("bootstrap/") != file.npos;
    return is_by_set ? lines_by_set : older_lines;
}

std::string package_sets(const std::vector<Version>& releases, const ReleaseLines& lines) {
    const auto each = [&](std::string_view line) {
        return joined(releases, "", [&](Version release) {
            return fmt::format(fmt::runtime(line), fmt::arg("set", nix::package_set_name(release)),
                               fmt::arg("release", release), fmt::arg("minor", minor_of(release)));
        });
    };
    std::map<int, Version> newest;
    for (const Version release : releases) newest[release.major] = release;
    std::string aliases;
    for (const auto& [major, release] : newest)
        aliases += fmt::format("cudaPackages_{} = {};\n", major, nix::package_set_name(release));
    const std::string text = fmt::format(
        "### Package sets\n\nIn `pkgs/top-level/{}`; the aliases only where they are to follow:\n\n```nix\n{}{}```\n\n"
        "### Manifests\n\nIn `{}`, from https://developer.download.nvidia.com/compute/cuda/redist/:\n\n{}",
        lines.sets_file, each(lines.set), aliases, lines.directory, each(lines.manifest));
    if (lines.version.empty()) return text;
    return text + "\nIn `cudaVersionMap` of `pkgs/development/cuda-modules/cuda/extension.nix`:\n\n```nix\n" +
           each(lines.version) + "```\n";
}

std::string variants(const std::vector<std::string>& capabilities) {
    return "\n### New variants\n\n" + joined(capabilities, "", [](const std::string& capability) {
               return fmt::format("- `pkgsForCudaArch.{}`\n", real_architecture(*parse_capability(capability)));
           });
}

std::string release_notes(const std::vector<Version>& releases, const std::vector<std::string>& capabilities) {
    std::string text = "\n### Release notes\n\n";
    std::vector<std::string> names;
    for (const Version release : releases) names.push_back('`' + nix::package_set_name(release) + '`');
    if (!names.empty()) text += fmt::format("- {} {} been added.\n", joined(names), names.size() == 1 ? "has" : "have");
    if (!capabilities.empty())
        text += fmt::format("- `cudaCapabilities` accepts `{}`.\n", joined(capabilities, "`, `"));
    return text;
}

using nix::ImpactQuestion;
using nix::ImpactSide;
using ImpactNeeded = NixImpactAnswer::Needed;
using ImpactOutcome = NixImpactAnswer::Outcome;
using ImpactSet = NixImpactAnswer::Set;

/// `cudaPackages becomes 13.3`; empty if its minor release is unchanged.
std::string format_default(const NixImpactAnswer& answer) {
    const ImpactSet* found = find_in(answer.aliases, "cudaPackages", &ImpactSet::attribute);
    if (!found || !found->before || !found->after) return "";
    const Version after = minor_of(*found->after);
    return after == minor_of(*found->before) ? "" : "cudaPackages becomes " + to_string(after);
}

/// `1 of 10 gets another one`, `2 follow`: the changes except losses; empty: none.
std::vector<std::string> format_counts(const NixImpactAnswer& answer) {
    std::vector<std::string> parts;
    // Counts the sets with that change in the default stdenv.
    const auto add = [&](std::string_view change, std::string_view one, std::string_view several) {
        const auto is_so = [&](const ImpactSet& set) { return set.stdenvs.front().change == change; };
        if (const auto count = std::ranges::count_if(answer.sets, is_so))
            parts.push_back(fmt::format("{} {}", count, count == 1 ? one : several));
    };
    const std::string of_all = fmt::format("of {} ", answer.sets.size());
    add("changed", of_all + "changes", of_all + "change");
    add("follows", "follows", "follow");
    add("gained", "gets its first compiler", "get their first compilers");
    add("appears", "appears", "appear");
    add("goes", "goes", "go");
    if (const std::string moved = format_default(answer); !moved.empty()) parts.push_back(moved);
    return parts;
}

/// The sets without a compiler; with the stdenvs, unless it is the default one.
std::vector<std::string> left_without(const NixImpactAnswer& answer) {
    std::vector<std::string> left;
    for (const ImpactSet& set : answer.sets) {
        std::vector<std::string> stdenvs;
        for (std::size_t i = 0; i < set.stdenvs.size(); ++i)
            if (set.stdenvs[i].left_without)
                stdenvs.push_back(format_change(answer.stdenvs[i].before, answer.stdenvs[i].after));
        if (stdenvs.empty()) continue;
        left.push_back(set.stdenvs.front().left_without ? set.attribute
                                                        : fmt::format("{} (with {})", set.attribute, joined(stdenvs)));
    }
    return left;
}

std::string headline(const NixImpactAnswer& answer) {
    const std::vector<std::string> left = left_without(answer);
    std::size_t none = 0, broken = 0;
    for (const ImpactSet& set : answer.sets) {
        const NixImpactAnswer::InStdenv& seen = set.stdenvs.front();
        if (seen.after && !seen.after->host_compiler) ++none;
        // Without a workaround, which was not needed before.
        if (seen.after && seen.after->broken_by && !(seen.before && seen.before->broken_by)) ++broken;
    }
    std::vector<std::string> counts = format_counts(answer);
    if (counts.empty()) counts.emplace_back(left.empty() ? "no changes" : "no other changes");
    constexpr std::size_t few = 3;  // more are only counted
    const std::string first = left.size() > few ? fmt::format("no compiler works for {} CUDA package sets", left.size())
                              : !left.empty()   ? fmt::format("no compiler works for {}", joined(left))
                              : none > 0 ? fmt::format("no CUDA package set loses its compiler ({} had none)", none)
                                         : "every CUDA package set has a compiler";
    return fmt::format("{}: {}{}", first, joined(counts),
                       broken > 0 ? fmt::format("; {} {}", broken, broken == 1 ? "breaks" : "break") : "");
}

std::string format_side(const Tables& tables, const ImpactSide& side) {
    const Stdenv& stdenv = side.stdenv;
    const bool own = side.row->compiler == stdenv.compiler;
    std::string words = fmt::format("{}{}{}", side.row->id, own ? ": " : " with ",
                                    format_name(stdenv.compiler, find_version(side.versions, stdenv.compiler)));
    if (stdenv.compiler.family == Compiler::Family::clang)
        words += fmt::format(", libstdc++ of gcc-{}", stdenv.libstdcxx);
    words += stdenv.glibc ? fmt::format(", glibc {}", *stdenv.glibc) : ", glibc unknown";
    if (side.default_cuda) words += fmt::format(", CUDA {} by default", *side.default_cuda);
    // The packaged compilers, if they are not those of the channel with the default compiler.
    const ImpactSide usual = nix::with_default_compiler(nix::side_of(tables, *side.row), stdenv.compiler, std::nullopt);
    return words + (usual.available == side.available ? "" : fmt::format("; packaged: {}", joined(side.available)));
}

NixImpactAnswer::Side side_of(const Tables& tables, const ImpactSide& side) {
    return {side.row->id,      side.stdenv.compiler, side.stdenv.libstdcxx,
            side.stdenv.glibc, side.available,       format_side(tables, side)};
}

std::vector<std::string_view> ids_of(const std::vector<const AdvisoryRow*>& advisories) {
    std::vector<std::string_view> ids;
    for (const AdvisoryRow* advisory : advisories) ids.push_back(advisory->id);
    return ids;
}

std::vector<const AdvisoryRow*> without(std::vector<const AdvisoryRow*> advisories,
                                        const std::vector<const AdvisoryRow*>& others) {
    std::erase_if(advisories, [&](const AdvisoryRow* advisory) { return contains(others, advisory); });
    return advisories;
}

std::string_view change_of(const std::optional<ImpactOutcome>& before, const std::optional<ImpactOutcome>& after) {
    if (!before) return after ? "appears" : "unchanged";
    if (!after) return "goes";
    if (!before->host_compiler || !after->host_compiler)
        return before->host_compiler ? "lost" : after->host_compiler ? "gained" : "unchanged";
    if (before->way == after->way && before->host_compiler == after->host_compiler) return "unchanged";
    return before->way == "own" && after->way == "own" ? "follows" : "changed";
}

std::vector<NixImpactAnswer::Stdenv> stdenvs_of(const NixImpactAnswer& answer) {
    const NixImpactAnswer::Side &before = answer.before, &after = answer.after;
    std::vector<NixImpactAnswer::Stdenv> stdenvs{{before.compiler, after.compiler}};
    std::set<Compiler> all(before.packaged.begin(), before.packaged.end());
    all.insert(after.packaged.begin(), after.packaged.end());
    for (const Compiler compiler : all) {
        if (compiler == before.compiler && compiler == after.compiler) continue;
        const auto on = [&](const NixImpactAnswer::Side& side) {
            return contains(side.packaged, compiler) ? std::optional(compiler) : std::nullopt;
        };
        stdenvs.push_back({on(before), on(after)});
    }
    return stdenvs;
}

/// Compilers that sets are wrapped with after, or would be if they were packaged: in the default stdenv, or in those of
/// the other family.
std::vector<ImpactNeeded> needed_after(const NixImpactAnswer& answer, bool in_default) {
    std::vector<ImpactNeeded> needed;
    for (const ImpactSet& set : answer.sets)
        for (const NixImpactAnswer::InStdenv& seen : set.stdenvs) {
            if (!seen.after) continue;
            const bool is_default = &seen == &set.stdenvs.front();
            if (in_default ? !is_default : seen.after->stdenv.family == answer.after.compiler.family) continue;
            const std::optional<Compiler> compiler = seen.after->way == "wrapped" ? seen.after->host_compiler
                                                                                  : seen.after->missing;
            if (!compiler) continue;
            auto found = std::ranges::find(needed, *compiler, &ImpactNeeded::compiler);
            if (found == needed.end())
                found = needed.insert(found, {*compiler, contains(answer.after.packaged, *compiler), {}});
            if (!contains(found->sets, set.attribute)) found->sets.push_back(set.attribute);
        }
    std::ranges::sort(needed, {}, &ImpactNeeded::compiler);
    return needed;
}

/// Compilers that sets were wrapped with in the default stdenv, but not after; without the new default compiler.
std::vector<Compiler> no_longer_needed(const NixImpactAnswer& answer) {
    std::set<Compiler> compilers;
    for (const ImpactSet& set : answer.sets) {
        const std::optional<ImpactOutcome>& before = set.stdenvs.front().before;
        if (!before || before->way != "wrapped" || before->host_compiler == answer.after.compiler) continue;
        if (!find_in(answer.needed, *before->host_compiler, &ImpactNeeded::compiler))
            compilers.insert(*before->host_compiler);
    }
    return {compilers.begin(), compilers.end()};
}

/// Builds the answer set by set, together with its notes. The answer keeps only a part of each resolution.
class ImpactAnswerer {
public:
    ImpactAnswerer(const Tables& tables, const ImpactQuestion& question) : tables_(tables), question_(question) {}

    NixImpactAnswer answer(bool from_assumed) {
        answer_.policy = question_.policy;
        answer_.system = question_.system;
        answer_.before = side_of(tables_, question_.before);
        answer_.after = side_of(tables_, question_.after);
        answer_.stdenvs = stdenvs_of(answer_);
        add_notes_of_question(from_assumed);
        answer_.sets = paired(false);
        for (ImpactSet& set : answer_.sets) look_at(set, true);
        answer_.aliases = paired(true);
        for (ImpactSet& set : answer_.aliases) look_at(set, false);
        answer_.needed = needed_after(answer_, true);
        answer_.no_longer_needed = no_longer_needed(answer_);
        answer_.other_needed = needed_after(answer_, false);
        std::ranges::stable_sort(changing_, {}, &AdvisoryRow::severity);
        answer_.advisories = advisories_of(changing_);
        answer_.headline = headline(answer_);
        return std::move(answer_);
    }

private:
    /// A set in a stdenv, before or after.
    struct Seen {
        std::optional<ImpactOutcome> outcome;  ///< absent: the set or the stdenv does not exist
        std::vector<const AdvisoryRow*> advisories;
        std::vector<Sentence> notes;  ///< unknown or assumed facts
    };

    /// Each attribute of both sides once, by its release: the sets or their aliases.
    [[nodiscard]] std::vector<ImpactSet> paired(bool aliases) const {
        std::vector<ImpactSet> sets;
        for (const bool is_after : {false, true})
            for (const nix::NamedSet& named : nix::sets_of(tables_, is_after ? question_.after : question_.before)) {
                if ((named.attribute != nix::package_set_name(named.release)) != aliases) continue;
                auto found = std::ranges::find(sets, named.attribute, &ImpactSet::attribute);
                if (found == sets.end()) found = sets.insert(found, {named.attribute, {}, {}, true, {}});
                (is_after ? found->after : found->before) = named.release;
                found->patch_known = found->patch_known && named.patch_known;
            }
        std::ranges::sort(sets, {}, [&](const ImpactSet& set) {
            const Version release = aliases ? Version{} : set.before ? *set.before : *set.after;
            return std::tuple(minor_of(release), set.attribute);
        });
        return sets;
    }

    /// Fills in a set. With `tells`, also adds advisories that begin or cease to apply, and notes.
    void look_at(ImpactSet& set, bool tells) {
        for (const NixImpactAnswer::Stdenv& stdenv : answer_.stdenvs) {
            const Seen before = seen_on(question_.before, set.before, stdenv.before);
            const Seen after = seen_on(question_.after, set.after, stdenv.after);
            const auto begin = without(after.advisories, before.advisories);
            const auto end = without(before.advisories, after.advisories);
            const std::string_view change = change_of(before.outcome, after.outcome);
            const bool is_none = after.outcome && !after.outcome->host_compiler;
            const bool left_without = is_none && (!set.before || change == "lost");
            if (tells && set.stdenvs.empty()) add_notes(set, before, after);
            set.stdenvs.push_back({before.outcome, after.outcome, change, left_without, ids_of(begin), ids_of(end)});
            answer_.left_without = answer_.left_without || (tells && left_without);
            for (const auto* list : {&begin, &end})
                for (const AdvisoryRow* advisory : *list)
                    if (tells && !contains(changing_, advisory)) changing_.push_back(advisory);
        }
    }

    [[nodiscard]] Seen seen_on(const ImpactSide& side, std::optional<Version> release,
                               std::optional<Compiler> compiler) const {
        if (!release || !compiler) return {};
        const nix::SetInStdenv seen = nix::look_at(tables_, question_, side, *compiler, *release);
        const std::optional<HostCompiler>& host = seen.resolution.host;
        const AdvisoryRow* broken = seen.resolution.broken_by;
        ImpactOutcome outcome{
            .stdenv = *compiler,
            .way = !host               ? "none"
                   : host->uses_stdenv ? "own"
                                       : "wrapped",
            .host_compiler = host ? std::optional(host->compiler) : std::nullopt,
            .missing = seen.missing,
            .view = host ? std::optional(host->range.view) : std::nullopt,
            .headers_inferred = host ? std::optional(host->headers_inferred) : std::nullopt,
            .broken_by = broken ? std::optional(broken->id) : std::nullopt,
            .advisories = ids_of(seen.resolution.advisories),
        };
        std::vector<Sentence> notes = notes_of(seen);
        for (const Sentence& note : notes) outcome.notes.push_back({note.code});
        return {std::move(outcome), seen.resolution.advisories, std::move(notes)};
    }

    [[nodiscard]] std::vector<Sentence> notes_of(const nix::SetInStdenv& seen) const {
        const ResolutionReport answer{{}, tables_, seen.request, seen.resolution};
        std::vector<Sentence> notes;
        // Notes about a capability list, or about the use of a compiler, are irrelevant here.
        for (const Diagnostic& note : seen.resolution.notes)
            if (!is_about_list(note) && note.id != "headers-older-than-library")
                notes.push_back(describe(answer, note));
        if (question_.standard && !seen.request.standard)
            notes.push_back(sentence({"standard-not-in-release",
                                      {{"release", seen.request.cuda},
                                       {"asked", *question_.standard},
                                       {"standard", seen.resolution.standard}}}));
        return notes;
    }

    void add_notes_of_question(bool from_assumed) {
        if (from_assumed) add(sentence({"from-assumed", {{"channel", question_.before.row->id}}}));
        for (const ImpactSide* side : {&question_.before, &question_.after}) {
            const Compiler compiler = side->stdenv.compiler;
            const EnvironmentRow& channel = *side->row;
            if (contains(nix::side_of(tables_, channel).available, compiler)) continue;
            add(sentence({"not-packaged-yet", {{"channel", channel.id}, {"compiler", compiler}}, channel.sources}));
        }
    }

    /// In the default stdenv. A set that disappears has no notes.
    void add_notes(const ImpactSet& set, const Seen& before, const Seen& after) {
        if (!set.after) return;
        const auto add_of = [&](const Sentence& sentence) {
            std::vector<std::string>& sets = add(sentence).sets;
            if (!contains(sets, set.attribute)) sets.push_back(set.attribute);
        };
        if (!set.patch_known) add_of(sentence({"patch-not-known"}));
        // Unknown facts can decide whether an advisory begins or ceases to apply.
        for (const Sentence& note : before.notes)
            if (note.code == "glibc-unknown" || note.code == "compiler-version-matters") add_of(note);
        for (const Sentence& note : after.notes) add_of(note);
    }

    /// Without duplicates.
    NixImpactAnswer::Note& add(const Sentence& sentence) {
        if (auto* same = find_in(answer_.notes, sentence.text, &NixImpactAnswer::Note::text)) return *same;
        return answer_.notes.emplace_back(NixImpactAnswer::Note{sentence.code, sentence.text, {}, sentence.sources});
    }

    const Tables& tables_;
    const ImpactQuestion& question_;
    NixImpactAnswer answer_;
    std::vector<const AdvisoryRow*> changing_;  ///< advisories that begin or cease to apply in any set and stdenv
};

}  // namespace

std::string format_scalar(const Scalar& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    const auto* text = std::get_if<std::string>(&value);
    return text ? *text : "none";
}

void add_sentences(nix::Audit& audit) {
    for (nix::AuditFinding& finding : audit.findings) {
        const std::string there = format_scalar(finding.there.value.value_or(Scalar()));
        std::vector<Argument>& arguments = finding.what.arguments;
        arguments.insert(arguments.end(), {{"there", there},
                                           {"quoted", in_quotes(there)},
                                           {"nvidia", format_scalar(finding.nvidia.value.value_or(Scalar()))},
                                           {"releases", span_of(finding.releases)}});
        finding.code = code_of(finding.what);
        finding.message = fmt::format("{}; {}", text_of(finding.what), format_right(finding));
    }
}

std::string format_right(const nix::AuditFinding& finding) {
    const auto to_text = [&](std::string_view id) { return text_of({id, finding.what.arguments}); };
    const std::string more = joined(finding.remarks, "; ", to_text);
    return instead_of(finding.what) + (more.empty() ? "" : fmt::format(" ({})", more));
}

std::string variant_message(const nix::Variant& variant, Version release) {
    const std::string name = real_architecture(variant.capability);
    const std::string message = fmt::format("CUDA {} cannot build pkgsForCudaArch.{}", release, name);
    if (variant.releases.empty()) return message + "; no other release can";
    if (!variant.use.empty()) return message + fmt::format(": use {}", variant.use);
    return message + "; no package set of the channel can";
}

std::vector<Sentence> decisions_of(const Tables& tables, const nix::Update& update) {
    std::vector<Sentence> decisions;
    std::vector<std::string> releases;
    for (const nix::Update::Added& row : update.added) {
        if (row.default_is_open)
            decisions.push_back(
                sentence({"default-is-open",
                          {{"capability", row.row},
                           {"release", find_capability(tables, *parse_capability(row.row))->nvcc.first}}}));
        if (row.is_new_to_nixpkgs && row.table == to_string(nix::Table::nvcc)) releases.push_back(row.row);
    }
    if (!releases.empty()) decisions.push_back(sentence({"tensorrt-is-open", {{"releases", joined(releases)}}}));
    return decisions;
}

std::string consequences(const Tables& tables, const nix::Update& update) {
    const std::vector<Version> releases = new_releases(tables, update);
    const std::vector<std::string> capabilities = names_in(nix::Table::cuda, update.added);
    std::string text;
    if (!releases.empty()) text += package_sets(releases, lines_for(update));
    if (!capabilities.empty()) text += variants(capabilities);
    if (!text.empty()) text += release_notes(releases, capabilities);
    return text.starts_with('\n') ? text.substr(1) : text;
}

NixImpactAnswer impact_answer(const Tables& tables, const ImpactQuestion& question, bool from_assumed) {
    return ImpactAnswerer(tables, question).answer(from_assumed);
}

}  // namespace cudastdenv::messages
