// SPDX-License-Identifier: MIT
#pragma once

/// The rows of nixpkgs' two tables as these tables have them.

#include "resolve/resolve.hpp"

#include <type_traits>
#include <variant>

namespace cudastdenv::nix {

/// Nix code that is written as it stands; its lines are indented with what surrounds it.
struct NixCode {
    std::string text;
};

struct Attribute;
struct Value;
using List = std::vector<Value>;
using Set = std::vector<Attribute>;  ///< in the order in which it is written; names are unique

/// A Nix value or a piece of Nix code.
struct Value {
    std::variant<std::nullptr_t, bool, int, std::string, NixCode, List, Set> content;

    Value() = default;  ///< null
    /// Of any of these, of what converts to a text, or of a list of texts.
    template <class Content>
    Value(Content value);
};

struct Attribute {
    std::string name;
    Value value;
    std::string comment = {};  ///< lines before it, without `#`; empty: none
    bool has_gaps = false;     ///< empty lines between the attributes of its value, a set
};

template <class Content>
Value::Value(Content value) {
    if constexpr (std::is_same_v<Content, std::vector<std::string>>) content = List(value.begin(), value.end());
    else if constexpr (std::is_convertible_v<Content, std::string_view> && !std::is_null_pointer_v<Content>)
        content = std::string(value);
    else content = std::move(value);
}

/// A whole Nix file.
struct File {
    std::string comment = {};  ///< its first lines, without `#`
    std::string head = {};     ///< what stands before the value: `{ lib }:`; empty: nothing
    Value value = {};
    Value plain = {};  ///< what evaluating the file gives, where `value` holds code; else null
};

/// `"a \${b}"`: a string literal that evaluates to exactly `text`, which holds no NUL.
[[nodiscard]] std::string quoted(std::string_view text);

/// A name on the left of `=`: as it is where Nix reads it as a name, else quoted.
[[nodiscard]] std::string attribute_name(std::string_view name);

/// The value as Nix code in the layout of RFC 166, without a newline at the end. Every line but the first is indented
/// by `indent` columns. `gaps`: empty lines between the attributes of a set, not of those within it.
[[nodiscard]] std::string written(const Value& value, std::size_t indent = 0, bool gaps = false);

/// The file, with a newline at the end.
[[nodiscard]] std::string written(const File& file);

// A field is one line.
// clang-format off

/// A family's majors in a row of `nvccCompatibilities`; closed at both ends, as nixpkgs' code treats them.
struct NvccMajors {
    CUDASTDENV_RECORD("majors", "The major versions of a compiler, as nvcc.nix has them.",
        (int, min, "minMajorVersion", "Included."),
        (int, max, "maxMajorVersion", "Included."))
    Policy view = Policy::nixpkgs;          ///< where the upper bound comes from
    std::optional<Version> min_from = {};   ///< the release whose documented lower bound this is, if not the row's own
    SourceIds sources = {};
};

struct NvccRow {
    CUDASTDENV_RECORD("nvccRow", "A row of nvcc.nix.",
        (NvccMajors, gcc, "gcc"),
        (NvccMajors, clang, "clang"),
        (Maybe<Policy>, view, "view", "Whose range ours is; absent in theirs."))
    Version release = {};  ///< two numbers
};

/// A row of `cudaCapabilityToInfo`. Bounds are releases of two numbers, included. After 0.0 it is never built by default.
struct CudaRow {
    CUDASTDENV_RECORD("cudaRow", "A row of cuda.nix.",
        (std::string, architecture, "archName", "The architecture's name."),
        (std::optional<bool>, jetson, "isJetson", "Null: that file does not say."),
        (Version, min, "minCudaMajorMinorVersion", "The first release, included."),
        (std::optional<Version>, max, "maxCudaMajorMinorVersion", "The last release, included; null: none."),
        (std::optional<Version>, dont_default_after, "dontDefaultAfterCudaMajorMinorVersion", "The last release that builds for it by default; null: none."))
    Capability capability = {};
    bool in_nixpkgs = true;  ///< else it follows from the releases in which nvcc takes the capability
    SourceIds sources = {};
};

// clang-format on

using NixRow = std::variant<NvccRow, CudaRow>;

enum class NvccExtent {
    exact,  ///< the rows of nixpkgs' newest file, no other
    ever,   ///< the rows of any file that nixpkgs has had
    usual   ///< every release: what nixpkgs has not (yet) is filled in from the next view that has it
};

/// The newest public release of each minor release, oldest first.
[[nodiscard]] std::vector<const Release*> newest_patches(const Tables& tables);

/// `cudaPackages_12_8`
[[nodiscard]] std::string package_set_name(Version release);

/// One row for each minor release, oldest first. `policy` says whose ranges; nixpkgs' own are repeated unchanged,
/// those of another view never widen the enforced range.
[[nodiscard]] std::vector<NvccRow> nvcc_rows(const Tables& tables, Policy policy, NvccExtent extent);

/// nixpkgs' rows, sorted by capability; with `all`, also the capabilities that only nvcc knows. What nixpkgs builds
/// without being asked is the same with them.
[[nodiscard]] std::vector<CudaRow> cuda_rows(const Tables& tables, bool all);

}  // namespace cudastdenv::nix
