// SPDX-License-Identifier: MIT
#pragma once

/// Requests in a short form for tests.

#include "core/versions.hpp"
#include "resolve/resolve.hpp"
#include "show.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <variant>

namespace cudastdenv {

/// Parses each word between spaces with `parse`; an error in the test throws.
template <class Parse>
auto read_words(std::string_view text, Parse parse) {
    std::vector<typename decltype(parse(text))::value_type> values;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        values.push_back(parse(word).value());
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return values;
}

/// `9.0 9.0a`
inline std::vector<Capability> capabilities(std::string_view text) { return read_words(text, parse_capability); }

/// `gcc-13 clang-18`
inline std::vector<Compiler> compilers(std::string_view text) { return read_words(text, parse_compiler); }

/// A request with the lists that it points into.
struct Query {
    std::string_view cuda = "12.8.1";
    std::string_view stdenv = "gcc-13";
    std::string_view available = "";     ///< `gcc-13 clang-18`
    std::string_view capabilities = "";  ///< `9.0 9.0a`
    int libstdcxx = 0;                   ///< 0: the GCC's own; 15 for a Clang
    std::vector<int> headers = {};
    std::string_view glibc = "";
    std::vector<std::string_view> fixed = {};
    std::string_view system = "x86_64-linux";
    Policy policy = Policy::nixpkgs;
    std::optional<CxxStandard> standard = std::nullopt;
    bool forward_compat = true;
    bool exact = false;
};

/// The storage of a Query's lists, and the resulting request.
class Asked {
public:
    explicit Asked(const Query& query)
        : available_(compilers(query.available)),
          capabilities_(cudastdenv::capabilities(query.capabilities)),
          headers_(query.headers),
          fixed_(query.fixed) {
        request_.cuda = find_release(builtin_tables(), parse_version(query.cuda).value())->version;
        request_.system = query.system;
        request_.any_system = !knows_system(builtin_tables(), query.system);
        request_.stdenv.compiler = parse_compiler(query.stdenv).value();
        if (const auto version = parse_compiler_version(query.stdenv))
            versions_.push_back({*parse_compiler(query.stdenv), *version});
        request_.compiler_versions = versions_;
        const bool is_gcc = request_.stdenv.compiler.family == Compiler::Family::gcc;
        request_.stdenv.libstdcxx = query.libstdcxx ? query.libstdcxx : is_gcc ? request_.stdenv.compiler.major : 15;
        if (!query.glibc.empty()) request_.stdenv.glibc = parse_version(query.glibc).value();
        request_.stdenv.fixed_advisories = fixed_;
        request_.available = available_;
        request_.libstdcxx_headers = headers_;
        request_.capabilities = capabilities_;
        request_.forward_compat = query.forward_compat;
        request_.policy = query.policy;
        request_.standard = query.standard;
        request_.nixpkgs_exact = query.exact;
    }
    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;

    const Request& request() const { return request_; }

private:
    std::vector<CompilerVersion> versions_;
    std::vector<Compiler> available_;
    std::vector<Capability> capabilities_;
    std::vector<int> headers_;
    std::vector<std::string_view> fixed_;
    Request request_;
};

inline Resolution answer(const Query& query) { return resolve(builtin_tables(), Asked(query).request()); }

inline std::vector<Diagnostic> problems(const Query& query) {
    return check_capabilities(builtin_tables(), Asked(query).request());
}

/// The chosen compiler; absent: none.
inline std::optional<Compiler> chosen(const Resolution& resolution) {
    return resolution.host ? std::optional(resolution.host->compiler) : std::nullopt;
}

/// The rejection of a candidate; nullptr: not for a reason with that id, or not rejected.
inline const Diagnostic* reason_for(std::string_view id, const Resolution& resolution, Compiler compiler) {
    const auto found = std::ranges::find(resolution.rejected, compiler, &Rejection::compiler);
    return found != resolution.rejected.end() && found->reason.id == id ? &found->reason : nullptr;
}

/// The first note with that id; nullptr: none.
inline const Diagnostic* note(std::string_view id, const Resolution& resolution) {
    const auto found = std::ranges::find(resolution.notes, id, &Diagnostic::id);
    return found == resolution.notes.end() ? nullptr : &*found;
}

/// The first note with that code in JSON; nullptr: none.
inline const Diagnostic* note_called(std::string_view code, const Resolution& resolution) {
    const auto found = std::ranges::find(resolution.notes, code, &Diagnostic::code);
    return found == resolution.notes.end() ? nullptr : &*found;
}

/// The argument with that name; empty: no such argument or note.
inline std::string argument(const Diagnostic* note, std::string_view name) {
    return note ? argument_of(*note, name) : "";
}

}  // namespace cudastdenv
