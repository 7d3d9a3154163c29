// SPDX-License-Identifier: MIT
#pragma once

/// What files use that a release of CUDA no longer has.

#include "core/diagnostic.hpp"
#include "resolve/api.hpp"
#include "spelling/build_uses.hpp"
#include "spelling/source_uses.hpp"

#include <cudastdenv/answers.hpp>

#include <deque>

namespace cudastdenv {

/// How a file is read, by its name. `-`, standard input, is a CUDA source.
enum class PortedFile : std::uint8_t {
    cuda_source,  ///< that nvcc compiles
    source,       ///< of C or C++
    header,
    build,  ///< of a build system; also any other file
};
[[nodiscard]] PortedFile ported_file(std::string_view name);

/// A use of something that changed.
struct PortFinding {
    FindingSeverity severity = FindingSeverity::warning;
    std::string name;                      ///< as in the file
    std::size_t line = 1;                  ///< from 1
    std::size_t column = 1;                ///< in bytes, from 1
    std::optional<ApiChange> change = {};  ///< of a name or header; points into the rules
    Diagnostic what = {};                  ///< otherwise
    std::string instead = {};              ///< what to write instead; empty: unknown
    bool is_fixable = false;               ///< whether that can replace the name as it is
};

/// What changed between two releases, looked up by what is in files.
class PortRules {
public:
    /// Releases that were read, and the index of the tables, which must outlive this. `from` absent: each name is
    /// judged from the last earlier release that has it.
    PortRules(const Tables& tables, const ApiIndex& index, std::optional<Version> from, Version to);
    PortRules(const PortRules&) = delete;
    PortRules& operator=(const PortRules&) = delete;

    [[nodiscard]] SourceUses read(std::string_view source) const;
    /// The findings in one source, by place. `shared`: what all sources declare. `own`: names that the source or a
    /// header of its project declares.
    [[nodiscard]] std::vector<PortFinding> judge(PortedFile file, const SourceUses& source, const SourceUses& shared,
                                                 const TextSet& own) const;
    /// The findings in a build file but for its lists of capabilities.
    [[nodiscard]] std::vector<PortFinding> judge_build_file(std::string_view file) const;

private:
    using Finding = std::optional<PortFinding>;
    using Changes = std::vector<ApiChange>;

    void add_name(const std::string& name);
    void add_field(const ApiEntry& entry);
    /// What happened to these entries of one name, before the release.
    [[nodiscard]] Changes changes_of(const std::vector<const ApiEntry*>& entries) const;
    [[nodiscard]] const Changes* find_changes(const SourceUse& use, const SourceUses& source) const;
    void add_header(const std::string& path);
    /// If nothing is known to replace what is gone, makes a successor that follows from other names.
    void derive_successor(ApiChange& change);
    [[nodiscard]] std::string_view header_elsewhere(const ApiEntry& header) const;
    [[nodiscard]] bool is_older_version(std::string_view name) const;
    [[nodiscard]] std::string_view without_version(std::string_view name) const;
    [[nodiscard]] PortFinding finding(const ApiChange& change, const SourceUse& use) const;
    [[nodiscard]] Finding judge_name(PortedFile file, const SourceUse& use, const SourceUses& source,
                                     const SourceUses& shared, const TextSet& own) const;
    [[nodiscard]] Finding judge_call(const ApiChange& change, const SourceUse& use, const SourceUses& source,
                                     const SourceUses& shared) const;
    [[nodiscard]] Finding judge_member(const SourceUse& use, const SourceUses& source, const SourceUses& shared) const;
    [[nodiscard]] Finding judge_header(PortedFile file, const SourceUse& use, const SourceUses& shared) const;
    [[nodiscard]] Finding judge_build_use(const BuildUse& use) const;

    const Tables& tables_;
    const ApiIndex& index_;
    std::optional<Version> from_;
    Version to_;
    std::deque<ApiSuccessorRow> derived_;                  ///< what changes point to, beside the tables
    std::map<std::string, Changes, std::less<>> headers_;  ///< by path
    std::map<std::string, Changes, std::less<>> names_;    ///< by qualified name
    std::map<std::string, std::vector<std::string>, std::less<>> qualified_;  ///< names by their last part
    std::map<std::string, std::vector<std::pair<std::string, ApiChange>>, std::less<>> fields_;  ///< types by field
    TextSet types_;  ///< that have such fields, or that changed parameters have now
};

}  // namespace cudastdenv
