// SPDX-License-Identifier: MIT
#include "nix/impact.hpp"

#include "nix/rows.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::nix {

namespace {

/// Another set with the same name.
void replace(NamedSet& set, const NamedSet& by) { set = {set.attribute, by.release, by.patch_known}; }

/// Makes `cudaPackages` the set of that release, which is added if it is missing.
void change_default(const Tables& tables, std::vector<NamedSet>& sets, Version release) {
    const bool names_patch = release != minor_of(release);
    const NamedSet asked{package_set_name(release), find_release(tables, release)->version};
    if (const NamedSet* own = find_in(sets, asked.attribute, &NamedSet::attribute); !own) {
        sets.push_back(asked);
    } else if (const Version old = own->release; names_patch && old != asked.release) {
        for (NamedSet& set : sets)
            if (set.release == old) replace(set, asked);
    }
    if (NamedSet* alias = find_in(sets, "cudaPackages", &NamedSet::attribute))
        replace(*alias, *find_in(sets, asked.attribute, &NamedSet::attribute));
}

/// The stdenv of a packaged compiler. The release of a GCC that is not the default is known only if it is the
/// channel's.
Stdenv stdenv_with(const ImpactSide& side, Compiler compiler) {
    Stdenv stdenv = side.stdenv;
    if (compiler == stdenv.compiler) return stdenv;
    stdenv.compiler = compiler;
    if (compiler.family == Compiler::Family::gcc && compiler.major != stdenv.libstdcxx) {
        stdenv.libstdcxx = compiler.major;
        stdenv.libstdcxx_release.reset();
        if (side.row->libstdcxx == compiler.major) stdenv.libstdcxx_release = side.row->libstdcxx_version;
    }
    return stdenv;
}

}  // namespace

ImpactSide side_of(const Tables& tables, const EnvironmentRow& channel) {
    ImpactSide side{environment_of(tables, channel), {}};
    side.available.push_back(channel.compiler);
    sort_unique(side.available);
    return side;
}

ImpactSide with_default_compiler(ImpactSide side, Compiler compiler, const std::optional<Version>& version) {
    const bool is_gcc = compiler.family == Compiler::Family::gcc;
    if (is_gcc && (version || compiler.major != side.stdenv.libstdcxx)) side.stdenv.libstdcxx_release = version;
    if (is_gcc) side.stdenv.libstdcxx = compiler.major;
    side.stdenv.compiler = compiler;
    side.available.push_back(compiler);
    sort_unique(side.available);
    if (is_gcc) side.libstdcxx_headers.push_back(compiler.major);
    std::erase_if(side.versions, [&](const CompilerVersion& known) { return known.compiler == compiler; });
    if (version) side.versions.push_back({compiler, *version});
    return side;
}

std::vector<NamedSet> sets_of(const Tables& tables, const ImpactSide& side) {
    std::vector<NamedSet> sets;
    for (const PackageSetRow& row : tables.package_sets) {
        if (row.channel != side.row->id) continue;
        const Version release = find_release(tables, row.release)->version;
        sets.push_back({std::string(row.attribute), release, row.release == release});
    }
    if (side.default_cuda) change_default(tables, sets, *side.default_cuda);
    return sets;
}

SetInStdenv look_at(const Tables& tables, const ImpactQuestion& question, const ImpactSide& side, Compiler compiler,
                    Version release) {
    SetInStdenv seen;
    Request& request = seen.request;
    request = question;
    request.cuda = release;
    request.stdenv = stdenv_with(side, compiler);
    request.available = side.available;
    request.compiler_versions = side.versions;
    request.libstdcxx_headers = side.libstdcxx_headers;
    const std::optional<CxxStandard> newest_standard = find_release(tables, release)->newest_standard;
    if (newest_standard && request.standard > newest_standard) request.standard.reset();
    request.toolkit_headers = own_cuda_headers(*side.row, release);
    seen.resolution = resolve(tables, request);
    if (seen.resolution.host) return seen;
    const std::vector<Compiler> known = known_compilers(tables);
    Request supposed = request;
    supposed.available = known;
    seen.missing = pick_host_compiler(tables, supposed);
    return seen;
}

}  // namespace cudastdenv::nix
