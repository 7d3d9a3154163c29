// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include <fmt/format.h>

namespace cudastdenv::nix {

namespace {

constexpr std::string_view doc =
    "What is known of each CUDA capability. Both version bounds are included; `null` is no bound.\n"
    "`dontDefaultAfterCudaMajorMinorVersion` is the last release that builds the capability without being asked;\n"
    "capabilities of Jetsons, architecture-specific and family-specific ones are always built on request only.";

Value version_value(const std::optional<Version>& version) { return version ? Value(to_string(*version)) : Value(); }

std::string comment_of(const CudaRow& row) {
    if (row.in_nixpkgs) return "";
    return fmt::format("Not in nixpkgs, so built on request only: from the releases in which nvcc takes {}.",
                       real_architecture(row.capability));
}

/// Only what differs from the defaults.
Set sparse_row(const CudaRow& row) {
    Set set{{"archName", row.architecture, ""}, {"minCudaMajorMinorVersion", to_string(row.min), ""}};
    if (row.max) set.push_back({"maxCudaMajorMinorVersion", to_string(*row.max), ""});
    if (row.dont_default_after)
        set.push_back({"dontDefaultAfterCudaMajorMinorVersion", to_string(*row.dont_default_after), ""});
    if (row.jetson) set.push_back({"isJetson", true, ""});
    return set;
}

Set full_row(const CudaRow& row) {
    return {
        {"archName", row.architecture, ""},
        {"cudaCapability", to_string(row.capability), ""},
        {"isJetson", row.jetson, ""},
        {"isArchitectureSpecific", row.capability.kind == Capability::Kind::architecture, ""},
        {"isFamilySpecific", row.capability.kind == Capability::Kind::family, ""},
        {"minCudaMajorMinorVersion", to_string(row.min), ""},
        {"maxCudaMajorMinorVersion", version_value(row.max), ""},
        {"dontDefaultAfterCudaMajorMinorVersion", version_value(row.dont_default_after), ""},
    };
}

template <class RowSet>
Set rows_set(std::span<const CudaRow> rows, RowSet row_set) {
    Set set;
    for (const CudaRow& row : rows) set.push_back({to_string(row.capability), row_set(row), comment_of(row)});
    return set;
}

/// The rows by way of a function with named arguments: it supplies the defaults, so that a row says only what is
/// particular to it, and Nix refuses an attribute that it does not name.
constexpr std::string_view with_defaults = R"(
let
  # A row written out. Evaluating one with an attribute that is misspelt, or without its first two, is an error.
  complete =
    cudaCapability:
    {
      archName,
      minCudaMajorMinorVersion,
      maxCudaMajorMinorVersion ? null,
      dontDefaultAfterCudaMajorMinorVersion ? null,
      isJetson ? false,
    }:
    {
      inherit
        archName
        cudaCapability
        dontDefaultAfterCudaMajorMinorVersion
        isJetson
        maxCudaMajorMinorVersion
        minCudaMajorMinorVersion
        ;
      isArchitectureSpecific = lib.hasSuffix "a" cudaCapability;
      isFamilySpecific = lib.hasSuffix "f" cudaCapability;
    };
in)";

/// A row every eight lines or so reads better with a gap.
std::string rows_code(std::span<const CudaRow> rows) {
    std::string code = "lib.mapAttrs complete {\n";
    bool first = true;
    for (const CudaRow& row : rows) {
        if (!first) code += '\n';
        first = false;
        if (const std::string comment = comment_of(row); !comment.empty()) code += "  # " + comment + '\n';
        code += "  " + attribute_name(to_string(row.capability)) + " = " + written(sparse_row(row), 2) + ";\n";
    }
    return code + "}";
}

}  // namespace

File cuda_file(const Tables&, std::span<const CudaRow> rows, bool plain) {
    const Set full{{"cudaCapabilityToInfo", rows_set(rows, full_row), std::string(doc)}};
    File file{.comment = "Written by `cudastdenv nix cuda`.", .head = "", .value = full, .gaps = true, .plain = {}};
    if (plain) return file;
    file.head = "{ lib }:" + std::string(with_defaults);
    file.gaps = false;
    file.value = Set{{"cudaCapabilityToInfo", Expression{rows_code(rows)}, std::string(doc)}};
    file.plain = full;
    return file;
}

}  // namespace cudastdenv::nix
