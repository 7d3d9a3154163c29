// SPDX-License-Identifier: MIT
#pragma once

/// `nix audit`: a nixpkgs checkout held against NVIDIA's own word. nixpkgs' own rows do not count here.

#include "audit/loose_rows.hpp"

#include <cudastdenv/tables.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::nix {

/// Which word of NVIDIA's counts.
enum class AuditPolicy : std::uint8_t {
    documented,  ///< its installation guide; of capabilities its documentation
    enforced,    ///< what crt/host_config.h checks; of capabilities likewise its documentation
    measured     ///< what was tried with real toolkits: host compilers only
};
[[nodiscard]] std::string_view to_string(AuditPolicy policy) noexcept;

/// In the order in which they are told.
enum class AuditSeverity : std::uint8_t {
    breaks_a_build,      ///< the checkout allows or builds what NVIDIA does not take, or cannot be evaluated there
    forbids_what_works,  ///< the checkout refuses what NVIDIA takes
    cosmetic             ///< nothing that any release of the checkout would notice
};
/// `breaks-a-build`, `forbids-what-works`, `cosmetic`
[[nodiscard]] std::string_view to_string(AuditSeverity severity) noexcept;

/// What a finding is about.
enum class Subject : std::uint8_t {
    nvcc,      ///< a row of nvcc.nix, by its release
    cuda,      ///< a row of cuda.nix or gpus.nix, by its capability
    defaults,  ///< what is built by default for a release
    comment,   ///< what a file's comment says
    alias      ///< a package set's name without a minor number
};
/// `nvcc`, `cuda`, `defaults`, `comment`, `alias`
[[nodiscard]] std::string_view to_string(Subject subject) noexcept;

/// A bound on a host compiler's major version.
struct MajorBound {
    Compiler::Family family = Compiler::Family::gcc;
    bool is_max = false;
    int there = 0;
    int ours = 0;
    std::vector<Version> releases{};               ///< of whose bound it is not true; three numbers
    bool told_by_nixpkgs = false;                  ///< that this is NVIDIA's word, only nixpkgs says
    std::optional<bool> refused_by_check{};        ///< whether nvcc's own check refuses any of what is allowed too much
    std::vector<const AdvisoryRow*> advisories{};  ///< what breaks some of what is allowed too little all the same
};
/// Measured: a host compiler that the row allows does not work, or one that it refuses does.
struct MeasuredCompiler {
    Compiler compiler;
    bool works = false;
    bool is_max = false;  ///< which bound is at fault
    int there = 0;
    std::vector<Version> releases{};  ///< in which it was measured
};
/// A bound on the releases of a capability. Absent: none.
struct ReleaseBound {
    bool is_max = false;
    std::optional<Version> there;
    std::optional<Version> ours;
    std::vector<Version> releases{};  ///< two numbers: in which it makes a difference; empty: in none
    bool never_released = false;      ///< `there` never was a release
    bool allows_more = false;         ///< in those, than NVIDIA; else it allows less
    bool is_ahead = false;            ///< the checkout has none of those, yet
};
/// Whether a capability is a Jetson's, or specific.
struct WrongTruth {
    enum class Field : std::uint8_t { jetson, architecture_specific, family_specific };
    Field field = Field::jetson;
    bool there = false;
};
struct OtherArchitecture {
    std::string there;
    std::string_view ours;
};
/// The attribute `cudaCapability` is another than the row's.
struct OtherCapability {
    std::string there;
};
struct MissingRelease {
    bool has_package_set = false;  ///< the checkout has a package set of it
};
struct MissingCapability {
    std::vector<Version> releases;  ///< in which nvcc takes it; two numbers
    bool is_ahead = false;          ///< the checkout has none of those, yet
};
/// A row of a release that never was.
struct NeverReleasedRow {};
/// A row of a capability that nvcc has in no release that was read, and the row allows in some.
struct UnknownToNvcc {};
/// The row's name is no release like 12.8, or no capability like 9.0a: nothing looks it up, or nvcc cannot know it.
struct NotAName {
    bool of_release = false;
};
struct RepeatedRow {};
struct NotARow {
    std::string there;  ///< as it is shown
};
struct MissingAttribute {};
struct WrongValue {
    std::string there;        ///< as it is shown
    std::string_view wanted;  ///< `a major version like "14"`
};
/// Capabilities that are built by default in a release whose nvcc does not take them.
struct RefusedDefaults {
    std::vector<Capability> capabilities;
};
/// Nothing is built by default.
struct NoDefaults {};
/// A comment calls a bound exclusive. The row is one that is right only if the bound is included.
struct CalledExclusive {
    std::string row;
    std::string bound;
};
/// `cudaPackages_13` is an older package set than the newest of that major release.
struct LaggingAlias {
    std::string points_to;
    std::string newest;
};

using AuditProblem = std::variant<MajorBound, MeasuredCompiler, ReleaseBound, WrongTruth, OtherArchitecture,
                                  OtherCapability, MissingRelease, MissingCapability, NeverReleasedRow, UnknownToNvcc,
                                  NotAName, RepeatedRow, NotARow, MissingAttribute, ExtraAttribute, OddSpelling,
                                  WrongValue, RefusedDefaults, NoDefaults, CalledExclusive, LaggingAlias>;

struct AuditFinding {
    Subject subject = Subject::nvcc;
    std::string file;         ///< below the checkout
    std::string row;          ///< as the checkout calls it; of `defaults` the release
    std::string field;        ///< the attribute; empty: the row as a whole
    std::optional<int> line;  ///< of the file, from 1; absent: not known
    AuditSeverity severity = AuditSeverity::cosmetic;
    AuditProblem problem;
    std::vector<std::string_view> sources;  ///< ids of ours; none where it is about the checkout alone
};

/// A value of the checkout of which NVIDIA's word is not known under the policy.
struct NotKnown {
    Subject subject = Subject::nvcc;
    std::string row;
    std::string field;  ///< empty: the row as a whole
};

struct Audit {
    std::vector<AuditFinding> findings;  ///< by severity, then as they stand: nvcc, cuda, defaults, comments, aliases
    std::vector<NotKnown> not_known;
    int agreeing = 0;               ///< values that NVIDIA's word confirms
    std::vector<Version> given_up;  ///< releases older than the checkout's first row: no finding

    [[nodiscard]] int count(AuditSeverity severity) const noexcept;
};

/// A file of the checkout, read.
struct AuditedFile {
    std::string path;  ///< below the checkout
    std::string text;
};
struct AuditedTable : AuditedFile {
    std::vector<LooseRow> rows{};
};
struct AuditedCheckout {
    AuditedTable nvcc;
    AuditedTable cuda;
    std::optional<AuditedFile> package_sets{};  ///< top-level/all-packages.nix, where there is one
};

/// Where the names of package sets stand in a checkout. None in a folder within it: then nothing is said of them.
inline constexpr std::array<std::string_view, 1> package_set_files{"pkgs/top-level/all-packages.nix"};

/// Holds each value against NVIDIA's word. Bounds of compilers have to be true of each patch release of their minor
/// release: nixpkgs has one row for all of them.
[[nodiscard]] Audit audit(const Tables& tables, AuditPolicy policy, const AuditedCheckout& checkout);

}  // namespace cudastdenv::nix
