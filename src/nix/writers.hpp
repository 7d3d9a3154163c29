// SPDX-License-Identifier: MIT
#pragma once

/// The output of `nix flags`, `nvcc`, `cuda`, `config`, `variants` and `checks`.

#include "nix/rows.hpp"
#include "tables/json_tree.hpp"

namespace cudastdenv::nix {

/// A Nix file, and the value that it evaluates to.
struct File {
    std::string text;
    Json value;
};

/// An attribute as Nix code.
struct Attribute {
    std::string name;
    std::string code;          ///< its value
    std::string comment = {};  ///< lines before it, without `#`; empty: no comment
};

/// The attributes of an object; the keys of `comments` are their names.
[[nodiscard]] std::vector<Attribute> attributes_of(const Json& object,
                                                   const std::map<std::string, std::string>& comments = {});

/// Nix code in the layout of RFC 166, without a newline at the end.
[[nodiscard]] std::string written(const Json& value);

/// A set with these attributes; `gaps`: with empty lines between them.
[[nodiscard]] std::string written_set(std::span<const Attribute> set, bool gaps = false);

/// A whole file, with a newline at the end. `comment`: its first lines, without `#`. `head`: the code before the value,
/// `{ lib }:`; may be empty.
[[nodiscard]] std::string file_text(std::string_view comment, std::string_view head, std::string_view value);

/// The attributes that `backendStdenv` passes through, and the host compiler: `gcc-14`, or null.
[[nodiscard]] Json passthru_set(const Tables& tables, const Request& request, const Resolution& resolution);

/// `nvccCompatibilities`. Unless `plain`, a missing or misspelt attribute of a row is an error.
[[nodiscard]] File nvcc_file(const Tables& tables, std::span<const NvccRow> rows, bool plain);

/// `cudaCapabilityToInfo`. Unless `plain`, it is a function of `lib` that fills in defaults and rejects other
/// attributes.
[[nodiscard]] File cuda_file(std::span<const CudaRow> rows, bool plain);

/// nixpkgs' config, as a function of its packages. `capabilities`: in the order of the list, since nixpkgs adds PTX for
/// the last one; empty: nixpkgs' default.
[[nodiscard]] File config_file(std::span<const Capability> capabilities, bool forward_compat);

/// Every variant of nixpkgs, sorted by capability. `policy`: whose limits on what a release can build. `channel`: the
/// source of package sets. A variant uses the set of `preferred` (default: the channel's `cudaPackages`), or the
/// nearest set that can build it.
[[nodiscard]] std::vector<Variant> variants(const Tables& tables, Policy policy, std::string_view channel,
                                            std::optional<Version> preferred);

/// The configs of `pkgsCuda` and of the variants, and the package sets for each.
[[nodiscard]] File variants_file(const Tables& tables, std::span<const Variant> variants, std::string_view channel);

/// The host compilers to check with a release.
struct CheckedRelease {
    Version release;                  ///< two numbers
    std::vector<Compiler> compilers;  ///< GCCs, then Clangs, each ascending
};

/// Those of the request's candidates and of the stdenv that work without changes.
[[nodiscard]] CheckedRelease checked_release(const Tables& tables, const Request& request);

/// The files of those names, embedded at build time. Their values are empty.
namespace programs {
extern const std::string_view checks, config, cuda, nvcc;
}

/// A function of `pkgs`: a derivation for each of these releases and compilers that `pkgs` has.
[[nodiscard]] File checks_file(std::span<const CheckedRelease> releases);

}  // namespace cudastdenv::nix
