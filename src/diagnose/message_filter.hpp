// SPDX-License-Identifier: MIT
#pragma once

/// Whether what a message names is what it is about: a file of NVIDIA's, a symbol of a newer libstdc++.

#include "diagnose/known_symbols.hpp"
#include "diagnose/patterns.hpp"

#include <optional>
#include <vector>

namespace cudastdenv::diagnose {

/// The file, library or program that a message names; empty: none. `libcudart.so.{version:library}` names
/// libcudart.so.12.
[[nodiscard]] std::string file_in(const MessageTextRow& wording, const std::vector<Filling>& fillings);

class MessageFilter {
public:
    explicit MessageFilter(const Tables& tables) : tables_(tables) {}

    /// Whether what it says of a capability is that of a GPU without code, and not what is built.
    [[nodiscard]] bool names_gpu(const MessageTextRow& wording) const;
    [[nodiscard]] bool is_meant(const MessageTextRow& wording, const std::vector<Filling>& fillings);
    /// The version that the symbol came with which a message names; empty: it names none, or says the version itself,
    /// or which one it is is not known.
    [[nodiscard]] std::string_view symbol_version(const std::vector<Filling>& fillings);

private:
    [[nodiscard]] std::string_view version_of(std::string_view symbol);
    [[nodiscard]] bool is_of_newer_libstdcxx(std::string_view symbol);

    Tables tables_;
    std::optional<SymbolNames> names_;  // made when the first symbol comes
};

}  // namespace cudastdenv::diagnose
