// SPDX-License-Identifier: MIT
#include "found/abi.hpp"

#include "findings/abi.hpp"
#include "words/diagnostics.hpp"

#include <fmt/format.h>

#include <utility>

namespace cudastdenv::found {

using namespace words;

namespace {

std::string_view verdict_code(const AbiVerdict& verdict) noexcept {
    if (!verdict.satisfied) return "not-judged";
    return *verdict.satisfied ? "satisfied" : "not-satisfied";
}

/// The newest versions that it defines: of GLIBCXX, CXXABI and GLIBC, those there are.
std::vector<ForeignText> newest_defined(const ElfFile& elf) {
    std::vector<ForeignText> newest;
    for (const AbiPart part : {AbiPart::glibcxx, AbiPart::cxxabi, AbiPart::glibc})
        if (std::string version = newest_version(elf.defines, std::string(prefix_of(part))); !version.empty())
            newest.push_back({std::move(version)});
    for (const std::string& version : elf.defines)
        if (version.starts_with("libcudart.so")) newest.push_back({version});
    return newest;
}

std::optional<AbiAnswer::Symbol> symbol_of(const NeededVersion& need) {
    if (need.symbol.empty()) return std::nullopt;
    return AbiAnswer::Symbol{{need.symbol}, {demangled(need.symbol)}};
}

std::vector<AbiAnswer::NeededSymbolVersion> needed_versions(const std::vector<NeededVersion>& needs) {
    std::vector<AbiAnswer::NeededSymbolVersion> versions;
    for (const NeededVersion& need : needs)
        versions.push_back({some_foreign(need.version), some_foreign(need.library), symbol_of(need)});
    return versions;
}

void add_newest(const AbiStdenv& stdenv, const NewestNeed& need, AbiAnswer::File& file) {
    auto& newest = need.part == AbiPart::glibcxx  ? file.newest.glibcxx
                   : need.part == AbiPart::cxxabi ? file.newest.cxxabi
                                                  : file.newest.glibc;
    newest = AbiAnswer::Need{.version = {need.needed.version},
                             .library = some_foreign(need.needed.library),
                             .symbol = symbol_of(need.needed),
                             .member = some_foreign(need.member),
                             .first_gcc = need.first ? std::optional(need.first->gcc) : std::nullopt,
                             .satisfied = need.satisfied};
    if (!need.satisfied.value_or(true))
        file.missing.push_back(fmt::format("{} is missing, the newest is {}", need.needed.version,
                                           version_name(need.part, version_in(stdenv, need.part)).value_or("none")));
}

}  // namespace

AbiAnswer abi_answer(const Tables& tables, const AbiStdenv& stdenv, const std::vector<std::string>& unreadable) {
    AbiAnswer answer;
    if (!stdenv.name.empty())
        answer.stdenv = AbiAnswer::Stdenv{.name = stdenv.name,
                                          .libstdcxx = {.gcc = stdenv.gcc,
                                                        .lowest_of_major = stdenv.lowest_of_major,
                                                        .glibcxx = version_name(AbiPart::glibcxx, stdenv.glibcxx),
                                                        .cxxabi = version_name(AbiPart::cxxabi, stdenv.cxxabi)},
                                          .glibc = stdenv.glibc};
    answer.unreadable = foreign_texts(unreadable);
    answer.newest_glibcxx = newest_known_glibcxx(tables);
    return answer;
}

AbiAnswer::File abi_file(const Tables& tables, const AbiStdenv& stdenv, const Binary& binary,
                         const LibrarySearch& search) {
    const AbiVerdict verdict = judge_abi(tables, binary, stdenv);
    const ElfFile& elf = binary.elf;
    AbiAnswer::File file{.path = some_foreign(binary.path.string()),
                         .kind = elf.kind,
                         .archive = binary.archive,
                         .machine = architecture(elf),
                         .bits = elf.is_64_bit ? 64 : 32,
                         .byte_order = elf.is_little_endian ? "little" : "big",
                         .soname = some_foreign(elf.soname),
                         .libraries = foreign_texts(elf.libraries),
                         .libcudart = needed_versions(verdict.cudart),
                         .needs = needed_versions(elf.needs),
                         .defines = foreign_texts(elf.defines),
                         .newest_defined = newest_defined(elf),
                         .verdict = verdict_code(verdict),
                         .rests_on = elf.kind == ElfFile::Kind::object ? "undefined-symbols" : "symbol-versions",
                         .run_path = search.run_path,
                         .search = search.libraries};
    for (const NewestNeed& need : verdict.newest) add_newest(stdenv, need, file);
    for (const Diagnostic& change : verdict.changes) file.changes.push_back({code_of(change), text_of(change)});
    for (const EnvironmentRow* row : verdict.environments) file.environments.push_back(row->id);
    return file;
}

}  // namespace cudastdenv::found
