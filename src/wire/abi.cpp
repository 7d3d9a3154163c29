// SPDX-License-Identifier: MIT
#include "findings/symbol_versions.hpp"
#include "wire/findings.hpp"
#include "wire/records/abi.hpp"

namespace cudastdenv::wire {

namespace {

std::optional<SymbolRecord> symbol_record(const std::string& symbol) {
    if (symbol.empty()) return std::nullopt;
    return SymbolRecord{{symbol}, {demangled(symbol)}};
}

std::optional<std::string> version_name(AbiPart part, const std::optional<Version>& version) {
    return version ? std::optional(std::string(prefix_of(part)) + to_string(*version)) : std::nullopt;
}

std::optional<AbiStdenvRecord> stdenv_record(const AbiStdenv& stdenv) {
    if (stdenv.name.empty()) return std::nullopt;
    return AbiStdenvRecord{.name = stdenv.name,
                           .libstdcxx = {.gcc = stdenv.gcc,
                                         .lowest_of_major = stdenv.lowest_of_major,
                                         .glibcxx = version_name(AbiPart::glibcxx, stdenv.glibcxx),
                                         .cxxabi = version_name(AbiPart::cxxabi, stdenv.cxxabi)},
                           .glibc = stdenv.glibc};
}

NewestRecord newest_record(const AbiVerdict& verdict) {
    NewestRecord newest;
    for (const NewestNeed& need : verdict.newest) {
        NeedRecord record{.version = {need.needed.version},
                          .library = some_foreign(need.needed.library),
                          .symbol = symbol_record(need.needed.symbol),
                          .member = some_foreign(need.member),
                          .first_gcc = need.first ? std::optional(need.first->gcc) : std::nullopt,
                          .satisfied = need.satisfied};
        switch (need.part) {
            case AbiPart::glibcxx: newest.glibcxx = std::move(record); break;
            case AbiPart::cxxabi: newest.cxxabi = std::move(record); break;
            case AbiPart::glibc: newest.glibc = std::move(record); break;
        }
    }
    return newest;
}

std::vector<NeededVersionRecord> needed_versions(const std::vector<NeededVersion>& needs) {
    std::vector<NeededVersionRecord> records;
    for (const NeededVersion& need : needs)
        records.push_back({some_foreign(need.version), some_foreign(need.library), symbol_record(need.symbol)});
    return records;
}

std::optional<ArchiveRecord> archive_record(const Binary& binary) {
    if (!binary.archive) return std::nullopt;
    return ArchiveRecord{binary.archive->is_thin, binary.archive->elf_members, binary.archive->other_members};
}

RunPathRecord run_path_record(const ElfFile& elf, const LibrarySearch& search) {
    RunPathRecord record{.tag = {}, .folders = {}, .cuda_compat = search.compat};
    if (!search.run_path.empty()) record.tag = elf.is_rpath ? "RPATH" : "RUNPATH";
    for (const RunPathFolder& folder : search.run_path)
        record.folders.push_back({{folder.entry}, some_foreign(folder.folder.string()), folder.exists});
    return record;
}

SoughtLibraryRecord library_record(const SoughtLibrary& library) {
    SoughtLibraryRecord record{.name = {library.name},
                               .needed = library.is_needed,
                               .path = {},
                               .by = {},
                               .glibcxx = {},
                               .cxxabi = {},
                               .new_enough = library.is_new_enough,
                               .ld_library_path = some_foreign(library.in_library_path.string())};
    if (library.found) {
        record.path = ForeignText{library.found->path.string()};
        record.by = library.found->by;
        record.glibcxx = some_foreign(library.found->glibcxx);
        record.cxxabi = some_foreign(library.found->cxxabi);
    }
    return record;
}

std::vector<AbiChangeRecord> change_records(const words::AbiAnswer& answer, const AbiVerdict& verdict) {
    std::vector<AbiChangeRecord> records;
    for (const AbiChange& change : verdict.changes) {
        Said said = words::say(answer, verdict, change);
        records.push_back({{said.code}, std::move(said.text)});
    }
    return records;
}

AbiFileRecord file_record(const words::AbiAnswer& answer, const words::AbiEntry& entry) {
    const ElfFile& elf = entry.binary->elf;
    AbiFileRecord record{.path = some_foreign(entry.binary->path.string()),
                         .kind = elf.kind,
                         .archive = archive_record(*entry.binary),
                         .machine = std::string(architecture(elf)),
                         .bits = elf.is_64_bit ? 64 : 32,
                         .byte_order = elf.is_little_endian ? "little" : "big",
                         .soname = some_foreign(elf.soname),
                         .libraries = foreign_texts(elf.libraries),
                         .newest = newest_record(entry.verdict),
                         .libcudart = needed_versions(entry.verdict.cudart),
                         .needs = needed_versions(elf.needs),
                         .defines = foreign_texts(elf.defines),
                         .newest_defined = foreign_texts(words::newest_defined(elf)),
                         .verdict = {words::verdict_code(entry.verdict)},
                         .missing = words::missing_messages(answer, entry.verdict),
                         .changes = change_records(answer, entry.verdict),
                         .environments = {},
                         .rests_on = {elf.kind == ElfFile::Kind::object ? "undefined-symbols" : "symbol-versions"},
                         .run_path = run_path_record(elf, entry.search),
                         .search = {}};
    for (const EnvironmentRow* row : entry.verdict.environments) record.environments.push_back(row->id);
    for (const SoughtLibrary& library : entry.search.libraries) record.search.push_back(library_record(library));
    return record;
}

}  // namespace

std::string abi_json(const words::AbiAnswer& answer) {
    AbiRecord record{{}, stdenv_record(answer.stdenv), {}, foreign_texts(answer.errors)};
    for (const words::AbiEntry& entry : answer.entries) record.files.push_back(file_record(answer, entry));
    return answer_text(record);
}

}  // namespace cudastdenv::wire
