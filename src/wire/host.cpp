// SPDX-License-Identifier: MIT
#include "wire/findings.hpp"
#include "wire/records/host.hpp"
#include "words/host.hpp"

namespace cudastdenv::wire {

namespace {

ToolkitRecord toolkit_record(const FoundToolkit& toolkit) {
    ToolkitRecord record{.version = toolkit.version,
                         .same_build = {toolkit.same_build.begin(), toolkit.same_build.end()},
                         .known = toolkit.release != nullptr,
                         .nvcc = toolkit.build,
                         .path = {toolkit.nvcc.string()},
                         .root = {toolkit.root.string()},
                         .found_by = std::string(toolkit.found_by),
                         .headers = some_foreign(toolkit.headers.string()),
                         .headers_place = toolkit.headers_place,
                         .host_compiler = {},
                         .lacks = {}};
    for (const ToolkitLack lack : toolkit.lacks) {
        Said said = words::say(toolkit, lack);
        record.lacks.push_back({{said.code}, std::move(said.text)});
    }
    if (!toolkit.host_compiler.empty())
        record.host_compiler = NamedCompilerRecord{{toolkit.host_compiler.string()},
                                                   std::string(toolkit.host_compiler_named_by)};
    return record;
}

FoundCompilerRecord compiler_record(const Host& host, const FoundCompiler& compiler) {
    return {.compiler = compiler.compiler,
            .version = compiler.version,
            .path = {compiler.path.string()},
            .is_default = is_default(host, compiler),
            .libstdcxx_headers = compiler.libstdcxx_headers,
            .libstdcxx = some_foreign(compiler.libstdcxx.string()),
            .glibc = compiler.glibc,
            .wrapper = compiler.wrapper,
            .wrapped = some_foreign(compiler.wrapped.string())};
}

std::optional<LoadedLibstdcxxRecord> libstdcxx_record(const std::optional<LoadedLibstdcxx>& library) {
    if (!library) return std::nullopt;
    return LoadedLibstdcxxRecord{{library->path.string()}, library->gcc, library->glibcxx, library->cxxabi};
}

/// Nothing where it is not known whether there are any.
template <class Found, class RecordOf>
auto records_unless(bool is_unknown, const Found& found, RecordOf record_of_one) {
    std::vector<decltype(record_of_one(found.front()))> records;
    for (const auto& one : found) records.push_back(record_of_one(one));
    return is_unknown ? std::nullopt : std::optional(std::move(records));
}

}  // namespace

std::string host_json(const Host& host) {
    const words::NotKnown unknown = words::not_known(host);
    DetectRecord record{
        .system = std::string(host.system),
        .toolkits = records_unless(unknown.toolkits, host.toolkits, toolkit_record),
        .compilers = records_unless(unknown.compilers, host.compilers,
                                    [&](const FoundCompiler& compiler) { return compiler_record(host, compiler); }),
        .libstdcxx = libstdcxx_record(host.libstdcxx),
        .glibc = host.glibc,
        .driver = host.driver,
        .gpus = records_unless(unknown.gpus, host.gpus,
                               [](const FoundGpu& gpu) {
                                   return FoundGpuRecord{{gpu.name}, gpu.capability};
                               }),
        .notes = {}};
    for (const HostNote& note : host.notes) record.notes.push_back(words::say(note));
    return answer_text(record);
}

}  // namespace cudastdenv::wire
