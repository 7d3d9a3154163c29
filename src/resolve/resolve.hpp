// SPDX-License-Identifier: MIT
#pragma once

/// The resolver: which host compiler, which libstdc++, which capabilities and which PTX. Pure functions over a view of
/// the tables, safe in any thread. "None" is an answer, not an error. An answer borrows from the tables only, not from
/// the request.

#include "core/diagnostic.hpp"
#include "core/versions.hpp"

#include <cudastdenv/answers.hpp>

#include <stdexcept>

namespace cudastdenv {

/// The standard environment of the result.
struct Stdenv {
    Compiler compiler;
    int libstdcxx = 0;  ///< GCC major of the libstdc++ to link and run with; 0: unspecified, see resolve()
    std::optional<Version> glibc = {};                        ///< absent: unknown, and no glibc advisory applies
    std::span<const std::string_view> fixed_advisories = {};  ///< advisories that do not apply in this environment
    std::optional<Version> libstdcxx_release = {};  ///< GCC release of that libstdc++; absent: any of the major
    bool nonshared = false;                         ///< newer GCCs link the rest statically: see EnvironmentRow
    std::span<const JetpackRow> jetpacks = {};      ///< that it is part of; empty: of none
    std::optional<CompilerVersion> packaged = {};   ///< its default compiler, as packaged; absent: unknown
};

/// The oldest libstdc++ that the stdenv can have; nullptr for a GCC that the tables do not know.
[[nodiscard]] const LibstdcxxRow* libstdcxx_of(const Tables& tables, const Stdenv& stdenv) noexcept;

struct Request {
    Version cuda;                              ///< a release of the tables; two numbers: their newest patch release
    std::string_view system = "x86_64-linux";  ///< Nix system that the result runs on
    bool any_system = false;                   ///< it may be unknown to the tables, such as this machine's
    std::string_view build_system = {};        ///< Nix system of the build; empty: the same
    std::string_view redist_asked = {};        ///< NVIDIA's name, if the system was given by it; otherwise empty
    Stdenv stdenv = {};
    std::span<const Compiler> available = {};  ///< candidates in addition to the stdenv's own, in any order
    /// Known minor versions of the stdenv's compiler and of candidates, one each.
    std::span<const CompilerVersion> compiler_versions = {};
    std::span<const int> libstdcxx_headers = {};    ///< GCC majors of headers available to a Clang; empty: all known
    std::span<const Capability> capabilities = {};  ///< empty: the release's default list
    bool forward_compat = true;                     ///< with PTX
    Policy policy = Policy::nixpkgs;
    /// C++ standard of host code, which each compiler must be able to compile. Absent: the newest up to C++17 that both
    /// the release and the compiler support.
    std::optional<CxxStandard> standard = std::nullopt;
    bool nixpkgs_exact = false;  ///< reproduce nixpkgs exactly, including its errors
    /// The place of the toolkit's headers; absent: unknown, and breakage in either place counts.
    std::optional<ToolkitHeaders> toolkit_headers = std::nullopt;
};

/// An invalid request: an unknown release or system, or a compiler without a number. what() is one sentence.
class BadRequest : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// The name of a policy in sentences: `nixpkgs`.
[[nodiscard]] inline std::string_view format_view(Policy view) noexcept {
    constexpr std::array<std::string_view, 3> names{"nixpkgs", "NVIDIA's guide", "nvcc's check"};
    return names[static_cast<std::size_t>(view)];
}

/// A bound on the major version, with its policy and sources.
struct Bound {
    int major = 0;
    Policy view = Policy::enforced;
    SourceIds sources;
    std::optional<Version> inferred_from = {};  ///< the release of the bound, if it is not the requested one
};

/// The range in effect for a request; inclusive.
struct HostCompilerRange {
    std::optional<Bound> min;  ///< absent: no lower bound is known
    Bound max;
    Policy view = Policy::enforced;  ///< the policy of the range; not the requested one if that has no row
};

/// A rejected candidate, with the reason.
struct Rejection {
    Compiler compiler;
    Diagnostic reason;
    std::optional<Version> version = std::nullopt;  ///< of the compiler, if the request gives it
    /// Advisories that affect a build in spite of the reason, the worst first.
    std::vector<const AdvisoryRow*> hidden = {};
    bool check_refuses = false;  ///< nvcc's own check rejects it, whatever the reason is
};

struct HostCompiler {
    Compiler compiler;
    std::optional<Version> version = std::nullopt;  ///< if the request gives it
    bool uses_stdenv = false;                       ///< the stdenv's own compiler
    HostCompilerRange range;
    std::optional<int> headers;                 ///< GCC major of the libstdc++ headers for host code
    bool headers_inferred = false;              ///< it was not measured with these: see PairHeadersRow
    CxxStandard standard = CxxStandard::cxx17;  ///< that it compiles in
};

/// A note that the release is newer than some tables, which may not cover it. Absent: all tables cover it.
[[nodiscard]] std::optional<Diagnostic> beyond_tables(const Tables& tables, Version release);

/// The capabilities to build are sorted and unique unless nixpkgs_exact.
struct Resolution : ResolveAnswer::Capabilities {
    const Release* release = nullptr;           ///< the requested release
    std::string_view redist;                    ///< NVIDIA's name for the platform, or unsupported_redist
    std::optional<HostCompiler> host;           ///< absent: no compiler works
    CxxStandard standard = CxxStandard::cxx17;  ///< of host code: requested or assumed
    std::vector<Rejection> rejected;            ///< every other candidate once: the stdenv's family first, newest first
    std::optional<Cross> cross;                 ///< absent: the build system is the same
    bool jetson = false;                        ///< one of the resolved capabilities is a Jetson's
    std::vector<const AdvisoryRow*> advisories;  ///< that apply to the answer, the worst first
    /// The first advisory that breaks the answer, whichever compiler is chosen: it needs a workaround.
    const AdvisoryRow* broken_by = nullptr;
    std::vector<Diagnostic> notes;  ///< other notes; `{toolkit}` is the request's
};

/// Answers a request. "None" is an answer; throws BadRequest for an invalid request. A stdenv without data is the
/// tables' assumed environment. An unspecified libstdc++ is the GCC's own, or with Clang the assumed environment's.
/// Does not judge the capabilities: see check_capabilities().
[[nodiscard]] Resolution resolve(const Tables& tables, const Request& request);

/// Whether the compiler works without a workaround: it is chosen, or superseded only, and the answer is not broken.
[[nodiscard]] bool works(const Resolution& resolution, Compiler compiler) noexcept;

/// The compiler's version in the request; absent: the major version only.
[[nodiscard]] inline std::optional<Version> version_of(const Request& request, Compiler compiler) noexcept {
    return find_version(request.compiler_versions, compiler);
}

/// The host compiler alone, as resolve() chooses it. Does not allocate. Throws BadRequest.
[[nodiscard]] std::optional<Compiler> pick_host_compiler(const Tables& tables, const Request& request);

/// Everything that is wrong with the request's capability list, in its order; empty if it can be built and run. Checks
/// nvcc's and NVIDIA's rules; with nixpkgs_exact, nixpkgs' assertions. `{capability}` is the wrong one. Throws
/// BadRequest.
[[nodiscard]] std::vector<Diagnostic> check_capabilities(const Tables& tables, const Request& request);

/// The resolution as nixpkgs' flags and as nvcc's.
[[nodiscard]] Flags make_flags(const Tables& tables, const Request& request, const Resolution& resolution);

/// A request about a release alone, on a system; empty: the default system.
[[nodiscard]] inline Request plain_request(Version cuda, std::string_view system = {}) noexcept {
    Request request;
    request.cuda = cuda;
    if (!system.empty()) request.system = system;
    return request;
}

/// GCC major of an unspecified libstdc++: a GCC's own, for a Clang that of the tables' assumed environment.
[[nodiscard]] int default_libstdcxx(const Tables& tables, Compiler compiler) noexcept;

/// The stdenv of an environment of the tables.
[[nodiscard]] Stdenv stdenv_in(const Tables& tables, const EnvironmentRow& environment) noexcept;

/// The environment of a question, with the data for resolve().
struct Environment {
    std::string name;                     ///< as in the question: `debian-13`, `gcc-15`, `host`
    const EnvironmentRow* row = nullptr;  ///< nullptr: a compiler's, or this machine
    Stdenv stdenv;
    std::vector<Compiler> available;             ///< candidates for the host compiler, without the stdenv's own
    std::vector<CompilerVersion> versions = {};  ///< as in Request
    std::vector<int> libstdcxx_headers = {};     ///< as in Request
    std::optional<std::string> system = {};      ///< absent: unspecified
    bool any_system = false;                     ///< as in Request; the system is this machine's, not typed by the user
    /// The place of its own toolkits' headers, for the releases with a known place.
    std::vector<std::pair<Version, ToolkitHeaders>> toolkit_headers = {};
};

/// The environment of a row of the tables.
[[nodiscard]] Environment environment_of(const Tables& tables, const EnvironmentRow& row);

/// The compilers that an environment packages: GCCs, then Clangs, each ascending.
[[nodiscard]] std::vector<Compiler> packaged_in(const EnvironmentRow& environment);

inline void add_note(Resolution& resolution, std::string_view id, std::vector<Argument> arguments = {},
                     SourceIds sources = {}) {
    resolution.notes.push_back({id, std::move(arguments), sources});
}

/// `CUDA 12.8.1`, as a sentence has it.
[[nodiscard]] inline std::string cuda_of(const Request& request) { return "CUDA " + to_string(request.cuda); }

/// The request with all three numbers of its release. Throws BadRequest for an unknown release or system.
[[nodiscard]] Request with_full_release(const Tables& tables, const Request& request);

/// The same, with the stdenv's compiler and libstdc++. Throws BadRequest, also for a compiler without a number.
[[nodiscard]] Request completed(const Tables& tables, const Request& request);

/// NVIDIA's name for the platform if NVIDIA ships the release for it (nixpkgs_exact: if nixpkgs packages it), otherwise
/// `unsupported`. And the platform's row; nullptr for a system that NVIDIA never shipped.
struct Platform {
    std::string_view redist;
    const RedistSystemRow* row = nullptr;
    bool has_release = false;  ///< among NVIDIA's redistributables, or with a JetPack
};
[[nodiscard]] Platform find_platform(const Tables& tables, const Request& request) noexcept;

/// A diagnostic that the platform lacks the release, with that code, after `lead`.
[[nodiscard]] Diagnostic no_platform(const Platform& platform, const Request& request, std::string_view code,
                                     std::string_view lead = "");

/// The lowest Jetson capability that the release supports on the ordinary Arm server platform.
[[nodiscard]] inline Capability jetson_sbsa_from(const Tables& tables, Version release) noexcept {
    for (const JetsonSbsaRow& row : tables.jetson_sbsa)
        if (VersionRange{row.first, row.last}.contains(release)) return row.min_capability;
    return {};
}

/// The system was given as `asked`, but the capability list belongs to another platform of NVIDIA.
[[nodiscard]] inline Diagnostic other_platform(std::string_view asked, std::string_view redist) {
    return {"other-platform", {{"asked", asked}, {"redist", redist}}};
}

/// The newest libstdc++, with a GCC major of at most `wanted`, whose symbols code of the stdenv may need.
[[nodiscard]] inline int linkable_libstdcxx(const Stdenv& stdenv, int wanted) noexcept {
    return stdenv.nonshared ? wanted : std::min(wanted, stdenv.libstdcxx);
}

/// The newest libstdc++ headers that can be parsed.
struct HeadersLimit {
    std::optional<int> max;     ///< GCC major; absent: none
    bool max_inferred = false;  ///< `max` was not measured for exactly this pair
    bool end_inferred = false;  ///< the failure of newer ones was not measured
    SourceIds sources;
};

/// The newest headers that the release's nvcc parses with that Clang as host compiler. Measured, or inferred from this
/// nvcc with the nearest Clang, otherwise from the newest GCC that the release supports; never below a measured
/// success.
[[nodiscard]] HeadersLimit nvcc_headers_limit(const Tables& tables, const Release& release, Compiler clang,
                                              CxxStandard standard) noexcept;

/// Whether a build with that nvcc, headers, host compiler and standard was measured to work.
[[nodiscard]] bool were_measured_to_work(const Tables& tables, const Release& release, Compiler compiler,
                                         CxxStandard standard, int headers) noexcept;

/// The limit of a Clang without nvcc: measured, or inferred from the nearest measured Clang.
[[nodiscard]] HeadersLimit clang_headers_limit(const Tables& tables, int clang, CxxStandard standard) noexcept;

/// The limit of both. A measurement of the pair overrides an inference about the Clang alone.
[[nodiscard]] inline HeadersLimit headers_limit(const HeadersLimit& nvcc, const HeadersLimit& clang) noexcept {
    if (!nvcc.max_inferred) return nvcc;
    if (!clang.max || (nvcc.max && *clang.max < *nvcc.max))
        return {clang.max, nvcc.max_inferred, clang.end_inferred, clang.sources};
    return nvcc;
}

}  // namespace cudastdenv
