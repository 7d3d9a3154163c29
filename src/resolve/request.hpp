// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/resolve.hpp"

namespace cudastdenv {

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

/// `from 12.4.0 on`, `from 10.2.89 to 12.4.1, without 11.3`: the releases in which NVIDIA ships a platform.
[[nodiscard]] std::string shipped_in(const RedistSystemRow& row);

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
