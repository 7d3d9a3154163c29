#include "wire/json.hpp"

#include "resolve/host_compiler.hpp"
#include "spell/json.hpp"
#include "tables/lookup.hpp"
#include "wire/canonical.hpp"
#include "wire/json_parts.hpp"
#include "wire/table_file.hpp"
#include "words/lists.hpp"
#include "words/resolution.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

using words::ResolutionReport;

Json libstdcxx_json(const Tables& tables, const Stdenv& stdenv) {
    const LibstdcxxRow* row = libstdcxx_of(tables, stdenv);
    const auto& release = stdenv.libstdcxx_release;
    Json json{{"gcc", stdenv.libstdcxx},
              {"release", release ? Json(to_string(*release)) : Json(nullptr)},
              {"soname", nullptr},
              {"glibcxx", nullptr},
              {"cxxabi", nullptr}};
    if (row) json.update({{"soname", row->soname}, {"glibcxx", row->glibcxx}, {"cxxabi", row->cxxabi}});
    return json;
}

Json stdenv_json(const ResolutionReport& answer) {
    const Stdenv& stdenv = answer.request.stdenv;
    return {{"compiler", to_string(stdenv.compiler)},
            {"assumed", answer.stdenv_assumed},
            {"environment", answer.environment.empty() ? Json(nullptr) : Json(answer.environment)},
            {"glibc", stdenv.glibc ? Json(to_string(*stdenv.glibc)) : Json(nullptr)},
            {"libstdcxx", libstdcxx_json(answer.tables, stdenv)},
            {"libstdcxxAssumed", answer.libstdcxx_assumed}};
}

Json range_json(const HostCompilerRange& range) {
    return {{"min", range.min ? Json(range.min->major) : Json(nullptr)},
            {"minInferredFrom",
             range.min && range.min->inferred_from ? Json(to_string(*range.min->inferred_from)) : Json(nullptr)},
            {"max", range.max.major},
            {"view", to_string(range.view)},
            {"sources", range.max.sources}};
}

Json host_json(const Resolution& resolution) {
    if (!resolution.host) return nullptr;
    const HostCompiler& host = *resolution.host;
    return {{"compiler", to_string(host.compiler)}, {"family", to_string(host.compiler.family)},
            {"major", host.compiler.major},         {"usesStdenv", host.uses_stdenv},
            {"range", range_json(host.range)},      {"libstdcxxHeaders", optional_json(host.headers)}};
}

Json advisories_json(const std::vector<const AdvisoryRow*>& advisories) {
    Json list = Json::array();
    for (const AdvisoryRow* advisory : advisories)
        list.push_back({{"id", advisory->id},
                        {"severity", to_string(advisory->severity)},
                        {"message", advisory->message},
                        {"workaround", optional_json(advisory->workaround)},
                        {"sources", advisory->sources}});
    return list;
}

Json rejection_json(const Tables& tables, const Rejection& rejection) {
    const words::Said said = words::say(tables, rejection.reason);
    return {{"compiler", to_string(rejection.compiler)},
            {"reason", said.code},
            {"message", said.text},
            {"sources", said.sources},
            {"hides", advisories_json(rejection.hidden)}};
}

Json rejections_json(const ResolutionReport& answer) {
    Json list = Json::array();
    for (const Rejection& rejection : answer.resolution.rejected)
        list.push_back(rejection_json(answer.tables, rejection));
    return list;
}

/// What breaks the answer as it stands, before everything else.
Json broken_json(const Resolution& resolution) {
    return resolution.broken_by ? Json(resolution.broken_by->id) : Json(nullptr);
}

Json cross_json(const Resolution& resolution) {
    if (!resolution.cross) return nullptr;
    const Cross& cross = *resolution.cross;
    Json parts = Json::array();
    for (const CrossPart& part : cross.parts)
        parts.push_back({{"part", to_string(part.part)},
                         {"system", part.system},
                         {"makesCodeFor", part.makes_code_for.empty() ? Json(nullptr) : Json(part.makes_code_for)}});
    return {{"build", {{"nix", cross.build}, {"redist", cross.build_redist}}},
            {"host", {{"nix", cross.host}, {"redist", resolution.redist}}},
            {"parts", parts}};
}

}  // namespace

std::string resolution_json(const ResolutionReport& answer) {
    const Resolution& resolution = answer.resolution;
    return finish({
        {"schemaVersion", schema_version},
        {"broken", broken_json(resolution)},
        {"cuda", cuda_json(answer)},
        {"policy", to_string(answer.request.policy)},
        {"nixpkgsExact", answer.request.nixpkgs_exact},
        {"standard", to_string(answer.request.standard)},
        {"system", {{"nix", answer.request.system}, {"redist", resolution.redist}}},
        {"cross", cross_json(resolution)},
        {"stdenv", stdenv_json(answer)},
        {"hostCompiler", host_json(resolution)},
        {"rejected", rejections_json(answer)},
        {"capabilities",
         {{"supported", texts(resolution.supported)},
          {"default", texts(resolution.defaults)},
          {"resolved", texts(resolution.resolved)}}},
        {"flags", spell::flags_json(make_flags(answer.tables, answer.request, resolution))},
        {"advisories", advisories_json(resolution.advisories)},
        {"notes", texts(words::say_notes(answer))},
    });
}

std::string explanation_json(const ResolutionReport& answer, Compiler compiler, bool supposed) {
    const Resolution& resolution = answer.resolution;
    const bool chosen = resolution.host && resolution.host->compiler == compiler;
    const auto rejection = std::ranges::find(resolution.rejected, compiler, &Rejection::compiler);
    Json views = Json::object();
    if (const auto* row = find_host_compilers(answer.tables, compiler.family, answer.request.cuda))
        for (const Policy view : {Policy::nixpkgs, Policy::documented, Policy::enforced})
            views[std::string(to_string(view))] = json_of(datum_of(view_of(*row, view)));
    return finish({
        {"schemaVersion", schema_version},
        {"broken", broken_json(resolution)},
        {"cuda", cuda_json(answer)},
        {"policy", to_string(answer.request.policy)},
        {"stdenv", stdenv_json(answer)},
        {"compiler", to_string(compiler)},
        {"available", !supposed},
        {"chosen", chosen},
        {"rejection",
         rejection == resolution.rejected.end() ? Json(nullptr) : rejection_json(answer.tables, *rejection)},
        {"hostCompiler", host_json(resolution)},
        {"ranges", views},
        {"advisories", advisories_json(resolution.advisories)},
        {"notes", texts(words::say_notes(answer))},
    });
}

std::string capabilities_json(const ResolutionReport& answer, std::span<const Capability> listed) {
    return finish({{"schemaVersion", schema_version}, {"cuda", cuda_json(answer)}, {"capabilities", texts(listed)}});
}

std::string spelled_json(const ResolutionReport& answer, std::string_view spelling, const Spelled& spelled) {
    Json losses = Json::array();
    for (const Loss& loss : spelled.losses) losses.push_back(words::say(spelling, loss).text);
    return finish({
        {"schemaVersion", schema_version},
        {"cuda", cuda_json(answer)},
        {"format", spelling},
        {"text", spelled.text.empty() ? Json(nullptr) : Json(spelled.text)},
        {"losses", losses},
        {"flags", spell::flags_json(make_flags(answer.tables, answer.request, answer.resolution))},
    });
}

std::string table_json(const Tables& tables, std::string_view file) {
    return finish(json_of(table_datum(tables, file)));
}

}  // namespace cudastdenv::wire
