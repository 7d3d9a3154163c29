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
    std::optional<int> headers;                 ///< GCC major of the libstdc++ headers that host code is compiled with
    bool headers_inferred = false;              ///< that it works with these was not measured: see PairHeadersRow
    CxxStandard standard = CxxStandard::cxx17;  ///< that it compiles in
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

/// A question about a release on a system, the usual one where it is empty, and about nothing else.
[[nodiscard]] inline Request plain_request(Version cuda, std::string_view system = {}) noexcept {
    Request request;
    request.cuda = cuda;
    if (!system.empty()) request.system = system;
    return request;
}

/// GCC major of the libstdc++ of a stdenv that does not say whose it has: a GCC's own, beside a Clang that of the
/// tables' assumed environment.
[[nodiscard]] int default_libstdcxx(const Tables& tables, Compiler compiler) noexcept;

/// A stdenv of that environment, all of which is known that its row says.
[[nodiscard]] Stdenv stdenv_in(const EnvironmentRow& environment) noexcept;

/// The environment that a question is about, as far as resolve() has to know it.
struct Environment {
    std::string name;                     ///< as it was asked for: `debian-13`, `gcc-15`, `host`
    const EnvironmentRow* row = nullptr;  ///< absent: it is a compiler's, or this machine
    Stdenv stdenv;
    std::vector<Compiler> available;             ///< candidates for the host compiler, the stdenv's own apart
    std::vector<CompilerVersion> versions = {};  ///< as Request has them
    std::vector<int> libstdcxx_headers = {};     ///< likewise
    std::optional<std::string> system = {};      ///< absent: it says none
    bool any_system = false;  ///< as Request has it; the system is this machine's, which nobody typed
    /// Where the headers of its own toolkits lie, for the releases whose place is known.
    std::vector<std::pair<Version, ToolkitHeaders>> toolkit_headers = {};
};

/// Of the tables: all is known of it that its row says.
[[nodiscard]] Environment environment_of(const EnvironmentRow& row);

/// The compilers that an environment packages: GCCs, then Clangs, each ascending.
[[nodiscard]] std::vector<Compiler> packaged_in(const EnvironmentRow& environment);

/// Adds a note that has its sentence in the table of diagnostics.
void add_note(Resolution& resolution, std::string_view id, std::vector<Argument> arguments = {},
              SourceIds sources = {});

/// `CUDA 12.8.1`, as a sentence has it.
[[nodiscard]] std::string cuda_of(const Request& request);

/// The request with the number of its release in full. Throws BadRequest: no such release, or no such system.
[[nodiscard]] Request with_full_release(const Tables& tables, const Request& request);

/// The same, and whose libstdc++ the stdenv has. Throws BadRequest, for a compiler without a number too.
[[nodiscard]] Request completed(const Tables& tables, const Request& request);

/// NVIDIA's name for the platform where it ships that release for it, else `unsupported` (under nixpkgs_exact: where
/// nixpkgs packages it), and the row of the platform (absent for a system that NVIDIA never shipped).
struct Platform {
    std::string_view redist;
    const RedistSystemRow* row = nullptr;
};
[[nodiscard]] Platform find_platform(const Tables& tables, const Request& request) noexcept;

/// That NVIDIA ships nothing for the platform in that release; under that code, behind `lead`.
[[nodiscard]] Diagnostic not_shipped(const RedistSystemRow& row, Version release, std::string_view code,
                                     std::string_view lead = "");

/// The same of a system; `row` is nullptr where NVIDIA never shipped it.
[[nodiscard]] Diagnostic no_platform(const RedistSystemRow* row, const Request& request, std::string_view code);

/// The lowest Jetson capability that the release treats as an ordinary Arm server platform.
[[nodiscard]] Capability jetson_sbsa_from(const Tables& tables, Version release) noexcept;

/// The system was named as `asked`, but the capability list goes with another of NVIDIA's platforms.
[[nodiscard]] inline Diagnostic other_platform(std::string_view asked, std::string_view redist) {
    return {"other-platform", {{"asked", asked}, {"redist", redist}}};
}

/// That NVIDIA excepts one of the capabilities from its platform in that release.
[[nodiscard]] std::optional<Diagnostic> find_exception(const Tables& tables, std::string_view redist, Version release,
                                                       std::span<const Capability> capabilities);

/// The newest libstdc++, of GCC majors up to `wanted`, whose symbols code may need that is linked in the stdenv.
[[nodiscard]] inline int linkable_libstdcxx(const Stdenv& stdenv, int wanted) noexcept {
    return stdenv.nonshared ? wanted : std::min(wanted, stdenv.libstdcxx);
}

/// The newest libstdc++ headers that are parsed.
struct HeadersLimit {
    std::optional<int> max;     ///< GCC major; absent: none at all
    bool max_inferred = false;  ///< that those work was not measured for exactly this pair
    bool end_inferred = false;  ///< that no newer ones work was not
    SourceIds sources;
};

/// That the release's nvcc parses with that Clang as host compiler: measured; or inferred from what was measured of
/// this nvcc with the nearest Clang, else from the newest GCC that the release accepts (below which none of the
/// measured ones stays).
[[nodiscard]] HeadersLimit nvcc_headers_limit(const Tables& tables, const Release& release, Compiler clang,
                                              CxxStandard standard) noexcept;

/// Whether a program was built by that nvcc with these libstdc++ headers and that host compiler in that standard.
[[nodiscard]] bool were_measured_to_work(const Tables& tables, const Release& release, Compiler compiler,
                                         CxxStandard standard, int headers) noexcept;

/// A Clang's own, without nvcc: measured, or inferred from the nearest measured Clang.
[[nodiscard]] HeadersLimit clang_headers_limit(const Tables& tables, int clang, CxxStandard standard) noexcept;

/// Of the two together. What was measured of the pair holds, whatever is inferred of the Clang by itself.
[[nodiscard]] HeadersLimit headers_limit(const HeadersLimit& nvcc, const HeadersLimit& clang) noexcept;

}  // namespace cudastdenv
