// SPDX-License-Identifier: MIT
#pragma once

#include "checkout/checkout.hpp"
#include "nix/rows.hpp"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::nix {

/// What a row says otherwise. A closed list; text is made in `words`.
struct MajorChange {
    Compiler::Family family = Compiler::Family::gcc;
    bool is_max = false;
    int here = 0;
    int there = 0;
};
struct ReleaseChange {
    enum class Field { min, max, dont_default_after };
    Field field = Field::min;
    std::optional<Version> here;
    std::optional<Version> there;
    int releases = 0;  ///< minor releases between the two, negative where `there` is earlier; 0 where one is absent
};
struct TruthChange {
    enum class Field { jetson, architecture_specific, family_specific };
    Field field = Field::jetson;
    bool here = false;
    bool there = false;
};
struct ArchitectureChange {
    std::string here;
    std::string there;
};
using Change = std::variant<MajorChange, ReleaseChange, TruthChange, ArchitectureChange, ExtraAttribute, OddSpelling>;

template <class Ours, class Theirs>
struct MissingHere {
    Theirs there;
};
template <class Ours, class Theirs>
struct MissingThere {
    Ours here;
};
template <class Ours, class Theirs>
struct Different {
    Ours here;
    Theirs there;
    std::vector<Change> changes;
};
template <class Ours, class Theirs>
using DifferenceOf = std::variant<MissingHere<Ours, Theirs>, MissingThere<Ours, Theirs>, Different<Ours, Theirs>>;

using NvccDifference = DifferenceOf<NvccRow, FoundNvccRow>;
using CudaDifference = DifferenceOf<CudaRow, FoundCudaRow>;

struct Diff {
    std::vector<NvccDifference> nvcc;  ///< sorted by release
    std::vector<CudaDifference> cuda;  ///< sorted by capability
    std::vector<Version> given_up;     ///< releases here that are older than every one there: no difference
    int agreeing = 0;                  ///< rows that say the same

    [[nodiscard]] bool same() const noexcept { return nvcc.empty() && cuda.empty(); }
};

/// Compares row by row; all four lists are sorted. A row here that nixpkgs never had (CudaRow::in_nixpkgs) is not
/// missed there, and only its releases are compared.
[[nodiscard]] Diff compare(const Tables& tables, std::span<const NvccRow> nvcc_here,
                           std::span<const FoundNvccRow> nvcc_there, std::span<const CudaRow> cuda_here,
                           std::span<const FoundCudaRow> cuda_there);

}  // namespace cudastdenv::nix
