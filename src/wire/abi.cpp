#include "findings/symbol_versions.hpp"
#include "wire/findings.hpp"
#include "wire/json_parts.hpp"

namespace cudastdenv::wire {

namespace {

Json symbol_json(const std::string& symbol) {
    if (symbol.empty()) return nullptr;
    return {{"mangled", symbol}, {"demangled", demangled(symbol)}};
}

Json version_json(AbiPart part, const std::optional<Version>& version) {
    return version ? Json(std::string(prefix_of(part)) + to_string(*version)) : Json(nullptr);
}

Json stdenv_json(const AbiStdenv& stdenv) {
    if (stdenv.name.empty()) return nullptr;
    return {{"name", stdenv.name},
            {"libstdcxx",
             {{"gcc", optional_json(stdenv.gcc)},
              {"lowestOfMajor", stdenv.lowest_of_major},
              {"glibcxx", version_json(AbiPart::glibcxx, stdenv.glibcxx)},
              {"cxxabi", version_json(AbiPart::cxxabi, stdenv.cxxabi)}}},
            {"glibc", stdenv.glibc ? Json(to_string(*stdenv.glibc)) : Json(nullptr)}};
}

Json need_json(const NewestNeed& need) {
    return {{"version", need.needed.version},
            {"library", text_or_null(need.needed.library)},
            {"symbol", symbol_json(need.needed.symbol)},
            {"member", text_or_null(need.member)},
            {"firstGcc", need.first ? Json(to_string(need.first->gcc)) : Json(nullptr)},
            {"satisfied", optional_json(need.satisfied)}};
}

Json newest_json(const AbiVerdict& verdict) {
    Json json{{"glibcxx", nullptr}, {"cxxabi", nullptr}, {"glibc", nullptr}};
    for (const NewestNeed& need : verdict.newest) switch (need.part) {
            case AbiPart::glibcxx: json["glibcxx"] = need_json(need); break;
            case AbiPart::cxxabi: json["cxxabi"] = need_json(need); break;
            case AbiPart::glibc: json["glibc"] = need_json(need); break;
        }
    return json;
}

Json needs_json(const std::vector<NeededVersion>& needs) {
    Json list = Json::array();
    for (const NeededVersion& need : needs)
        list.push_back({{"version", text_or_null(need.version)},
                        {"library", text_or_null(need.library)},
                        {"symbol", symbol_json(need.symbol)}});
    return list;
}

Json archive_json(const Binary& binary) {
    if (!binary.archive) return nullptr;
    return {{"thin", binary.archive->is_thin},
            {"elfMembers", binary.archive->elf_members},
            {"otherMembers", binary.archive->other_members}};
}

Json run_path_json(const ElfFile& elf, const LibrarySearch& search) {
    Json folders = Json::array();
    for (const RunPathFolder& folder : search.run_path)
        folders.push_back(
            {{"entry", folder.entry}, {"folder", text_or_null(folder.folder.string())}, {"exists", folder.exists}});
    return {{"tag", search.run_path.empty() ? Json(nullptr) : Json(elf.is_rpath ? "RPATH" : "RUNPATH")},
            {"folders", folders},
            {"cudaCompat", to_string(search.compat)}};
}

Json library_json(const SoughtLibrary& library) {
    Json json{{"name", library.name},
              {"needed", library.is_needed},
              {"path", nullptr},
              {"by", nullptr},
              {"glibcxx", nullptr},
              {"cxxabi", nullptr},
              {"newEnough", optional_json(library.is_new_enough)},
              {"ldLibraryPath", text_or_null(library.in_library_path.string())}};
    if (library.found) {
        json["path"] = library.found->path.string();
        json["by"] = to_string(library.found->by);
        json["glibcxx"] = text_or_null(library.found->glibcxx);
        json["cxxabi"] = text_or_null(library.found->cxxabi);
    }
    return json;
}

Json changes_json(const words::AbiAnswer& answer, const AbiVerdict& verdict) {
    Json list = Json::array();
    for (const AbiChange& change : verdict.changes) {
        const words::Said said = words::say(answer, verdict, change);
        list.push_back({{"change", said.code}, {"message", said.text}});
    }
    return list;
}

Json entry_json(const words::AbiAnswer& answer, const words::AbiEntry& entry) {
    const ElfFile& elf = entry.binary->elf;
    Json environments = Json::array();
    for (const EnvironmentRow* row : entry.verdict.environments) environments.push_back(row->id);
    Json libraries = Json::array();
    for (const SoughtLibrary& library : entry.search.libraries) libraries.push_back(library_json(library));
    return {{"path", text_or_null(entry.binary->path.string())},
            {"kind", to_string(elf.kind)},
            {"archive", archive_json(*entry.binary)},
            {"machine", architecture(elf)},
            {"bits", elf.is_64_bit ? 64 : 32},
            {"byteOrder", elf.is_little_endian ? "little" : "big"},
            {"soname", text_or_null(elf.soname)},
            {"libraries", elf.libraries},
            {"newest", newest_json(entry.verdict)},
            {"libcudart", needs_json(entry.verdict.cudart)},
            {"needs", needs_json(elf.needs)},
            {"defines", elf.defines},
            {"newestDefined", words::newest_defined(elf)},
            {"verdict", words::verdict_code(entry.verdict)},
            {"missing", words::missing_messages(answer, entry.verdict)},
            {"changes", changes_json(answer, entry.verdict)},
            {"environments", environments},
            {"runPath", run_path_json(elf, entry.search)},
            {"search", libraries}};
}

}  // namespace

std::string abi_json(const words::AbiAnswer& answer) {
    Json files = Json::array();
    for (const words::AbiEntry& entry : answer.entries) files.push_back(entry_json(answer, entry));
    return finish({{"schemaVersion", schema_version},
                   {"stdenv", stdenv_json(answer.stdenv)},
                   {"files", files},
                   {"unreadable", answer.errors}});
}

}  // namespace cudastdenv::wire
