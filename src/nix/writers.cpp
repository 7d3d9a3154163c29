// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include "core/format.hpp"
#include "core/lists.hpp"
#include "core/versions.hpp"
#include "tables/lookup.hpp"
#include "tables/shape.hpp"

namespace cudastdenv::nix {

namespace {

// The shortName of nixpkgs' lib.licenses.nvidiaCuda and of each licence in
// pkgs/development/cuda-modules/_cuda/lib/licenses.nix (NixOS/nixpkgs at 0628f2459067), and the one of OptiX that
// its manual names (doc/languages-frameworks/cuda.section.md at 0500b6b25b93).
constexpr std::array<std::string_view, 7> licences{"CUDA EULA",     "NVIDIA Math SDK SLA", "NVidia OptiX EULA",
                                                   "TensorRT EULA", "cuDNN EULA",          "cuSPARSELt EULA",
                                                   "cuTENSOR EULA"};
static_assert(std::is_sorted(licences.begin(), licences.end()));

std::vector<std::string> texts(std::span<const Capability> capabilities) {
    std::vector<std::string> texts;
    for (const Capability capability : capabilities) texts.push_back(to_string(capability));
    return texts;
}

/// What a program of ours has between its licence and `end`.
std::string_view code_of(std::string_view program, std::string_view end) {
    const std::size_t begin = program.find('\n') + 1;
    return program.substr(begin, program.rfind(end) - begin);
}

/// Code with a value in place of an empty one, `releases = { }`.
NixCode filled(std::string_view code, std::string_view name, std::string_view empty, const Value& value) {
    const std::string place = fmt::format("{} = {}", name, empty);
    std::string text(code);
    text.replace(text.find(place), place.size(), fmt::format("{} = {}", name, written(value, 2)));
    return {std::move(text)};
}

}  // namespace

File config_file(std::span<const Capability> capabilities, bool forward_compat) {
    Set set{{"cudaSupport", true}};
    if (!capabilities.empty()) set.push_back({"cudaCapabilities", texts(capabilities)});
    set.push_back({"cudaForwardCompat", forward_compat});
    Set plain = set;
    // nixpkgs calls its config with its packages, where it is a function. The shapes of a licence are those of nixpkgs'
    // lib.licenses: one, a list (all of them hold), and since 26.05 what AND, OR, WITH and PLUS make
    // (lib/licenses/operators.nix at 0a2c8a5824f4).
    const std::string_view code = code_of(programs::config, "\n");
    const std::size_t predicate = code.find("\nlet\n");
    const List names(licences.begin(), licences.end());
    set.push_back({"allowUnfreePredicate", filled(code.substr(predicate + 1), "licensesOfNvidia", "[ ]", names),
                   "Packages whose licences are free or NVIDIA's."});
    return {.comment = "Written by `cudastdenv nix config`: nixpkgs' `config`, or NixOS' `nixpkgs.config`.",
            .head = std::string(code.substr(0, predicate)),
            .value = set,
            .plain = plain};
}

namespace {

/// Of a boolean, a text or a list of these.
Value described_value(AnyValue value) {
    const Shape& shape = *value.shape;
    if (shape.kind == Shape::Kind::boolean) return shape.number(value.data) != 0;
    if (shape.kind == Shape::Kind::text) return shape.text(value.data);
    List list;
    const Elements elements = shape.elements(value.data);
    for (std::size_t i = 0; i < elements.count; ++i) list.push_back(described_value(elements[i]));
    return list;
}

}  // namespace

Set flags_set(const Flags& flags) {
    Set set;
    for (const cudastdenv::Field& field : shape_of<Flags>.fields())
        set.push_back({std::string(field.key), described_value(field_in(&flags, field))});
    return set;
}

Set passthru_set(const Tables& tables, const Request& request, const Resolution& resolution) {
    std::vector<std::string> architecture_specific, family_specific, jetson;
    for (const Capability capability : request.capabilities) {
        const std::string text = to_string(capability);
        if (capability.kind == Capability::Kind::architecture) architecture_specific.push_back(text);
        if (capability.kind == Capability::Kind::family) family_specific.push_back(text);
        if (is_jetson(tables, capability)) jetson.push_back(text);
    }
    const Flags flags = make_flags(tables, request, resolution);
    return {
        {"cudaCapabilities", flags.cuda_capabilities},
        {"cudaForwardCompat", flags.cuda_forward_compat},
        {"supportedCudaCapabilities", texts(resolution.supported)},
        {"defaultCudaCapabilities", texts(resolution.defaults)},
        {"requestedArchitectureSpecificCudaCapabilities", architecture_specific},
        {"requestedFamilySpecificCudaCapabilities", family_specific},
        {"requestedJetsonCudaCapabilities", jetson},
        {"hasArchitectureSpecificCudaCapability", !architecture_specific.empty()},
        {"hasFamilySpecificCudaCapability", !family_specific.empty()},
        {"hasJetsonCudaCapability", !jetson.empty()},
        {"hostNixSystem", request.system},
        {"hostRedistSystem", resolution.redist},
        {"nvccHostCCMatchesStdenvCC", resolution.host && resolution.host->uses_stdenv},
        {"hostCompiler", resolution.host ? Value(to_string(resolution.host->compiler)) : Value()},
    };
}

Set package_set(const Tables& tables, const Request& request, const Resolution& resolution) {
    Set set = flags_set(make_flags(tables, request, resolution));
    for (Attribute& attribute : passthru_set(tables, request, resolution))
        if (std::ranges::find(set, attribute.name, &Attribute::name) == set.end()) set.push_back(std::move(attribute));
    return set;
}

namespace {

/// Where the bounds stand: in NVIDIA's guide if it says the same as the view that is written, else in the view's own
/// sources. The first one that has a URL, or the title of the view's first: a package has none.
std::string_view source_of(const Tables& tables, Version minor, Compiler::Family family, const NvccMajors& majors) {
    const HostCompilerRow* row = find_host_compilers(tables, family, find_release(tables, minor)->version);
    const bool says_guide = row && row->documented && row->documented->max == majors.max;
    for (const SourceIds sources : {says_guide ? row->documented->sources : SourceIds{}, majors.sources})
        for (const std::string_view id : sources)
            if (const SourceRow* source = find_source(tables, id); source && source->url) return *source->url;
    const SourceRow* first = majors.sources.empty() ? nullptr : find_source(tables, majors.sources.front());
    return first ? first->title : std::string_view{};
}

std::string_view origin(Policy view) {
    return std::array{"nixpkgs' row", "NVIDIA's guide", "nvcc's check (crt/host_config.h)"}.at(
        static_cast<std::size_t>(view));
}

/// Says which view a row is from where it is not nixpkgs' own, then its source.
std::string comment_of(const Tables& tables, const NvccRow& row) {
    std::vector<std::string> said;
    if (row.gcc.view != Policy::nixpkgs) said.push_back(fmt::format("From {}.", origin(row.gcc.view)));
    if (row.clang.view != row.gcc.view) said.push_back(fmt::format("Clang: from {}.", origin(row.clang.view)));
    for (const auto& [name, majors] : {std::pair("GCC", row.gcc), std::pair("Clang", row.clang)})
        if (majors.min_from) said.push_back(fmt::format("The oldest {} is that of {}.", name, *majors.min_from));
    std::string comment = joined(said, " ") + (said.empty() ? "" : "\n");
    const std::string_view gcc = source_of(tables, row.release, Compiler::Family::gcc, row.gcc);
    const std::string_view clang = source_of(tables, row.release, Compiler::Family::clang, row.clang);
    comment += gcc.empty() ? clang : gcc;
    if (!clang.empty() && !gcc.empty() && clang != gcc) comment += fmt::format("\n{}", clang);
    return comment;
}

Value majors_value(const NvccMajors& majors) {
    return Set{{"maxMajorVersion", std::to_string(majors.max)}, {"minMajorVersion", std::to_string(majors.min)}};
}

Set row_set(const NvccRow& row) { return {{"clang", majors_value(row.clang)}, {"gcc", majors_value(row.gcc)}}; }

}  // namespace

File nvcc_file(const Tables& tables, std::span<const NvccRow> rows, bool plain) {
    Set data;
    for (const NvccRow& row : rows) data.push_back({to_string(row.release), row_set(row), comment_of(tables, row)});
    Set checked = data;
    for (Attribute& row : checked) row.value = NixCode{"checked " + written(row.value)};
    const auto table = [](Set all) {
        return Set{{"nvccCompatibilities", std::move(all),
                    "The major versions of GCC and Clang that work with each CUDA release, both ends included.", true}};
    };
    File file{.comment = "Written by `cudastdenv nix nvcc`.", .value = table(data)};
    if (plain) return file;
    // Each row goes through a function with named arguments: of another attribute Nix says that it is unexpected, of
    // one that is not there that it is required. The row itself is handed on, so that Nix knows where its attributes
    // stand.
    file.head = code_of(programs::nvcc, "\n{ }\n");
    file.plain = std::move(file.value);
    file.value = table(std::move(checked));
    return file;
}

namespace {

constexpr std::string_view doc = "The CUDA capabilities. Both version bounds are included; `null` is no "
                                 "bound.\n`dontDefaultAfterCudaMajorMinorVersion` is the last release that builds the "
                                 "capability by default;\ncapabilities of Jetsons, architecture-specific and "
                                 "family-specific ones are always built only on request.";

Value version_value(const std::optional<Version>& version) { return version ? Value(to_string(*version)) : Value(); }

std::string comment_of(const CudaRow& row) {
    if (row.in_nixpkgs) return "";
    return fmt::format("Not in nixpkgs, so built only on request: from the releases whose nvcc supports {}.",
                       real_architecture(row.capability));
}

/// Only what differs from the defaults.
Set sparse_row(const CudaRow& row) {
    Set set{{"archName", row.architecture}, {"minCudaMajorMinorVersion", to_string(row.min)}};
    if (row.max) set.push_back({"maxCudaMajorMinorVersion", to_string(*row.max)});
    if (row.dont_default_after)
        set.push_back({"dontDefaultAfterCudaMajorMinorVersion", to_string(*row.dont_default_after)});
    if (*row.jetson) set.push_back({"isJetson", true});
    return set;
}

Set full_row(const CudaRow& row) {
    return {
        {"archName", row.architecture},
        {"cudaCapability", to_string(row.capability)},
        {"isJetson", *row.jetson},
        {"isArchitectureSpecific", row.capability.kind == Capability::Kind::architecture},
        {"isFamilySpecific", row.capability.kind == Capability::Kind::family},
        {"minCudaMajorMinorVersion", to_string(row.min)},
        {"maxCudaMajorMinorVersion", version_value(row.max)},
        {"dontDefaultAfterCudaMajorMinorVersion", version_value(row.dont_default_after)},
    };
}

template <class RowSet>
Set rows_set(std::span<const CudaRow> rows, RowSet row_set) {
    Set set;
    for (const CudaRow& row : rows) set.push_back({to_string(row.capability), row_set(row), comment_of(row)});
    return set;
}

}  // namespace

File cuda_file(std::span<const CudaRow> rows, bool plain) {
    const auto table = [](Value all) { return Set{{"cudaCapabilityToInfo", std::move(all), std::string(doc), true}}; };
    File file{.comment = "Written by `cudastdenv nix cuda`.", .value = table(rows_set(rows, full_row))};
    if (plain) return file;
    // The rows by way of a function with named arguments: it supplies the defaults, so that a row says only what is
    // particular to it, and Nix refuses an attribute that it does not name.
    file.head = code_of(programs::cuda, "\n{ }\n");
    file.plain = std::move(file.value);
    file.value = table(NixCode{"lib.mapAttrs complete " + written(rows_set(rows, sparse_row), 0, true)});
    return file;
}

namespace {

std::vector<Version> releases_that_build(const Tables& tables, const CapabilityRow& row, Policy policy) {
    const VersionRange nixpkgs{row.nixpkgs->min, row.nixpkgs->max};
    Request alone;
    alone.capabilities = std::span(&row.capability, 1);
    if (row.jetson) alone.system = jetson_system;
    std::vector<Version> releases;
    for (const Release* release : newest_patches(tables)) {
        alone.cuda = release->version;
        const bool listed = policy != Policy::nixpkgs || nixpkgs.contains(release->version);
        if (listed && check_capabilities(tables, alone).empty()) releases.push_back(minor_of(release->version));
    }
    return releases;
}

/// The package sets of a channel.
struct Channel {
    Version own;                                  ///< of `cudaPackages`; two numbers
    std::vector<const PackageSetRow*> versioned;  ///< `cudaPackages_12_8` and the like, oldest first
};

Channel channel_of(const Tables& tables, std::string_view id) {
    Channel channel;
    for (const PackageSetRow& row : tables.package_sets) {
        if (row.channel != id) continue;
        if (row.attribute == "cudaPackages") channel.own = minor_of(row.release);
        if (row.attribute == package_set_name(row.release)) channel.versioned.push_back(&row);
    }
    std::ranges::sort(channel.versioned, {}, [](const PackageSetRow* row) { return row->release; });
    return channel;
}

/// Through `pkgs` of a package set, its own CUDA is the default one.
std::string use_of(const Variant& variant, const Channel& channel, const PackageSetRow& set) {
    const std::string name = "pkgsForCudaArch." + real_architecture(variant.capability);
    return minor_of(set.release) == channel.own ? name : fmt::format("{}.{}.pkgs", name, set.attribute);
}

/// What to build in each of the sets: nixpkgs' own program that is compiled by nvcc, and computes something.
List paths_in(std::string_view variant, std::span<const std::string_view> sets) {
    List paths;
    for (const std::string_view set : sets) paths.emplace_back(fmt::format("{}.{}.saxpy", variant, set));
    return paths;
}

}  // namespace

std::vector<Variant> variants(const Tables& tables, Policy policy, std::string_view channel,
                              std::optional<Version> preferred) {
    const Channel sets = channel_of(tables, channel);
    const Version wanted = preferred.value_or(sets.own);
    std::vector<Variant> all;
    for (const CapabilityRow& row : tables.capabilities) {
        if (!row.nixpkgs) continue;
        Variant variant{row.capability, releases_that_build(tables, row, policy)};
        // The set of the wanted release; else the oldest newer one, else the newest older one.
        const PackageSetRow* chosen = nullptr;
        for (const PackageSetRow* set : sets.versioned) {
            if (!contains(variant.releases, minor_of(set->release))) continue;
            variant.sets.push_back(set->attribute);
            if (!chosen || minor_of(chosen->release) < wanted) chosen = set;
        }
        if (chosen) variant.use = use_of(variant, sets, *chosen);
        all.push_back(std::move(variant));
    }
    return all;
}

File variants_file(const Tables& tables, std::span<const Variant> variants, std::string_view channel) {
    Set configs;
    Set useful;
    Set use;
    Set build;
    std::vector<std::string_view> all_sets;
    for (const PackageSetRow* set : channel_of(tables, channel).versioned) all_sets.push_back(set->attribute);
    build.push_back({"pkgsCuda", paths_in("pkgsCuda", all_sets)});
    for (const Variant& variant : variants) {
        const std::string name = real_architecture(variant.capability);
        configs.push_back({name, Set{{"cudaCapabilities", List{to_string(variant.capability)}},
                                     {"cudaForwardCompat", false},
                                     {"cudaSupport", true},
                                     {"rocmSupport", false}}});
        useful.push_back({name, List(variant.sets.begin(), variant.sets.end())});
        use.push_back({name, variant.use.empty() ? Value() : Value(variant.use)});
        build.push_back({name, paths_in("pkgsForCudaArch." + name, variant.sets)});
    }
    return {.comment = fmt::format("Written by `cudastdenv nix variants` for {}.", channel),
            .value = Set{{"pkgsCuda", Set{{"cudaSupport", true}, {"rocmSupport", false}},
                          "The config of nixpkgs' variant with CUDA."},
                         {"pkgsForCudaArch", configs, "The config of each variant of nixpkgs for one capability."},
                         {"usefulFor", useful, "The channel's package sets that can build each variant at all."},
                         {"use", use, "Where the packages of each variant are, built by a set that can."},
                         {"build", build, "What to build to try each variant with each of these sets."}}};
}

namespace {

constexpr std::string_view checks_comment =
    "Written by `cudastdenv nix checks`.\n"
    "A derivation for each CUDA release and host compiler that nixpkgs has. It compiles and links a small program\n"
    "with that compiler and the standard environment's libstdc++, and checks the symbol versions that it needs.\n"
    "Building runs the parts that need no GPU. `passthru.tests.cuda.saxpy` of each runs all of it on a builder with\n"
    "the feature `cuda`. `passthru.testers.cuda.saxpy` is the program for a machine outside the sandbox.";

/// Whether a release works with a compiler, linked with the libstdc++ of the request's stdenv.
bool works_with(const Tables& tables, Request request, Compiler compiler) {
    // nixpkgs has a Clang as a standard environment of its own, with the libstdc++ of the usual one.
    if (compiler.family == Compiler::Family::clang) request.stdenv.compiler = compiler;
    else if (request.stdenv.compiler.family == Compiler::Family::clang)
        request.stdenv.compiler = {Compiler::Family::gcc, request.stdenv.libstdcxx};
    return works(resolve(tables, request), compiler);
}

}  // namespace

CheckedRelease checked_release(const Tables& tables, const Request& request) {
    CheckedRelease checked{minor_of(request.cuda), {request.available.begin(), request.available.end()}};
    checked.compilers.push_back(request.stdenv.compiler);
    sort_unique(checked.compilers);
    std::erase_if(checked.compilers, [&](Compiler compiler) { return !works_with(tables, request, compiler); });
    return checked;
}

File checks_file(std::span<const CheckedRelease> releases) {
    Set table;
    Set plain;
    for (const CheckedRelease& checked : releases) {
        const std::string release = to_string(checked.release);
        List gccs, clangs;
        for (const Compiler compiler : checked.compilers) {
            const std::string major = std::to_string(compiler.major);
            (compiler.family == Compiler::Family::gcc ? gccs : clangs).emplace_back(major);
            plain.push_back(
                {fmt::format("{}-{}{}", package_set_name(checked.release), to_string(compiler.family), major),
                 Set{{"cudaRelease", release}, {"hostCompiler", to_string(compiler)}}});
        }
        table.push_back({release, Set{{"gcc", gccs}, {"clang", clangs}}});
    }
    const NixCode code = filled(code_of(programs::checks, "\n"), "releases", "{ }", table);
    return {.comment = std::string(checks_comment), .value = code, .plain = plain};
}

}  // namespace cudastdenv::nix
