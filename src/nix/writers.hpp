// SPDX-License-Identifier: MIT
#pragma once

/// What `nix flags`, `nvcc`, `cuda`, `config`, `variants` and `checks` write.

#include "nix/rows.hpp"
#include "tables/json_tree.hpp"

namespace cudastdenv::nix {

/// A Nix file, and what evaluating it gives.
struct File {
    std::string text;
    Json value;
};

/// An attribute as it is written.
struct Attribute {
    std::string name;
    std::string code;          ///< its value
    std::string comment = {};  ///< lines before it, without `#`; empty: none
};

/// The attributes of an object; `comments` are by their names.
[[nodiscard]] std::vector<Attribute> attributes_of(const Json& object,
                                                   const std::map<std::string, std::string>& comments = {});

/// Nix code in the layout of RFC 166, without a newline at the end.
[[nodiscard]] std::string written(const Json& value);

/// A set of these; `gaps`: with empty lines between them.
[[nodiscard]] std::string written_set(std::span<const Attribute> set, bool gaps = false);

/// A whole file, with a newline at the end. `comment`: its first lines, without `#`. `head`: what stands before the
/// value, `{ lib }:`; empty: nothing.
[[nodiscard]] std::string file_text(std::string_view comment, std::string_view head, std::string_view value);

/// What `backendStdenv` passes through, and the host compiler: `gcc-14`, or null where none works.
[[nodiscard]] Json passthru_set(const Tables& tables, const Request& request, const Resolution& resolution);

/// The attributes of `cudaPackages.flags`, as Flags describes them, and these.
[[nodiscard]] Json package_set(const Tables& tables, const Request& request, const Resolution& resolution);

/// `nvccCompatibilities`; unless `plain`, of rows that are an error where an attribute is missing or misspelt.
[[nodiscard]] File nvcc_file(const Tables& tables, std::span<const NvccRow> rows, bool plain);

/// `cudaCapabilityToInfo`, as a function of `lib` that fills in defaults and refuses other attributes, or `plain`.
[[nodiscard]] File cuda_file(std::span<const CudaRow> rows, bool plain);

/// nixpkgs' config, as a function of its packages. `capabilities` empty: nixpkgs' own default. Their order is that of
/// the list that is written: nixpkgs adds PTX of the last.
[[nodiscard]] File config_file(std::span<const Capability> capabilities, bool forward_compat);

/// Every variant of nixpkgs, sorted by capability. `policy`: whose word on what a release can build. `channel`: whose
/// package sets there are. What is to be used is built by the channel's own `cudaPackages`, or by `preferred`, else by
/// the set that can and is nearest to it.
[[nodiscard]] std::vector<Variant> variants(const Tables& tables, Policy policy, std::string_view channel,
                                            std::optional<Version> preferred);

/// The configs of `pkgsCuda` and of these, and the channel's package sets that go with each.
[[nodiscard]] File variants_file(const Tables& tables, std::span<const Variant> variants, std::string_view channel);

/// The host compilers with which a release is to be checked.
struct CheckedRelease {
    Version release;                  ///< two numbers
    std::vector<Compiler> compilers;  ///< GCCs, then Clangs, each ascending
};

/// Those of the request's candidates, the stdenv's compiler among them, that work as they stand.
[[nodiscard]] CheckedRelease checked_release(const Tables& tables, const Request& request);

/// The files of those names, put into the library while it is built. Where values come, they have empty ones.
namespace programs {
extern const std::string_view checks, config, cuda, nvcc;
}

/// A function of `pkgs`: a derivation for each of these that `pkgs` has.
[[nodiscard]] File checks_file(std::span<const CheckedRelease> releases);

}  // namespace cudastdenv::nix
