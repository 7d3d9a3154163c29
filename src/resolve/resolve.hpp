// SPDX-License-Identifier: MIT
#pragma once

/// The resolver: which host compiler, linked with which libstdc++, which capabilities and which PTX.
/// Pure functions over a view of the tables. "None" is an answer, not an error. An answer borrows from the tables only,
/// nothing from the request. Every function may be called from any thread.

#include "core/diagnostic.hpp"
#include "core/versions.hpp"

#include <cudastdenv/answers.hpp>
#include <cudastdenv/tables.hpp>

#include <stdexcept>

namespace cudastdenv {

/// The standard environment that the result must live in.
struct Stdenv {
    Compiler compiler;
    int libstdcxx = 0;  ///< GCC major of the libstdc++ linked with and run on; 0: not said, see resolve()
    std::optional<Version> glibc = {};                        ///< absent: unknown, and no glibc advisory applies
    std::span<const std::string_view> fixed_advisories = {};  ///< advisories that do not apply in this environment
    std::optional<Version> libstdcxx_release = {};  ///< GCC release of that libstdc++; absent: any of the major
    bool nonshared = false;                         ///< newer GCCs link what it lacks statically: see EnvironmentRow
};

/// The libstdc++ that the stdenv has at least; nullptr for a GCC the tables don't know.
[[nodiscard]] const LibstdcxxRow* libstdcxx_of(const Tables& tables, const Stdenv& stdenv) noexcept;

struct Request {
    Version cuda;                              ///< a release of the tables; two numbers: their newest patch release
    std::string_view system = "x86_64-linux";  ///< Nix system that the result runs on
    bool any_system = false;                   ///< it may be one that the tables do not know: this machine's, say
    std::string_view build_system = {};        ///< Nix system that is built on; empty: the same
    std::string_view redist_asked = {};        ///< NVIDIA's name, where the system was named by it; else empty
    Stdenv stdenv = {};
    std::span<const Compiler> available = {};  ///< candidates beside the stdenv's own; order does not matter
    /// Minor versions, where they are known: of the stdenv's compiler and of candidates, of each once.
    std::span<const CompilerVersion> compiler_versions = {};
    std::span<const int> libstdcxx_headers = {};    ///< GCC majors whose headers a Clang can have; empty: all known
    std::span<const Capability> capabilities = {};  ///< empty: the release's default list
    bool forward_compat = true;                     ///< with PTX
    Policy policy = Policy::nixpkgs;
    /// C++ standard of host code, which each compiler must be able to compile. Absent: the newest up to C++17 that the
    /// release and the compiler both take.
    std::optional<CxxStandard> standard = std::nullopt;
    bool nixpkgs_exact = false;  ///< reproduce nixpkgs to the letter, where it is wrong too
    /// Where the toolkit's headers lie; absent: not known, and what breaks them in one of the places counts.
    std::optional<ToolkitHeaders> toolkit_headers = std::nullopt;
};

/// A request that nobody can mean: of a release or a system that there is not, or of a compiler without a number.
/// what() is one sentence.
class BadRequest : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// Whose bound it is, in words: `nixpkgs`.
[[nodiscard]] std::string_view view_in_words(Policy view) noexcept;

/// A bound on the major version, whose it is, and where it stands.
struct Bound {
    int major = 0;
    Policy view = Policy::enforced;
    SourceIds sources;
    std::optional<Version> inferred_from = {};  ///< the release whose bound it is, where not the one asked for
};

/// The range that counts for a request; closed at both ends.
struct HostCompilerRange {
    std::optional<Bound> min;  ///< absent: no lower bound is known
    Bound max;
    Policy view = Policy::enforced;  ///< where the range comes from; another than the policy asked for if it had no row
};

/// A candidate that is not the one, and why.
struct Rejection {
    Compiler compiler;
    Diagnostic reason;
    std::optional<Version> version = std::nullopt;  ///< of the compiler, where the request gives it
    /// What one runs into whose build does not heed the reason: advisories on this compiler, the worst first.
    std::vector<const AdvisoryRow*> hidden = {};
    bool check_refuses = false;  ///< nvcc's own check does not take it, whatever the reason is
};

struct HostCompiler {
    Compiler compiler;
    std::optional<Version> version = std::nullopt;  ///< where the request gives it
    bool uses_stdenv = false;                       ///< the stdenv's own compiler, as it is
    HostCompilerRange range;
    std::optional<int> headers;     ///< GCC major of the libstdc++ headers that host code is compiled with
    bool headers_inferred = false;  ///< that it works with these was not measured: see PairHeadersRow
};

/// That the release is beyond the one through which some tables were read: what they say still holds is not known of
/// it. Absent: everything was read through that release.
[[nodiscard]] std::optional<Diagnostic> beyond_tables(const Tables& tables, Version release);

struct Resolution {
    const Release* release = nullptr;           ///< the release asked for
    std::string_view redist;                    ///< NVIDIA's name for the platform, or unsupported_redist
    std::optional<HostCompiler> host;           ///< absent: no compiler works
    CxxStandard standard = CxxStandard::cxx17;  ///< of host code: asked for, or assumed
    std::vector<Rejection> rejected;            ///< every other candidate once: the stdenv's family first, newest first
    std::vector<Capability> supported;
    std::vector<Capability> defaults;
    std::vector<Capability> resolved;            ///< built as machine code; sorted and unique unless nixpkgs_exact
    std::optional<Capability> ptx;               ///< built as PTX
    std::optional<Cross> cross;                  ///< absent: built on the system that it runs on
    bool jetson = false;                         ///< a Jetson capability is among the resolved ones
    std::vector<const AdvisoryRow*> advisories;  ///< that apply to the answer, the worst first
    /// The first of them that breaks the answer as it stands, whichever compiler is chosen: it works by its way out
    /// only.
    const AdvisoryRow* broken_by = nullptr;
    std::vector<Diagnostic> notes;  ///< what a reader should know beside; `{toolkit}` is that of the request
};

/// Answers a request. "None" is an answer; throws BadRequest for what is none. A stdenv of which nothing is said is
/// that of the tables' assumed environment; where it is not said whose libstdc++ it has, it is its GCC's, and beside a
/// Clang that of the assumed environment. Does not judge the capabilities: check_capabilities() does.
[[nodiscard]] Resolution resolve(const Tables& tables, const Request& request);

/// Whether the compiler can be used as it stands: it is chosen, or superseded only, and nothing breaks the answer.
[[nodiscard]] bool works(const Resolution& resolution, Compiler compiler) noexcept;

/// The version of a compiler that the request gives; absent: its major version only.
[[nodiscard]] std::optional<Version> version_of(const Request& request, Compiler compiler) noexcept;

/// The host compiler alone, as resolve() chooses it. Does not allocate. Throws BadRequest.
[[nodiscard]] std::optional<Compiler> pick_host_compiler(const Tables& tables, const Request& request);

/// Everything that is wrong with the request's capability list, in its order; empty where it can be built and run.
/// Checks what nvcc accepts and NVIDIA ships; with nixpkgs_exact, what nixpkgs asserts. `{capability}` is the one that
/// is wrong. Throws BadRequest.
[[nodiscard]] std::vector<Diagnostic> check_capabilities(const Tables& tables, const Request& request);

/// What the resolution comes to as nixpkgs' flags and as nvcc's.
[[nodiscard]] Flags make_flags(const Tables& tables, const Request& request, const Resolution& resolution);

}  // namespace cudastdenv
