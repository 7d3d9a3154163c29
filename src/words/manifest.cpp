// SPDX-License-Identifier: MIT
#include "words/manifest.hpp"

#include "core/overloaded.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

namespace {

std::string difference_in_words(const nix::DiffersFromTables& p) {
    using What = nix::DiffersFromTables::What;
    switch (p.what) {
        case What::nvcc: return fmt::format("nvcc is {}, our table says {}", p.manifest, p.tables);
        case What::date: return fmt::format("the release's date is {}, our table says {}", p.manifest, p.tables);
        case What::system_missing_here:
            return fmt::format("has {}, on which our table says NVIDIA did not ship this release", p.manifest);
        case What::system_not_shipped:
            return fmt::format("lacks {}, on which our table says NVIDIA shipped this release", p.manifest);
    }
    return {};
}

/// Code and text of each kind of problem.
constexpr Overloaded say_kind{
    [](const nix::MissingKey& p) -> Said {
        return {"missing-key", fmt::format("'{}' is missing", p.key)};
    },
    [](const nix::UnknownKey& p) -> Said {
        return {"unknown-key", fmt::format("unknown key {}", p.key)};
    },
    [](const nix::NotAText&) -> Said {
        return {"not-a-text", "not a text"};
    },
    [](const nix::NotTrueOrFalse&) -> Said {
        return {"not-true-or-false", "neither true nor false"};
    },
    [](const nix::MalformedName& p) -> Said {
        return {"malformed-name", fmt::format("{} is not a name", p.text)};
    },
    [](const nix::MalformedVersion& p) -> Said {
        return {"malformed-version", fmt::format("{} is not a version", p.text)};
    },
    [](const nix::MalformedDate& p) -> Said {
        return {"malformed-date", fmt::format("{} is not a day like 2025-03-06", p.text)};
    },
    [](const nix::MalformedHash& p) -> Said {
        return {"malformed-hash", fmt::format("not {} hexadecimal digits in lower case", p.digits)};
    },
    [](const nix::SizeIsNumber&) -> Said {
        return {"size-is-number", "a number; NVIDIA writes sizes as texts"};
    },
    [](const nix::MalformedSize& p) -> Said {
        return {"malformed-size", fmt::format("{} is not a number of bytes", p.text)};
    },
    [](const nix::UnsafePath& p) -> Said {
        return {"unsafe-path", fmt::format("{} is not a path below the manifest's folder", p.text)};
    },
    [](const nix::UnknownSystem& p) -> Said {
        return {"unknown-system", fmt::format("unknown redist system {}", p.system)};
    },
    [](const nix::UnknownVariant& p) -> Said {
        return {"unknown-variant", fmt::format("{} is not a CUDA variant like cuda12", p.variant)};
    },
    [](const nix::VariantsDiffer& p) -> Said {
        return {"variants-differ", fmt::format("cuda_variant lists {}, the systems have {}", p.listed, p.found)};
    },
    [](const nix::EmptyPackage&) -> Said {
        return {"empty-package", "a package for no system"};
    },
    [](const nix::NoPackages&) -> Said {
        return {"no-packages", "no packages"};
    },
    [](const nix::NoRelease&) -> Said {
        return {"no-release", "which release it is, neither release_label nor the file's name nor nvcc says"};
    },
    [](const nix::LabelDiffers& p) -> Said {
        return {"label-differs", fmt::format("release_label says {}, the file's name {}", p.label, p.file)};
    },
    [](const nix::DiffersFromTables& p) -> Said {
        return {"differs-from-tables", difference_in_words(p)};
    },
};

}  // namespace

SaidAt say(const nix::ManifestProblem& problem) {
    return std::visit(
        [](const auto& p) -> SaidAt {
            if constexpr (requires { p.pointer; }) return {say_kind(p), p.pointer};
            else return {say_kind(p), {}};
        },
        problem);
}

}  // namespace cudastdenv::words
