// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include "core/format.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::nix {

namespace {

/// The lines of `text`, each but the first indented by `columns`; empty lines stay empty.
std::string indented(std::string_view text, std::size_t columns) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        result += text[i];
        if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n') result.append(columns, ' ');
    }
    return result;
}

/// Whole lines between brackets.
std::string enclosed(char open, const std::string& lines, char close) {
    return open + indented("\n" + lines, 2) + close;
}

std::string comment_lines(std::string_view comment) {
    std::string text;
    for (const std::string_view part : lines_of(comment)) {
        std::string line(part);
        std::erase(line, '\r');
        text += (line.empty() ? "#" : "# " + line) + '\n';
    }
    return text;
}

std::string written_list(const Json& list) {
    if (list.empty()) return "[ ]";
    // nixpkgs' formatter puts two elements on two lines.
    if (list.size() == 1 && list.front().is_primitive()) return "[ " + written(list.front()) + " ]";
    std::string lines;
    for (const Json& element : list) lines += written(element) + '\n';
    return enclosed('[', lines, ']');
}

// The shortName of nixpkgs' lib.licenses.nvidiaCuda, of each licence in
// pkgs/development/cuda-modules/_cuda/lib/licenses.nix (NixOS/nixpkgs at 0628f2459067), and of OptiX's licence in the
// manual (doc/languages-frameworks/cuda.section.md at 0500b6b25b93).
constexpr std::array<std::string_view, 7> licences{"CUDA EULA",     "NVIDIA Math SDK SLA", "NVidia OptiX EULA",
                                                   "TensorRT EULA", "cuDNN EULA",          "cuSPARSELt EULA",
                                                   "cuTENSOR EULA"};
static_assert(std::is_sorted(licences.begin(), licences.end()));

/// The code of an embedded program between its licence line and `end`.
std::string_view code_of(std::string_view program, std::string_view end) {
    const std::size_t begin = program.find('\n') + 1;
    return program.substr(begin, program.rfind(end) - begin);
}

/// The code with a value instead of an empty one, `releases = { }`.
std::string filled(std::string_view code, std::string_view name, std::string_view empty, const Json& value) {
    const std::string place = fmt::format("{} = {}", name, empty);
    std::string text(code);
    return text.replace(text.find(place), place.size(), fmt::format("{} = {}", name, indented(written(value), 2)));
}

/// The source of the bounds: NVIDIA's guide if it has the same maximum as the view, otherwise the view's own sources.
/// The first one with a URL, otherwise the title of the view's first: a package has no URL.
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

/// The view of a row unless it is nixpkgs' own, then its source.
std::string comment_of(const Tables& tables, const NvccRow& row) {
    std::vector<std::string> remarks;
    if (row.gcc.view != Policy::nixpkgs) remarks.push_back(fmt::format("From {}.", origin(row.gcc.view)));
    if (row.clang.view != row.gcc.view) remarks.push_back(fmt::format("Clang: from {}.", origin(row.clang.view)));
    for (const auto& [name, majors] : {std::pair("GCC", row.gcc), std::pair("Clang", row.clang)})
        if (majors.min_from) remarks.push_back(fmt::format("The oldest {} is that of {}.", name, *majors.min_from));
    std::string comment = joined(remarks, " ") + (remarks.empty() ? "" : "\n");
    const std::string_view gcc = source_of(tables, row.release, Compiler::Family::gcc, row.gcc);
    const std::string_view clang = source_of(tables, row.release, Compiler::Family::clang, row.clang);
    comment += gcc.empty() ? clang : gcc;
    if (!clang.empty() && !gcc.empty() && clang != gcc) comment += fmt::format("\n{}", clang);
    return comment;
}

Json majors_value(const NvccMajors& majors) {
    return {{"maxMajorVersion", std::to_string(majors.max)}, {"minMajorVersion", std::to_string(majors.min)}};
}

constexpr std::string_view doc = "The CUDA capabilities. Both version bounds are included; `null` is no "
                                 "bound.\n`dontDefaultAfterCudaMajorMinorVersion` is the last release that builds the "
                                 "capability by default;\ncapabilities of Jetsons, architecture-specific and "
                                 "family-specific ones are always built only on request.";

std::string comment_of(const CudaRow& row) {
    if (row.in_nixpkgs) return "";
    return fmt::format("Not in nixpkgs, so built only on request: from the releases whose nvcc supports {}.",
                       real_architecture(row.capability));
}

/// Only the values that differ from the defaults.
Json sparse_row(const CudaRow& row) {
    Json set{{"archName", row.architecture}, {"minCudaMajorMinorVersion", to_string(row.min)}};
    if (row.max) set["maxCudaMajorMinorVersion"] = to_string(*row.max);
    if (row.dont_default_after) set["dontDefaultAfterCudaMajorMinorVersion"] = to_string(*row.dont_default_after);
    if (*row.jetson) set["isJetson"] = true;
    return set;
}

Json full_row(const CudaRow& row) {
    return {
        {"archName", row.architecture},
        {"cudaCapability", to_string(row.capability)},
        {"isJetson", *row.jetson},
        {"isArchitectureSpecific", row.capability.kind == Capability::Kind::architecture},
        {"isFamilySpecific", row.capability.kind == Capability::Kind::family},
        {"minCudaMajorMinorVersion", to_string(row.min)},
        {"maxCudaMajorMinorVersion", json_of(row.max)},
        {"dontDefaultAfterCudaMajorMinorVersion", json_of(row.dont_default_after)},
    };
}

std::vector<Version> releases_that_build(const Tables& tables, const CapabilityRow& row, Policy policy) {
    const VersionRange nixpkgs{row.nixpkgs->min, row.nixpkgs->max};
    Request alone;
    alone.capabilities = std::span(&row.capability, 1);
    if (row.jetson) alone.system = jetson_system;
    std::vector<Version> releases;
    for (const Release* release : newest_patches(tables)) {
        alone.cuda = release->version;
        const bool listed = policy != Policy::nixpkgs || nixpkgs.contains(release->version);
        const std::vector<Diagnostic> problems = check_capabilities(tables, alone);
        // nixpkgs asks for no JetPack.
        if (listed && std::ranges::all_of(problems, is_of_jetpacks)) releases.push_back(minor_of(release->version));
    }
    return releases;
}

/// The package sets of a channel.
struct Channel {
    Version own;                                  ///< of `cudaPackages`; two numbers
    std::vector<const PackageSetRow*> versioned;  ///< `cudaPackages_12_8` and so on, oldest first
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

/// nixpkgs' saxpy in each of the sets: a small program that nvcc compiles.
Json paths_in(std::string_view variant, std::span<const std::string_view> sets) {
    Json paths = Json::array();
    for (const std::string_view set : sets) paths.push_back(fmt::format("{}.{}.saxpy", variant, set));
    return paths;
}

constexpr std::string_view checks_comment =
    "Written by `cudastdenv nix checks`.\n"
    "A derivation for each CUDA release and host compiler that nixpkgs has. It compiles and links a small program\n"
    "with that compiler and the standard environment's libstdc++, and checks the symbol versions that it needs.\n"
    "Building runs the parts that need no GPU. `passthru.tests.cuda.saxpy` of each runs all of it on a builder with\n"
    "the feature `cuda`. `passthru.testers.cuda.saxpy` is the program for a machine outside the sandbox.";

/// Whether a release works with a compiler and the libstdc++ of the request's stdenv.
bool works_with(const Tables& tables, Request request, Compiler compiler) {
    // In nixpkgs a Clang stdenv has the libstdc++ of the default stdenv.
    if (compiler.family == Compiler::Family::clang) request.stdenv.compiler = compiler;
    else if (request.stdenv.compiler.family == Compiler::Family::clang)
        request.stdenv.compiler = {Compiler::Family::gcc, request.stdenv.libstdcxx};
    return works(resolve(tables, request), compiler);
}

}  // namespace

std::vector<Attribute> attributes_of(const Json& object, const std::map<std::string, std::string>& comments) {
    std::vector<Attribute> attributes;
    for (const auto& [name, value] : object.items()) {
        const auto comment = comments.find(name);
        attributes.push_back({name, written(value), comment == comments.end() ? "" : comment->second});
    }
    return attributes;
}

std::string written(const Json& value) {
    if (value.is_object()) return written_set(attributes_of(value));
    if (value.is_array()) return written_list(value);
    if (value.is_string()) return nix::quoted(value.get_ref<const std::string&>());
    // In a list a bare -1 is a subtraction.
    return value.is_number() && value < 0 ? '(' + value.dump() + ')' : value.dump();
}

std::string written_set(std::span<const Attribute> set, bool gaps) {
    if (set.empty()) return "{ }";
    std::string lines;
    for (const Attribute& attribute : set) {
        if (gaps && !lines.empty()) lines += '\n';
        lines += comment_lines(attribute.comment) + attribute_name(attribute.name) + " =";
        // Code of several lines is below its name, unless its first line opens a set or a list.
        const std::string_view first = std::string_view(attribute.code).substr(0, attribute.code.find('\n'));
        const bool is_below = first.size() < attribute.code.size() && !first.empty() && first.back() != '{' &&
                              first.back() != '[';
        lines += is_below ? "\n  " + indented(attribute.code, 2) : ' ' + attribute.code;
        lines += ";\n";
    }
    return enclosed('{', lines, '}');
}

std::string file_text(std::string_view comment, std::string_view head, std::string_view value) {
    return fmt::format("{}{}{}{}\n", comment_lines(comment), head, head.empty() ? "" : "\n", value);
}

File config_file(std::span<const Capability> capabilities, bool forward_compat) {
    Json value{{"cudaSupport", true}};
    if (!capabilities.empty()) value["cudaCapabilities"] = json_of(capabilities);
    value["cudaForwardCompat"] = forward_compat;
    // If the config is a function, nixpkgs calls it with its packages. A licence has the forms of nixpkgs'
    // lib.licenses: one, a list (all apply), and since 26.05 the results of AND, OR, WITH and PLUS
    // (lib/licenses/operators.nix at 0a2c8a5824f4).
    const std::string_view code = code_of(programs::config, "\n");
    const std::size_t predicate = code.find("\nlet\n");
    std::vector<Attribute> set = attributes_of(value);
    set.push_back({"allowUnfreePredicate", filled(code.substr(predicate + 1), "licensesOfNvidia", "[ ]", licences),
                   "Packages whose licences are free or NVIDIA's."});
    return {file_text("Written by `cudastdenv nix config`: nixpkgs' `config`, or NixOS' `nixpkgs.config`.",
                      code.substr(0, predicate), written_set(set)),
            value};
}

Json passthru_set(const Tables& tables, const Request& request, const Resolution& resolution) {
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
        {"supportedCudaCapabilities", json_of(resolution.supported)},
        {"defaultCudaCapabilities", json_of(resolution.defaults)},
        {"requestedArchitectureSpecificCudaCapabilities", architecture_specific},
        {"requestedFamilySpecificCudaCapabilities", family_specific},
        {"requestedJetsonCudaCapabilities", jetson},
        {"hasArchitectureSpecificCudaCapability", !architecture_specific.empty()},
        {"hasFamilySpecificCudaCapability", !family_specific.empty()},
        {"hasJetsonCudaCapability", !jetson.empty()},
        {"hostNixSystem", request.system},
        {"hostRedistSystem", resolution.redist},
        {"nvccHostCCMatchesStdenvCC", resolution.host && resolution.host->uses_stdenv},
        {"hostCompiler", resolution.host ? Json(to_string(resolution.host->compiler)) : Json()},
    };
}

File nvcc_file(const Tables& tables, std::span<const NvccRow> rows, bool plain) {
    Json values = Json::object();
    std::map<std::string, std::string> comments;
    for (const NvccRow& row : rows) {
        const std::string release = to_string(row.release);
        values[release] = {{"clang", majors_value(row.clang)}, {"gcc", majors_value(row.gcc)}};
        comments[release] = comment_of(tables, row);
    }
    // Each row is passed to a function with named arguments, so that Nix reports unexpected and missing attributes. The
    // function returns the row itself, so that Nix knows the places of its attributes.
    std::vector<Attribute> written_rows = attributes_of(values, comments);
    for (Attribute& row : written_rows)
        if (!plain) row.code = "checked " + row.code;
    const Attribute table{"nvccCompatibilities", written_set(written_rows, true),
                          "The major versions of GCC and Clang that work with each CUDA release, both ends included."};
    return {file_text("Written by `cudastdenv nix nvcc`.", plain ? "" : code_of(programs::nvcc, "\n{ }\n"),
                      written_set({&table, 1})),
            {{table.name, values}}};
}

File cuda_file(std::span<const CudaRow> rows, bool plain) {
    Json full = Json::object(), sparse = Json::object();
    std::map<std::string, std::string> comments;
    for (const CudaRow& row : rows) {
        const std::string capability = to_string(row.capability);
        full[capability] = full_row(row);
        sparse[capability] = sparse_row(row);
        comments[capability] = comment_of(row);
    }
    // The rows are passed to a function with named arguments. It supplies the defaults, and Nix rejects an attribute
    // that it does not name.
    const Attribute table{"cudaCapabilityToInfo",
                          (plain ? "" : "lib.mapAttrs complete ") +
                              written_set(attributes_of(plain ? full : sparse, comments), true),
                          std::string(doc)};
    return {file_text("Written by `cudastdenv nix cuda`.", plain ? "" : code_of(programs::cuda, "\n{ }\n"),
                      written_set({&table, 1})),
            {{table.name, full}}};
}

std::vector<Variant> variants(const Tables& tables, Policy policy, std::string_view channel,
                              std::optional<Version> preferred) {
    const Channel sets = channel_of(tables, channel);
    const Version wanted = preferred.value_or(sets.own);
    std::vector<Variant> all;
    for (const CapabilityRow& row : tables.capabilities) {
        if (!row.nixpkgs) continue;
        Variant variant{row.capability, releases_that_build(tables, row, policy)};
        // The set of the wanted release, otherwise the oldest newer one, otherwise the newest older one.
        const PackageSetRow* chosen = nullptr;
        for (const PackageSetRow* set : sets.versioned) {
            if (!contains(variant.releases, minor_of(set->release))) continue;
            variant.sets.push_back(set->attribute);
            if (!chosen || minor_of(chosen->release) < wanted) chosen = set;
        }
        if (chosen) variant.use = "pkgsForCudaArch." + real_architecture(variant.capability);
        // In the `pkgs` of a package set, its own CUDA is the default.
        if (chosen && minor_of(chosen->release) != sets.own) variant.use += fmt::format(".{}.pkgs", chosen->attribute);
        all.push_back(std::move(variant));
    }
    return all;
}

File variants_file(const Tables& tables, std::span<const Variant> variants, std::string_view channel) {
    std::vector<std::string_view> all_sets;
    for (const PackageSetRow* set : channel_of(tables, channel).versioned) all_sets.push_back(set->attribute);
    Json value{{"pkgsCuda", {{"cudaSupport", true}, {"rocmSupport", false}}},
               {"pkgsForCudaArch", Json::object()},
               {"usefulFor", Json::object()},
               {"use", Json::object()},
               {"build", {{"pkgsCuda", paths_in("pkgsCuda", all_sets)}}}};
    for (const Variant& variant : variants) {
        const std::string name = real_architecture(variant.capability);
        value["pkgsForCudaArch"][name] = {{"cudaCapabilities", Json::array({to_string(variant.capability)})},
                                          {"cudaForwardCompat", false},
                                          {"cudaSupport", true},
                                          {"rocmSupport", false}};
        value["usefulFor"][name] = variant.sets;
        value["use"][name] = variant.use.empty() ? Json() : Json(variant.use);
        value["build"][name] = paths_in("pkgsForCudaArch." + name, variant.sets);
    }
    const std::map<std::string, std::string> comments{
        {"pkgsCuda", "The config of nixpkgs' variant with CUDA."},
        {"pkgsForCudaArch", "The config of each variant of nixpkgs for one capability."},
        {"usefulFor", "The channel's package sets that can build each variant at all."},
        {"use", "Where the packages of each variant are, built by a set that can."},
        {"build", "What to build to try each variant with each of these sets."}};
    return {file_text(fmt::format("Written by `cudastdenv nix variants` for {}.", channel), "",
                      written_set(attributes_of(value, comments))),
            value};
}

CheckedRelease checked_release(const Tables& tables, const Request& request) {
    CheckedRelease checked{minor_of(request.cuda), {request.available.begin(), request.available.end()}};
    checked.compilers.push_back(request.stdenv.compiler);
    sort_unique(checked.compilers);
    std::erase_if(checked.compilers, [&](Compiler compiler) { return !works_with(tables, request, compiler); });
    return checked;
}

File checks_file(std::span<const CheckedRelease> releases) {
    Json table = Json::object(), value = Json::object();
    for (const CheckedRelease& checked : releases) {
        const std::string release = to_string(checked.release);
        Json& compilers = table[release] = {{"gcc", Json::array()}, {"clang", Json::array()}};
        for (const Compiler compiler : checked.compilers) {
            const std::string major = std::to_string(compiler.major);
            compilers[std::string(to_string(compiler.family))].push_back(major);
            value[fmt::format("{}-{}{}", package_set_name(checked.release), to_string(compiler.family), major)] = {
                {"cudaRelease", release}, {"hostCompiler", to_string(compiler)}};
        }
    }
    return {file_text(checks_comment, "", filled(code_of(programs::checks, "\n"), "releases", "{ }", table)), value};
}

}  // namespace cudastdenv::nix
