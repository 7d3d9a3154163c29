// SPDX-License-Identifier: MIT
#include "wire/json.hpp"

#include "core/text.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"
#include "wire/records/resolution.hpp"
#include "wire/table_file.hpp"
#include "words/lists.hpp"
#include "words/resolution.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

using words::ResolutionReport;

LibstdcxxRecord libstdcxx_record(const Tables& tables, const Stdenv& stdenv) {
    LibstdcxxRecord record{stdenv.libstdcxx, stdenv.libstdcxx_release, {}, {}, {}};
    if (const LibstdcxxRow* row = libstdcxx_of(tables, stdenv)) {
        record.soname = row->soname;
        record.glibcxx = row->glibcxx;
        record.cxxabi = row->cxxabi;
    }
    return record;
}

bool has_word(const Json& json, const std::string& word) {
    if (json.is_string()) return has_in_any_case(json.get_ref<const std::string&>(), word);
    if (json.is_number()) return json.dump() == word;
    for (const auto& [key, member] : json.items())
        if (!(json.is_object() && key == "sources") && has_word(member, word)) return true;
    return false;
}

Json rows_with(const Json& list, const std::vector<std::string>& words) {
    Json rows = Json::array();
    for (const Json& row : list)
        if (std::ranges::all_of(words, [&](const std::string& word) { return has_word(row, word); }))
            rows.push_back(row);
    return rows;
}

StdenvRecord stdenv_record(const ResolutionReport& answer) {
    const Stdenv& stdenv = answer.request.stdenv;
    return {.compiler = stdenv.compiler,
            .version = {version_of(answer.request, stdenv.compiler)},
            .assumed = answer.stdenv_assumed,
            .environment = some_text(answer.environment),
            .glibc = stdenv.glibc,
            .libstdcxx = libstdcxx_record(answer.tables, stdenv),
            .libstdcxx_assumed = answer.libstdcxx_assumed,
            .nonshared = stdenv.nonshared};
}

RangeRecord range_record(const HostCompilerRange& range) {
    return {.min = range.min ? std::optional(range.min->major) : std::nullopt,
            .min_inferred_from = range.min ? range.min->inferred_from : std::nullopt,
            .max = range.max.major,
            .view = range.view,
            .sources = range.max.sources};
}

std::optional<HostCompilerRecord> host_record(const Resolution& resolution) {
    if (!resolution.host) return std::nullopt;
    const HostCompiler& host = *resolution.host;
    return HostCompilerRecord{.compiler = host.compiler,
                              .version = {host.version},
                              .family = host.compiler.family,
                              .major = host.compiler.major,
                              .uses_stdenv = host.uses_stdenv,
                              .range = range_record(host.range),
                              .libstdcxx_headers = host.headers,
                              .headers_inferred = host.headers_inferred};
}

RejectionRecord rejection_record(const Tables& tables, const Rejection& rejection) {
    words::Said said = words::say(tables, rejection.reason);
    return {.compiler = rejection.compiler,
            .version = {rejection.version},
            .reason = {said.code},
            .message = std::move(said.text),
            .sources = said.sources,
            .hides = advisory_records(rejection.hidden)};
}

std::vector<RejectionRecord> rejection_records(const ResolutionReport& answer) {
    std::vector<RejectionRecord> records;
    for (const Rejection& rejection : answer.resolution.rejected)
        records.push_back(rejection_record(answer.tables, rejection));
    return records;
}

/// What breaks the answer as it stands, before everything else.
std::optional<std::string_view> broken_by(const Resolution& resolution) {
    return resolution.broken_by ? std::optional(resolution.broken_by->id) : std::nullopt;
}

std::optional<CrossRecord> cross_record(const Resolution& resolution) {
    if (!resolution.cross) return std::nullopt;
    const Cross& cross = *resolution.cross;
    CrossRecord record{{cross.build, cross.build_redist}, {cross.host, resolution.redist}, {}};
    for (const CrossPart& part : cross.parts)
        record.parts.push_back({part.part, part.system, some_text(part.makes_code_for)});
    return record;
}

}  // namespace

std::string resolution_json(const ResolutionReport& answer) {
    const Resolution& resolution = answer.resolution;
    return answer_text(ResolveRecord{
        .schema = {},
        .broken = broken_by(resolution),
        .cuda = cuda_record(answer),
        .policy = answer.request.policy,
        .nixpkgs_exact = answer.request.nixpkgs_exact,
        .standard = resolution.standard,
        .system = {answer.request.system, resolution.redist},
        .cross = cross_record(resolution),
        .stdenv = stdenv_record(answer),
        .toolkit_headers = answer.request.toolkit_headers,
        .host_compiler = host_record(resolution),
        .rejected = rejection_records(answer),
        .capabilities = {resolution.supported, resolution.defaults, resolution.resolved},
        .flags = make_flags(answer.tables, answer.request, resolution),
        .advisories = advisory_records(resolution.advisories),
        .notes = records_of(words::say_notes(answer)),
        .apply = apply_records(answer.apply),
    });
}

std::string explanation_json(const ResolutionReport& answer, Compiler compiler, bool supposed) {
    const Resolution& resolution = answer.resolution;
    const auto rejection = std::ranges::find(resolution.rejected, compiler, &Rejection::compiler);
    Map<std::optional<HostRange>> views;
    if (const auto* row = find_host_compilers(answer.tables, compiler.family, answer.request.cuda))
        for (const Policy view : enumerators<Policy>) views.entries.emplace_back(to_string(view), view_of(*row, view));
    return answer_text(ExplainRecord{
        .schema = {},
        .broken = broken_by(resolution),
        .cuda = cuda_record(answer),
        .policy = answer.request.policy,
        .stdenv = stdenv_record(answer),
        .toolkit_headers = answer.request.toolkit_headers,
        .compiler = compiler,
        .version = {version_of(answer.request, compiler)},
        .available = !supposed,
        .chosen = resolution.host && resolution.host->compiler == compiler,
        .rejection = rejection == resolution.rejected.end()
                         ? std::nullopt
                         : std::optional(rejection_record(answer.tables, *rejection)),
        .host_compiler = host_record(resolution),
        .ranges = std::move(views),
        .advisories = advisory_records(resolution.advisories),
        .notes = records_of(words::say_notes(answer)),
        .apply = apply_records(answer.apply),
    });
}

std::string capabilities_json(const ResolutionReport& answer, std::span<const Capability> listed) {
    return answer_text(CapabilitiesRecord{{}, cuda_record(answer), {listed.begin(), listed.end()}});
}

std::string spelled_json(const ResolutionReport& answer, std::string_view spelling,
                         const std::optional<ConsumerVersion>& consumer, const Spelled& spelled) {
    std::vector<SaidRecord> losses;
    for (const Loss& loss : spelled.losses) losses.push_back(record_of(words::say(spelling, loss)));
    return answer_text(SpelledRecord{
        .schema = {},
        .cuda = cuda_record(answer),
        .format = spelling,
        .consumer = consumer_record(consumer),
        .text = some_text(spelled.text),
        .losses = std::move(losses),
        .flags = make_flags(answer.tables, answer.request, answer.resolution),
    });
}

std::string table_json(const Tables& tables, std::string_view file, const std::vector<std::string>& words) {
    Json root = table_json_tree(tables, file);
    for (Json& member : root)
        if (member.is_array()) member = rows_with(member, words);
    return json_text(root) + '\n';
}

}  // namespace cudastdenv::wire
