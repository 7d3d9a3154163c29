// SPDX-License-Identifier: MIT
#pragma once

/// The public names of the toolkit: which releases have them, and what a release changed. Only questions about names
/// pay for the index.

#include "core/std.hpp"

#include <cudastdenv/answers.hpp>

#include <unordered_map>

namespace cudastdenv {

/// `unary_function` of `thrust::unary_function`
[[nodiscard]] std::string_view without_scope(std::string_view name) noexcept;

/// `cudaMemAdvise` of `cudaMemAdvise_v2`, the function behind a macro; a name without such a number itself.
[[nodiscard]] std::string_view without_revision(std::string_view name) noexcept;

/// What to write instead: code, otherwise a name. Empty: nothing is known, or there is nothing.
[[nodiscard]] std::string_view replacement(const ApiSuccessorRow* successor) noexcept;

/// A name in consecutive releases. Its views point into the tables.
struct ApiEntry {
    ApiEntryKind kind = ApiEntryKind::header;
    std::string name;                        ///< `cudaMemAdvise`, `clockRate`, `thrust::unary_function`, `cub/cub.cuh`
    std::string_view parent = {};            ///< of a field: its struct, `cudaDeviceProp`
    std::string_view header = {};            ///< that declares it; empty for a field and a header
    bool is_of_device = false;               ///< only nvcc knows it, in device code
    std::optional<Version> first = {};       ///< absent: the oldest release that was read has it
    std::optional<Version> last = {};        ///< inclusive; absent: the newest release that was read has it
    std::optional<Version> deprecated = {};  ///< since this release; absent: it is not
    const ApiHeadersRow* header_row = nullptr;  ///< of a header
    const ApiTargetsRow* target_row = nullptr;  ///< of a target of CMake

    [[nodiscard]] bool is_in(Version release) const noexcept { return VersionRange{first, last}.contains(release); }
    /// `cudaDeviceProp::clockRate`
    [[nodiscard]] std::string qualified() const;
};

/// One thing that is different in a later release.
struct ApiChange {
    using Kind = ApiChangeKind;

    Kind kind = Kind::removed;
    const ApiEntry* entry = nullptr;
    Version release = {};                        ///< the first release with the change
    const ApiSuccessorRow* successor = nullptr;  ///< nullptr: nothing is known
    const ApiSignatureRow* signature = nullptr;  ///< of Kind::signature
};

/// Every name of the tables. Copies none of them but the packed ones.
class ApiIndex {
public:
    explicit ApiIndex(const Tables& tables);
    ApiIndex(const ApiIndex&) = delete;  // its keys point into its entries
    ApiIndex& operator=(const ApiIndex&) = delete;

    /// The entries of a name, in the tables' order. A field is found by `cudaDeviceProp::clockRate`,
    /// `cudaDeviceProp.clockRate` or `clockRate`; a header as in #include.
    [[nodiscard]] std::vector<const ApiEntry*> find(std::string_view name) const;
    [[nodiscard]] std::span<const ApiEntry> entries() const noexcept { return entries_; }

    /// The headers' row that has the header in that release; nullptr: none.
    [[nodiscard]] const ApiHeadersRow* header_in(std::string_view header, Version release) const;
    /// What to use instead; nullptr: nothing is known.
    [[nodiscard]] const ApiSuccessorRow* successor_of(const ApiEntry& entry) const;
    /// Every change of the function's signature, by release.
    [[nodiscard]] std::vector<const ApiSignatureRow*> signatures_of(std::string_view function) const;

    /// Whether the release has one of these entries; absent: its headers were not read.
    [[nodiscard]] std::optional<bool> has(const std::vector<const ApiEntry*>& entries, Version release) const;
    /// What happened to these entries of one name after `from`, until `to`: a name that is gone, otherwise changes and
    /// marks. `from` and `to` are releases that were read. Empty: nothing, or `from` lacks the name.
    [[nodiscard]] std::vector<ApiChange> changes(const std::vector<const ApiEntry*>& entries, Version from,
                                                 Version to) const;

    /// What each release changed, in their order.
    [[nodiscard]] std::vector<ApiChange> history(const std::vector<const ApiEntry*>& entries) const;
    /// What that release changed, compared with the one before it.
    [[nodiscard]] std::vector<ApiChange> changes_of(const std::vector<const ApiEntry*>& entries, Version release) const;

    /// The newest release that was read and is not after this one: of `12.9` the last patch release. Absent: it is
    /// older than all of them, or newer.
    [[nodiscard]] std::optional<Version> read_release(Version release) const;
    [[nodiscard]] Version oldest() const noexcept { return tables_.api_releases.front().version; }
    [[nodiscard]] Version newest() const noexcept { return tables_.api_releases.back().version; }

private:
    [[nodiscard]] Version release_after(Version release) const noexcept;

    Tables tables_;
    std::vector<ApiEntry> entries_;
    std::unordered_multimap<std::string_view, std::uint32_t> places_;  ///< by name without its scope
    std::unordered_multimap<std::string, const ApiSignatureRow*> signatures_;
};

}  // namespace cudastdenv
