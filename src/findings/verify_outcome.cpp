// SPDX-License-Identifier: MIT
#include "findings/verify_outcome.hpp"

#include "core/text.hpp"
#include "findings/elf.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace cudastdenv::verify {

namespace {

template <class T>
bool is(const Seen& seen) {
    return std::holds_alternative<T>(seen);
}

/// Whether `needed` is not newer than `limit`; both begin with `prefix`, or are empty.
bool reaches(const std::string& needed, const std::string& limit, const std::string& prefix) {
    return needed.empty() || limit.empty() || newest_version({needed, limit}, prefix) == limit;
}

/// Whether nvcc names the bound that the tables have.
bool names_bound(const Refused& refused, int newest) { return !refused.newest || *refused.newest == newest; }

struct Agrees {
    const Seen& seen;

    bool operator()(const Works&) const { return is<Works>(seen); }
    bool operator()(const TooOld&) const { return is<Refused>(seen); }
    bool operator()(const TooNew& reason) const {
        return is<Refused>(seen) && names_bound(std::get<Refused>(seen), reason.max.major);
    }
    bool operator()(const KnownBroken&) const { return fails_to_build(); }
    bool operator()(const HeadersTooNew&) const { return fails_to_build(); }
    bool operator()(const NoHeaders&) const { return fails_to_build(); }
    bool operator()(const Taken&) const { return is<Taken>(seen); }
    bool operator()(const NotTaken&) const { return is<NotTaken>(seen); }
    bool operator()(const NeedsAtMost& limit) const {
        return is<Needs>(seen) && fits(std::get<Needs>(seen).versions, limit.versions);
    }
    bool operator()(const RunsBy&) const { return is<Works>(seen); }
    bool operator()(const NoCodeRuns&) const { return is<Failed>(seen) && std::get<Failed>(seen).step == Step::run; }
    bool operator()(const ToolkitIncomplete&) const { return fails_to_build(); }
    bool operator()(const NotPredicted&) const { return true; }

private:
    /// An end by the time limit is no answer of the compiler's.
    [[nodiscard]] bool fails_to_build() const { return is<Failed>(seen) && std::get<Failed>(seen).step != Step::run; }
};

}  // namespace

bool fits(const SymbolVersions& needed, const SymbolVersions& limit) {
    return reaches(needed.glibcxx, limit.glibcxx, "GLIBCXX_") && reaches(needed.cxxabi, limit.cxxabi, "CXXABI_") &&
           reaches(needed.glibc, limit.glibc, "GLIBC_");
}

Verdict compare(const Prediction& prediction, const Seen& seen) {
    if (is<NotRun>(seen)) return Verdict::not_run;
    return std::visit(Agrees{seen}, prediction) ? Verdict::as_predicted : Verdict::different;
}

std::string_view to_string(Verdict verdict) noexcept { return name_of_enum(verdict); }

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_line = 400;

bool contains_word(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

/// nvcc numbers its temporary files by process: `tmpxft_00000b1f_00000000-6_program.o`.
void shorten_temporary_names(std::string& line) {
    constexpr std::string_view prefix = "tmpxft_";
    for (std::size_t at = line.find(prefix); at != line.npos; at = line.find(prefix, at + prefix.size())) {
        std::size_t end = at + prefix.size();
        while (end < line.size() &&
               (std::isxdigit(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_' || line[end] == '-'))
            ++end;
        line.erase(at + prefix.size(), end - at - prefix.size());
    }
}

std::string tidied(std::string_view line, const fs::path& folder) {
    std::string text(trimmed(line));
    replace_all(text, folder.string() + "/", "");
    shorten_temporary_names(text);
    if (text.size() > longest_line) text.resize(longest_line);
    return text;
}

/// The number behind `words`, as in `gcc versions later than 15`.
std::optional<int> number_behind(std::string_view line, std::string_view words) {
    const std::size_t at = line.find(words);
    if (at == line.npos) return std::nullopt;
    std::string_view rest = line.substr(at + words.size());
    return take_number(rest, 3);
}

}  // namespace

std::string error_line(std::string_view output, const fs::path& folder) {
    // What the linker and the shell say comes before what the compiler driver says of it, `ld returned 1 exit status`.
    constexpr std::array<std::string_view, 7> signs{
        "error", "fatal", "undefined reference", "undefined symbol", "cannot find", "not found", "failed"};
    std::string_view first;
    for (const std::string_view line : lines_of(output)) {
        if (std::ranges::any_of(signs, [&](std::string_view sign) { return contains_word(line, sign); }))
            return tidied(line, folder);
        if (first.empty()) first = trimmed(line);
    }
    return tidied(first, folder);
}

std::optional<Refused> refusal(std::string_view output, const fs::path& folder) {
    for (const std::string_view line : lines_of(output)) {
        if (contains_word(line, "unsupported GNU version!"))
            return Refused{number_behind(line, "gcc versions later than "), tidied(line, folder)};
        if (!contains_word(line, "unsupported clang version!")) continue;
        const std::optional<int> first_refused = number_behind(line, "clang version must be less than ");
        return Refused{first_refused ? std::optional(*first_refused - 1) : std::nullopt, tidied(line, folder)};
    }
    return std::nullopt;
}

namespace {

Prediction as_prediction(const Reason& reason) {
    if (const auto* old = std::get_if<TooOld>(&reason)) return *old;
    if (const auto* fresh = std::get_if<TooNew>(&reason)) return *fresh;
    if (const auto* headers = std::get_if<HeadersTooNew>(&reason)) return *headers;
    if (const auto* broken = std::get_if<KnownBroken>(&reason)) return *broken;
    // The others compare candidates, and here is one alone.
    return NotPredicted{};
}

}  // namespace

Prediction predict(const Tables& tables, const Release& release, const Standing& standing, CxxStandard standard) {
    const std::array headers{standing.headers.value_or(0)};
    Request request = own_stdenv(tables, release, standing.compiler, Policy::enforced);
    request.system = standing.system;
    request.any_system = true;
    request.standard = standard;
    request.stdenv.glibc = standing.glibc;
    request.toolkit_headers = standing.toolkit_headers;
    request.stdenv.libstdcxx = std::max(standing.compiler.family == Compiler::Family::gcc ? standing.compiler.major : 0,
                                        headers.front());
    request.libstdcxx_headers = headers;

    const Resolution resolution = resolve(tables, request);
    const Reason* reason = resolution.rejected.empty() ? nullptr : &resolution.rejected.front().reason;
    const bool refused = reason && (std::holds_alternative<TooOld>(*reason) || std::holds_alternative<TooNew>(*reason));
    if (refused) return as_prediction(*reason);
    // What glibc breaks breaks with any compiler, so it is what is seen.
    if (resolution.broken_by) return KnownBroken{resolution.broken_by};
    if (!standing.headers) return NoHeaders{};
    return reason ? as_prediction(*reason) : Works{};
}

Prediction predict(const Tables& tables, const Release& release, Capability capability) {
    const CapabilityRow* row = find_capability(tables, capability);
    if (row && row->nvcc.takes_in(release.version)) return Taken{};
    return NotTaken{};
}

}  // namespace cudastdenv::verify
