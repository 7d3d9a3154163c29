#include "wire/findings.hpp"
#include "wire/json_parts.hpp"
#include "words/host.hpp"

namespace cudastdenv::wire {

namespace {

Json path_json(const std::filesystem::path& path) { return path.empty() ? Json(nullptr) : Json(path.string()); }

std::string_view wrapper_name(FoundCompiler::Wrapper wrapper) {
    switch (wrapper) {
        case FoundCompiler::Wrapper::none: return "none";
        case FoundCompiler::Wrapper::cache: return "cache";
        case FoundCompiler::Wrapper::nix: return "nix";
    }
    return "";
}

Json toolkit_json(const FoundToolkit& toolkit) {
    Json named = nullptr;
    if (!toolkit.host_compiler.empty())
        named = {{"path", toolkit.host_compiler.string()}, {"namedBy", toolkit.host_compiler_named_by}};
    Json same_build = Json::array();
    for (const Version version : toolkit.same_build) same_build.push_back(to_string(version));
    return {{"version", to_string(toolkit.version)},
            {"sameBuild", std::move(same_build)},
            {"known", toolkit.release != nullptr},
            {"nvcc", toolkit.build},
            {"path", toolkit.nvcc.string()},
            {"root", toolkit.root.string()},
            {"foundBy", toolkit.found_by},
            {"hostCompiler", std::move(named)}};
}

Json compiler_json(const Host& host, const FoundCompiler& compiler) {
    return {{"compiler", to_string(compiler.compiler)},
            {"version", compiler.version},
            {"path", compiler.path.string()},
            {"default", host.default_compiler && find_compiler(host, *host.default_compiler) == &compiler},
            {"libstdcxxHeaders", optional_json(compiler.libstdcxx_headers)},
            {"libstdcxx", path_json(compiler.libstdcxx)},
            {"glibc", name_or_null(compiler.glibc)},
            {"wrapper", wrapper_name(compiler.wrapper)},
            {"wrapped", path_json(compiler.wrapped)}};
}

Json libstdcxx_json(const std::optional<LoadedLibstdcxx>& library) {
    if (!library) return nullptr;
    return {{"path", library->path.string()},
            {"gcc", optional_json(library->gcc)},
            {"glibcxx", library->glibcxx},
            {"cxxabi", library->cxxabi}};
}

}  // namespace

std::string host_json(const Host& host) {
    const words::NotKnown unknown = words::not_known(host);
    Json root = {{"schemaVersion", schema_version},
                 {"system", host.system},
                 {"toolkits", unknown.toolkits ? Json(nullptr) : Json::array()},
                 {"compilers", unknown.compilers ? Json(nullptr) : Json::array()},
                 {"libstdcxx", libstdcxx_json(host.libstdcxx)},
                 {"glibc", name_or_null(host.glibc)},
                 {"driver", optional_json(host.driver)},
                 {"gpus", unknown.gpus ? Json(nullptr) : Json::array()},
                 {"notes", Json::array()}};
    for (const FoundToolkit& toolkit : host.toolkits) root["toolkits"].push_back(toolkit_json(toolkit));
    for (const FoundCompiler& compiler : host.compilers) root["compilers"].push_back(compiler_json(host, compiler));
    for (const FoundGpu& gpu : host.gpus)
        root["gpus"].push_back({{"name", gpu.name}, {"capability", name_or_null(gpu.capability)}});
    for (const HostNote& note : host.notes) {
        const words::Said said = words::say(note);
        root["notes"].push_back({{"note", said.code}, {"message", said.text}});
    }
    return finish(root);
}

}  // namespace cudastdenv::wire
