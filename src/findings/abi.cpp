// SPDX-License-Identifier: MIT
#include "findings/abi.hpp"

#include "core/format.hpp"
#include "tables/lookup.hpp"

#include <cxxabi.h>

#include <cstdlib>

namespace cudastdenv {

namespace {

/// Each back reference in a mangled name can double the text, and a pack expansion repeats a part of it. A hostile name
/// could need more memory than exists.
bool is_harmless(std::string_view symbol) {
    constexpr std::size_t longest = 512;
    constexpr int most_references = 12;
    if (symbol.size() > longest || symbol.find("Dp") != symbol.npos || symbol.find("sp") != symbol.npos) return false;
    int references = 0;
    for (std::size_t i = 0; i + 1 < symbol.size(); ++i) {
        const bool begins = symbol[i] == 'S' || symbol[i] == 'T';
        const char next = symbol[i + 1];
        const bool follows = next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
        references += begins && follows ? 1 : 0;
    }
    return references <= most_references;
}

// Linkers that pack relative relocations require this version. It has no number, and exists since glibc 2.36.
constexpr std::string_view packed_relocations = "GLIBC_ABI_DT_RELR";
constexpr Version glibc_of_packed_relocations{2, 36, -1};
constexpr std::string_view cudart = "libcudart.so";

std::optional<Version> number_in(const LibstdcxxRow& row, AbiPart part) {
    if (part == AbiPart::glibc) return std::nullopt;
    return number_of(part, part == AbiPart::glibcxx ? row.glibcxx : row.cxxabi);
}

/// By number, or as packed_relocations if that is newer.
std::string newest_of(const ElfFile& elf, AbiPart part) {
    std::vector<std::string> versions;
    for (const NeededVersion& need : elf.needs) versions.push_back(need.version);
    const std::string newest = newest_version(versions, std::string(prefix_of(part)));
    const bool packs = contains(versions, packed_relocations);
    const bool is_newest = packs && number_of(part, packed_relocations) > number_of(part, newest);
    return is_newest ? std::string(packed_relocations) : newest;
}

/// Absent if none is known.
std::optional<BinarySymbol> symbol_of(const NeededVersion& need) {
    if (need.symbol.empty()) return std::nullopt;
    return BinarySymbol{{need.symbol}, {demangled(need.symbol)}};
}

NeededSymbolVersion described(const NeededVersion& need) { return {need.version, need.library, symbol_of(need)}; }

std::vector<NeededSymbolVersion> cudart_needs(const ElfFile& elf) {
    std::vector<NeededSymbolVersion> found;
    for (const std::string& library : elf.libraries) {
        if (!library.starts_with(cudart)) continue;
        const auto need = std::ranges::find(elf.needs, library, &NeededVersion::library);
        found.push_back(need == elf.needs.end() ? NeededSymbolVersion{.library = library} : described(*need));
    }
    return found;
}

/// The newest version that it defines of each of GLIBCXX, CXXABI and GLIBC, and all of libcudart.
std::vector<ForeignText> newest_defined(const ElfFile& elf) {
    std::vector<ForeignText> newest;
    for (const AbiPart part : enumerators<AbiPart>)
        if (std::string version = newest_version(elf.defines, std::string(prefix_of(part))); !version.empty())
            newest.push_back({std::move(version)});
    for (const std::string& version : elf.defines)
        if (version.starts_with(cudart)) newest.push_back({version});
    return newest;
}

/// The number of its version of one part; absent: unknown.
std::optional<Version> version_in(const AbiStdenv& stdenv, AbiPart part) {
    if (part == AbiPart::glibc) return stdenv.glibc;
    return number_of(part,
                     (part == AbiPart::glibcxx ? stdenv.libstdcxx.glibcxx : stdenv.libstdcxx.cxxabi).value_or(""));
}

/// Whether a fully known environment has it.
bool has(const AbiStdenv& stdenv, const NewestNeed& need) {
    return need.number && version_in(stdenv, need.part) >= need.number;
}

/// At most one of each part, in their order.
std::vector<NewestNeed> newest_needs(const Tables& tables, const Binary& binary, const AbiStdenv& stdenv) {
    const std::vector<NeededVersion>& all = binary.elf.needs;
    std::vector<NewestNeed> newest;
    for (const AbiPart part : enumerators<AbiPart>) {
        const std::string version = newest_of(binary.elf, part);
        if (version.empty()) continue;
        const auto found = std::ranges::find(all, version, &NeededVersion::version);
        NewestNeed& need = newest.emplace_back(NewestNeed{.version = {version},
                                                          .library = found->library,
                                                          .symbol = symbol_of(*found),
                                                          .part = part,
                                                          .number = number_of(part, version)});
        if (binary.archive) need.member = binary.archive->needed_by[static_cast<std::size_t>(found - all.begin())];
        need.first = first_with(tables, part, need.number);
        if (need.first) need.first_gcc = need.first->gcc;
        // An object needs at least the versions of its symbols, but may need more. So it is never known to be
        // satisfied.
        const bool satisfied = has(stdenv, need), is_object = binary.elf.kind == ElfFile::Kind::object;
        if (version_in(stdenv, part) && !(satisfied && is_object)) need.satisfied = satisfied;
    }
    return newest;
}

/// The changes for one part that is not satisfied.
void add_changes(const Tables& tables, const NewestNeed& need, const AbiStdenv& stdenv,
                 std::vector<AbiChange>& changes) {
    if (!need.fails()) return;
    if (need.part == AbiPart::glibc) changes.push_back({.what = {"build-with-glibc", {{"newest", *stdenv.glibc}}}});
    if (need.part == AbiPart::glibc || need.first) return;
    std::optional<Version> known;
    for (const LibstdcxxRow& row : tables.libstdcxx) known = std::max(known, number_in(row, need.part));
    const std::string newest = known ? std::string(prefix_of(need.part)) + to_string(*known) : "none";
    changes.push_back({.what = {"newer-than-tables", {{"version", need.version}, {"newest", newest}}}});
}

/// Both parts are in one libstdc++, so one piece of advice suffices.
void add_libstdcxx_changes(const std::vector<NewestNeed>& needs, const AbiStdenv& stdenv,
                           std::vector<AbiChange>& changes) {
    const LibstdcxxRow* newest = nullptr;
    bool is_missing = false, is_known = true;
    for (const NewestNeed& need : needs) {
        if (need.part == AbiPart::glibc || !need.fails()) continue;
        is_missing = true;
        is_known = is_known && need.first;
        if (need.first && (!newest || newest->gcc < need.first->gcc)) newest = need.first;
    }
    if (!is_missing) return;
    if (const auto& gcc = stdenv.libstdcxx.gcc) changes.push_back({.what = {"compile-with-gcc", {{"newest", *gcc}}}});
    if (newest && is_known)
        changes.push_back({.what = {"run-with-libstdcxx",
                                    {{"gcc", newest->gcc},
                                     {"glibcxx", std::string(newest->glibcxx)},
                                     {"soname", std::string(newest->soname)}}}});
}

std::optional<AbiGpuCode> gpu_code_of(const GpuCode& code) {
    if (code.kinds.empty()) return std::nullopt;
    AbiGpuCode found;
    for (const auto& entry : code.kinds) {
        if (entry.first.form == GpuCodeForm::machine_code) found.machine_code.push_back(entry.first.capability);
        if (entry.first.form == GpuCodeForm::ptx) found.ptx.push_back(entry.first.capability);
    }
    sort_unique(found.machine_code);
    sort_unique(found.ptx);
    return found;
}

/// Determines whether the environment has what the binary needs, and which changes help.
void judge_needs(const Tables& tables, const AbiStdenv& stdenv, const std::vector<NewestNeed>& needs, AbiFile& file) {
    for (const EnvironmentRow* row : first_environments(tables, needs)) file.environments.push_back(row->id);
    add_libstdcxx_changes(needs, stdenv, file.changes);
    const bool is_linked = file.kind == ElfFile::Kind::executable || file.kind == ElfFile::Kind::shared_library;
    bool is_judged = needs.empty() && is_linked && !stdenv.name.empty();
    for (const NewestNeed& need : needs) {
        file.newest.of(need.part) = need;
        is_judged = is_judged || need.satisfied;
        add_changes(tables, need, stdenv, file.changes);
        if (need.fails())
            file.missing.push_back(fmt::format("{} is missing, the newest is {}{}", std::string_view(need.version),
                                               prefix_of(need.part), *version_in(stdenv, need.part)));
    }
    if (is_judged) file.verdict = file.missing.empty() ? "satisfied" : "not-satisfied";
}

}  // namespace

std::string architecture(const ElfFile& file) {
    // Numbers of the ELF specification (e_machine). Not every system has an <elf.h>.
    switch (file.machine) {
        case 3: return "i386";
        case 21: return file.is_little_endian ? "ppc64le" : "ppc64";
        case 22: return "s390x";
        case 40: return "arm";
        case 62: return "x86_64";
        case 183: return "aarch64";
        case 190: return "cuda";
        case 243: return file.is_64_bit ? "riscv64" : "riscv32";
        default: return "machine " + std::to_string(file.machine);
    }
}

std::string newest_version(const std::vector<std::string>& versions, const std::string& prefix) {
    std::string_view newest;
    for (const std::string_view version : versions) {
        std::string_view numbers = version;  // `3.4.30`
        if (!take_prefix(numbers, prefix) || numbers.empty() || numbers.front() == '.') continue;
        if (numbers.find("..") != numbers.npos || leading_version(numbers) != numbers) continue;
        if (newest.empty() || is_before_by_number(newest, version)) newest = version;
    }
    return std::string(newest);
}

CompatOrder compat_order(const std::vector<std::string>& run_path) {
    const auto compat =
        std::ranges::find_if(run_path, [](std::string_view entry) { return entry.find("cuda_compat") != entry.npos; });
    const auto driver = std::ranges::find_if(run_path, [](std::string_view entry) {
        return take_prefix(entry, "/run/opengl-driver") && (entry.empty() || entry.front() == '/');
    });
    if (compat == run_path.end()) return driver == run_path.end() ? CompatOrder::neither : CompatOrder::no_compat;
    if (driver == run_path.end()) return CompatOrder::no_driver;
    return compat < driver ? CompatOrder::compat_first : CompatOrder::driver_first;
}

KnownSymbols::KnownSymbols(const Tables& tables) {
    for (const SymbolVersionRow& row : tables.symbol_versions)
        for (const std::string_view symbol : row.symbols) {
            symbols.push_back({symbol, row.version});
            longest = std::max(longest, symbol.size());
        }
    std::ranges::sort(symbols);
}

const KnownSymbol* KnownSymbols::find(std::string_view symbol) const noexcept {
    return find_sorted(std::span(symbols), symbol, &KnownSymbol::name);
}

std::string newest_known_glibcxx(const Tables& tables) {
    std::vector<std::string> versions;
    for (const SymbolVersionRow& row : tables.symbol_versions) versions.emplace_back(row.version);
    return newest_version(versions, "GLIBCXX_");
}

std::string demangled(std::string_view symbol) {
    std::string mangled(symbol);
    if (!mangled.starts_with("_Z") || !is_harmless(mangled)) return mangled;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                      std::free);
    return status == 0 && text ? std::string(text.get()) : mangled;
}

std::optional<Version> number_of(AbiPart part, std::string_view version) noexcept {
    if (part == AbiPart::glibc && version == packed_relocations) return glibc_of_packed_relocations;
    const std::string_view prefix = prefix_of(part);
    return version.starts_with(prefix) ? parse_version(version.substr(prefix.size())) : std::nullopt;
}

void take_libstdcxx(const Tables& tables, Version gcc, AbiStdenv& stdenv) {
    const LibstdcxxRow* row = find_libstdcxx(tables, gcc);
    const bool lowest_of_major = row && row != newest_libstdcxx(tables, gcc.major) && gcc < row->gcc;
    if (!row && !tables.libstdcxx.empty() && gcc > tables.libstdcxx.back().gcc) row = &tables.libstdcxx.back();
    stdenv.libstdcxx = {.gcc = gcc.major, .lowest_of_major = lowest_of_major};
    if (!row) return;
    stdenv.libstdcxx.glibcxx = row->glibcxx;
    stdenv.libstdcxx.cxxabi = row->cxxabi;
}

AbiStdenv stdenv_of(const Tables& tables, const EnvironmentRow& environment) {
    AbiStdenv stdenv;
    stdenv.name = environment.id;
    take_libstdcxx(tables, environment.libstdcxx_version.value_or(Version{environment.libstdcxx, 0}), stdenv);
    stdenv.glibc = environment.glibc;
    return stdenv;
}

const LibstdcxxRow* first_with(const Tables& tables, AbiPart part, std::optional<Version> number) {
    if (!number) return nullptr;
    return find_in(tables.libstdcxx, true, [&](const LibstdcxxRow& row) { return number_in(row, part) >= number; });
}

std::vector<const EnvironmentRow*> first_environments(const Tables& tables, const std::vector<NewestNeed>& needs) {
    std::vector<const EnvironmentRow*> found;
    for (const EnvironmentRow& row : tables.environments) {
        const AbiStdenv stdenv = stdenv_of(tables, row);
        if (!std::ranges::all_of(needs, [&](const NewestNeed& need) { return has(stdenv, need); })) continue;
        const DistributionRow* distribution = distribution_of(tables, row);
        const auto known = std::ranges::find_if(found, [&](const EnvironmentRow* other) {
            return distribution && distribution_of(tables, *other) == distribution;
        });
        if (known == found.end()) found.push_back(&row);
        else if (is_older(row, **known)) *known = &row;
    }
    return found;
}

AbiFile judge_abi(const Tables& tables, const Binary& binary, const AbiStdenv& stdenv) {
    const ElfFile& elf = binary.elf;
    const bool is_object = elf.kind == ElfFile::Kind::object;
    AbiFile file{.path = binary.path,
                 .kind = elf.kind,
                 .archive = binary.archive,
                 .machine = architecture(elf),
                 .bits = elf.is_64_bit ? 64 : 32,
                 .byte_order = elf.is_little_endian ? "little" : "big",
                 .soname = elf.soname,
                 .libraries = foreign_texts(elf.libraries),
                 .libcudart = cudart_needs(elf),
                 .defines = foreign_texts(elf.defines),
                 .newest_defined = newest_defined(elf),
                 .gpu_code = gpu_code_of(binary.code),
                 .verdict = "not-judged",
                 .rests_on = is_object ? "undefined-symbols" : "symbol-versions"};
    std::ranges::transform(elf.needs, std::back_inserter(file.needs), described);
    judge_needs(tables, stdenv, newest_needs(tables, binary, stdenv), file);
    return file;
}

}  // namespace cudastdenv
