// SPDX-License-Identifier: MIT
#include "messages/api_causes.hpp"

#include "core/lists.hpp"
#include "core/versions.hpp"
#include "diagnose/api_names.hpp"
#include "messages/api.hpp"

#include <fmt/format.h>

namespace cudastdenv::messages {

namespace {

using diagnose::Knowledge;
using diagnose::SeenMessage;
using diagnose::value_of;
using Entries = std::vector<const ApiEntry*>;

/// Explains names one after the other. Advice about the release comes once, at the end.
class NameExplainer {
public:
    NameExplainer(const Knowledge& known, const ApiIndex& index, ExplainedMessage& explained)
        : known_(known), index_(index), explained_(explained) {}

    /// A name that the release lacks.
    void explain_missing(const Entries& entries, const std::string& name) {
        const std::optional<ApiChange> removed = change(entries, {ApiChange::Kind::removed});
        const std::optional<Version> release = known_.newest_version();
        if (removed && (!release || !is_before(*release, removed->release))) {
            add_change(*removed, name);
            if (!last_ || *removed->entry->last < *last_) last_ = removed->entry->last;
            return;
        }
        const auto first = std::ranges::max_element(entries, {}, [](const ApiEntry* entry) { return entry->first; });
        if (first == entries.end() || !(*first)->first) return;
        explained_.is_answered = true;
        explained_.finding.why.push_back(sentence({"api-added", {{"name", name}, {"release", *(*first)->first}}}));
        if (!first_ || *first_ < *(*first)->first) first_ = (*first)->first;
    }

    /// A function whose signature is another one in the release.
    void explain_signature(const Entries& entries, const std::string& name) {
        const std::optional<ApiChange> changed = change(entries, {ApiChange::Kind::signature});
        if (!changed) return;
        add_change(*changed, name);
        if (!changed->successor || !changed->successor->code)
            explained_.finding.remedies.push_back(sentence({"api-new-parameters", {{"release", changed->release}}}));
        explained_.finding.remedies.push_back(
            sentence({"api-old-call",
                      {{"macro", name.starts_with("cuda") ? "CUDART_VERSION" : "CUDA_VERSION"},
                       {"number", changed->release.major * 1000 + changed->release.minor * 10}}}));
    }

    /// A header that is in another directory.
    void explain_moved(const ApiChange& moved, const std::string& name) {
        add_change(moved, name);
        // Before the package: the file is mostly there.
        explained_.finding.remedies.insert(
            explained_.finding.remedies.begin(),
            sentence({"api-include", {{"directory", moved.entry->header_row->directory.value_or("")}}}));
        const std::string directory = fmt::format("${{CUDA_HOME:-/usr/local/cuda}}/include/{}",
                                                  moved.entry->header_row->directory.value_or(""));
        explained_.fix = {{PlanTool::nvcc,
                           {{ChangeKind::set, "CPATH", {}, directory}},
                           {fmt::format("export CPATH=\"{}${{CPATH:+:$CPATH}}\"", directory)}}};
    }

    /// The last change of these kinds until the release, otherwise the first one after it.
    [[nodiscard]] std::optional<ApiChange> change(const Entries& entries,
                                                  std::initializer_list<ApiChange::Kind> kinds) const {
        const std::optional<Version> release = known_.newest_version();
        std::optional<ApiChange> found;
        for (const ApiChange& one : index_.history(entries)) {
            if (found && release && is_before(*release, one.release)) break;
            if (contains(kinds, one.kind)) found = one;
        }
        return found;
    }

    /// Advice about the releases that have all names.
    void finish() {
        std::vector<Sentence>& remedies = explained_.finding.remedies;
        if (first_) remedies.push_back(sentence({"api-use-newer", {{"release", minor_of(*first_)}}}));
        if (last_)
            remedies.push_back(
                sentence({"api-use-older", {{"or", remedies.empty() ? "" : "or "}, {"release", minor_of(*last_)}}}));
    }

private:
    void add_change(const ApiChange& one, const std::string& name) {
        explained_.is_answered = true;
        Sentence why = describe(one, name);
        const ApiSuccessorRow* successor = one.successor;
        if (successor) why.sources = {successor->sources.begin(), successor->sources.end()};
        explained_.finding.why.push_back(std::move(why));
        const std::string_view instead = replacement(successor);
        if (instead.empty() || (one.kind == ApiChange::Kind::signature && !successor->code)) return;
        explained_.finding.remedies.push_back(
            one.kind == ApiChange::Kind::signature
                ? sentence({"api-new-call", {{"code", instead}}, successor->sources})
                : sentence({"api-write", {{"name", name}, {"successor", instead}}, successor->sources}));
    }

    const Knowledge& known_;
    const ApiIndex& index_;
    ExplainedMessage& explained_;
    std::optional<Version> last_;   // release that has every removed name
    std::optional<Version> first_;  // release that has every newer name
};

/// `cub/cub.cuh`, `CUDA::nvToolsExt`; empty: the message names another kind of file.
std::string header_or_target(const SeenMessage& seen) {
    if (const std::string_view header = value_of(seen.fillings, Fact::header); !header.empty())
        return std::string(header);
    const std::string_view library = value_of(seen.fillings, Fact::library);
    const bool is_target = seen.wording->text.find("CUDA::{name:library}") != std::string_view::npos;
    return is_target && !library.empty() ? fmt::format("CUDA::{}", library) : std::string();
}

}  // namespace

void explain_api(const Knowledge& known, ExplainedMessage& explained) {
    if (!known.api) return;
    NameExplainer names(known, *known.api, explained);
    for (const SeenMessage* seen : known.api_messages) {
        if (seen->wording->message != explained.message->id) continue;
        const std::string name(value_of(seen->fillings, Fact::symbol));
        if (diagnose::is_about_parameters(*seen->wording)) {
            names.explain_signature(known.api->find(name), name);
        } else if (const Entries entries = diagnose::entries_of(*known.api, seen->fillings); !entries.empty()) {
            names.explain_missing(entries, entries.back()->qualified());
        }
    }
    names.finish();
}

void explain_changed_file(const Tables& tables, const Knowledge& known, ExplainedMessage& explained) {
    const std::string name = header_or_target(*explained.seen);
    if (name.empty()) return;
    const std::shared_ptr<const ApiIndex> index = known.api ? known.api : std::make_shared<const ApiIndex>(tables);
    const Entries entries = index->find(name);
    if (entries.empty()) return;
    NameExplainer names(known, *index, explained);
    const std::optional<ApiChange> found = names.change(entries, {ApiChange::Kind::removed, ApiChange::Kind::moved});
    const std::optional<Version> release = known.newest_version();
    if (!found || (release && is_before(*release, found->release))) return;
    if (found->kind == ApiChange::Kind::moved) return names.explain_moved(*found, name);
    // No package of the release has it.
    if (release) {
        explained.finding.why.clear();
        explained.finding.remedies.clear();
        explained.missing_file.reset();
    }
    names.explain_missing(entries, name);
    if (found->entry->target_row && found->successor && found->successor->successor)
        explained.finding.remedies.push_back(
            sentence({"api-alias", {{"name", name}, {"successor", *found->successor->successor}}}));
    if (release) names.finish();
}

}  // namespace cudastdenv::messages
