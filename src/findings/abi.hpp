// SPDX-License-Identifier: MIT
#pragma once

/// Which symbol versions of libstdc++ and glibc a binary needs, and whether a standard environment has them.

#include "core/diagnostic.hpp"
#include "findings/elf.hpp"

#include <cudastdenv/tables.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// The symbols of the tables, to be found by name. As long as the tables are there.
class KnownSymbols {
public:
    explicit KnownSymbols(const Tables& tables);

    /// nullptr: no version of libstdc++ up to the newest that was read brings it.
    [[nodiscard]] const KnownSymbol* find(std::string_view symbol) const noexcept;
    /// Characters; no symbol that is longer is known.
    [[nodiscard]] std::size_t longest() const noexcept { return longest_; }

private:
    std::vector<KnownSymbol> symbols_;  ///< sorted
    std::size_t longest_ = 0;
};

/// A symbol of that version, which can be linked only with a library that has it; empty: the tables know none.
[[nodiscard]] std::string_view symbol_of_version(const Tables& tables, std::string_view version) noexcept;

/// The newest GLIBCXX version whose symbols the tables know; empty: none.
[[nodiscard]] std::string newest_known_glibcxx(const Tables& tables);

/// A mangled name as the source has it, or as it is where it is no mangled name, or one that would take too long.
[[nodiscard]] std::string demangled(std::string_view symbol);

enum class AbiPart : std::uint8_t { glibcxx, cxxabi, glibc };

/// `GLIBCXX_`, `CXXABI_`, `GLIBC_`
[[nodiscard]] std::string_view prefix_of(AbiPart part) noexcept;

/// The libraries that a binary must do with. What is absent is not judged.
struct AbiStdenv {
    std::string name;                ///< `debian-12`, `gcc-13`, `host`; empty: nothing was asked
    std::optional<int> gcc;          ///< GCC major whose libstdc++ it is
    bool lowest_of_major = false;    ///< its release is not known, or came before the first one: what every one has
    std::optional<Version> glibcxx;  ///< newest that its libstdc++ has: 3.4.30
    std::optional<Version> cxxabi;
    std::optional<Version> glibc;
};

/// What it has of one part; absent: not known.
[[nodiscard]] std::optional<Version> version_in(const AbiStdenv& stdenv, AbiPart part);

/// `GLIBCXX_3.4.30` of a part and a number.
[[nodiscard]] std::optional<std::string> version_name(AbiPart part, const std::optional<Version>& number);

/// The newest version of one kind that a binary needs.
struct NewestNeed {
    AbiPart part = AbiPart::glibcxx;
    NeededVersion needed = {};
    std::string member = {};              ///< of an archive, that needs it
    std::optional<Version> number = {};   ///< absent: no version that was ever there
    const LibstdcxxRow* first = nullptr;  ///< the libstdc++ that brings it; nullptr: glibc, or newer than the tables
    std::optional<bool> satisfied = {};   ///< absent: not judged
};

struct AbiVerdict {
    std::vector<NewestNeed> newest;                   ///< at most one of each part, in that order
    std::vector<NeededVersion> cudart;                ///< each libcudart it needs; version and symbol may be empty
    std::vector<const EnvironmentRow*> environments;  ///< of each distribution the first that has all of it
    std::vector<Diagnostic> changes;                  ///< what would make it run, where it is not satisfied
    std::optional<bool> satisfied;                    ///< absent: nothing was asked, or nothing could be judged
};

/// The first libstdc++ that has a version of that part; nullptr: none does, or there is no such version.
[[nodiscard]] const LibstdcxxRow* first_with(const Tables& tables, AbiPart part, std::optional<Version> number);

/// Of each distribution the first environment that has all of it; one without a distribution stands for itself.
[[nodiscard]] std::vector<const EnvironmentRow*> first_environments(const Tables& tables,
                                                                    const std::vector<NewestNeed>& needs);

[[nodiscard]] AbiVerdict judge_abi(const Tables& tables, const Binary& binary, const AbiStdenv& stdenv);

/// The number of `GLIBCXX_3.4.30`; `GLIBC_ABI_DT_RELR` counts as the glibc that brought it.
[[nodiscard]] std::optional<Version> number_of(AbiPart part, std::string_view version) noexcept;

/// The environment whose libraries those are.
[[nodiscard]] AbiStdenv stdenv_of(const Tables& tables, const EnvironmentRow& environment);

/// The libstdc++ of a GCC release, or of a major alone (find_libstdcxx); that of the newest known GCC where it is
/// newer.
void take_libstdcxx(const Tables& tables, Version gcc, AbiStdenv& stdenv);

}  // namespace cudastdenv
