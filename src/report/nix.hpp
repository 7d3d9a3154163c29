#pragma once

#include "nix/diff.hpp"
#include "nix/writers.hpp"
#include "report/style.hpp"

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// What evaluating the file gives, as JSON and nothing beside it: no schemaVersion, so that it can be compared.
[[nodiscard]] std::string nix_json(const nix::File& file);

/// A folder that was compared, and the two files in it.
struct ComparedFolder {
    std::string_view folder;
    std::string_view nvcc_file;
    std::string_view cuda_file;
};

[[nodiscard]] std::string diff_text(const ComparedFolder& compared, const nix::Diff& diff, const Style& style);
[[nodiscard]] std::string diff_json(const ComparedFolder& compared, const nix::Diff& diff);

/// Why a release cannot build a variant, and which package sets can. `release` has two numbers.
[[nodiscard]] std::string variant_message(const nix::Variant& variant, Version release);

}  // namespace cudastdenv::report
