// SPDX-License-Identifier: MIT
#include "diagnose/message_filter.hpp"

#include "diagnose/knowledge.hpp"
#include "findings/abi.hpp"
#include "resolve/component.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cudastdenv::diagnose {

namespace {

/// Up to this one every libstdc++ that a CUDA release of the tables meets has all: what lacks such a symbol was linked
/// without libstdc++, or for its other ABI.
constexpr Version old_glibcxx{3, 4, 21};

constexpr std::string_view no_architecture = "arch-native-or-empty";
constexpr std::string_view symbol_of_glibc = "glibc-symbol-undefined";

}  // namespace

std::string file_in(const MessageTextRow& wording, const std::vector<Filling>& fillings) {
    for (const auto& [name, fact] : fact_names) {
        if (fact != Fact::header && fact != Fact::library && fact != Fact::cmake_file && fact != Fact::program)
            continue;
        const std::string_view value = value_of(fillings, fact);
        if (value.empty()) continue;
        const std::size_t hole = wording.text.rfind('{', wording.text.find(fmt::format(":{}}}", name)));
        const std::string_view before = wording.text.substr(0, hole);
        const auto is_apart = [](char c) {
            return static_cast<unsigned char>(c) >= 0x80 ||
                   std::string_view(" '`\"/").find(c) != std::string_view::npos;
        };
        const auto apart = std::find_if(before.rbegin(), before.rend(), is_apart);
        const std::string_view own = before.substr(static_cast<std::size_t>(before.rend() - apart));
        return std::string(own) + std::string(value);
    }
    return {};
}

bool MessageFilter::names_gpu(const MessageTextRow& wording) const {
    return find_message(tables_, wording.message)->cause == MessageRow::Cause::coverage;
}

bool MessageFilter::is_meant(const MessageTextRow& wording, const std::vector<Filling>& fillings) {
    const MessageRow* row = find_message(tables_, wording.message);
    // `compute_native` and `compute_` are no capability, and another message than `compute_121`.
    if (const std::string_view capability = value_of(fillings, Fact::capability);
        !capability.empty() && (row->cause == MessageRow::Cause::architecture ||
                                row->cause == MessageRow::Cause::coverage || row->id == no_architecture))
        return capability_in(capability).has_value() == (row->id != no_architecture);
    if (row->cause == MessageRow::Cause::component) {
        const std::string name = file_in(wording, fillings);
        return name.empty() || find_component_file(tables_, name);
    }
    if (row->cause != MessageRow::Cause::libstdcxx) return true;
    const std::string_view symbol = value_of(fillings, Fact::symbol);
    if (symbol.empty()) return true;
    // Of the same words: whose symbol it is.
    if (row->id == symbol_of_glibc) return version_of(symbol).starts_with(prefix_of(AbiPart::glibc));
    return !value_of(fillings, Fact::glibcxx).empty() || is_of_newer_libstdcxx(symbol);
}

std::string_view MessageFilter::symbol_version(const std::vector<Filling>& fillings) {
    const std::string_view symbol = value_of(fillings, Fact::symbol);
    const bool is_said = !value_of(fillings, Fact::glibcxx).empty() || !value_of(fillings, Fact::cxxabi).empty();
    return symbol.empty() || is_said ? std::string_view() : version_of(symbol);
}

std::string_view MessageFilter::version_of(std::string_view symbol) {
    if (!names_) names_.emplace(tables_);
    return names_->version_of(symbol);
}

bool MessageFilter::is_of_newer_libstdcxx(std::string_view symbol) {
    // GCC 8 has std::filesystem in a library of its own.
    if (symbol.find("filesystem") != symbol.npos) return false;
    const std::string_view version = version_of(symbol);
    if (version.starts_with(prefix_of(AbiPart::cxxabi))) return version != "CXXABI_1.3";
    const std::optional<Version> number = number_of(AbiPart::glibcxx, version);
    return number && old_glibcxx < *number;
}

}  // namespace cudastdenv::diagnose
