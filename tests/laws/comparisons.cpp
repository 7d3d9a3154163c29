// SPDX-License-Identifier: MIT
#include "laws/comparisons.hpp"

#include "core/format.hpp"
#include "messages/diagnostics.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/resolve.hpp"
#include "source_directory.hpp"
#include "unit/query.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <set>

namespace cudastdenv::oracle {

using nlohmann::ordered_json;

ordered_json recorded(const std::string& file) {
    std::ifstream stream(source_directory() / "tests/oracle" / file);
    REQUIRE_MESSAGE(stream, file);
    return ordered_json::parse(stream);
}

namespace {

ordered_json load(const std::string& file) {
    ordered_json root = recorded(file);
    CHECK(root.at("source").get<std::string>().size() > 50);
    return root;
}

/// CUDA 12.7 is in nixpkgs' tables but was never released, so there is no release to query.
bool was_never_released(std::string_view cuda) { return cuda == "12.7"; }

/// nixpkgs has two numbers of a release; the library answers for the newest patch.
Version release_of(std::string_view cuda) {
    const Release* release = find_release(builtin_tables(), parse_version(cuda).value());
    REQUIRE_MESSAGE(release, std::string(cuda));
    return release->version;
}

template <class Values>
std::string listed(const Values& values) {
    const std::string text = joined(values, " ");
    return text.empty() ? "none" : text;
}

std::string listed(const ordered_json& list) { return listed(list.get<std::vector<std::string>>()); }

std::string text_of(bool truth) { return truth ? "true" : "false"; }

/// A request with the storage that it points to.
struct Subject {
    Request request;
    std::string system;
    std::vector<Compiler> available;
    std::vector<Capability> capabilities;

    Subject(Mode mode, std::string_view cuda, std::string nix_system) : system(std::move(nix_system)) {
        request.cuda = release_of(cuda);
        request.system = system;
        request.nixpkgs_exact = mode == Mode::nixpkgs_exact;
        use_stdenv("gcc-13.4.0");
    }
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;

    /// A GCC has its own libstdc++. nixpkgs states nothing about a Clang's, so it gets that of the assumed environment.
    void use_stdenv(std::string_view compiler) {
        const Tables tables = builtin_tables();
        Stdenv& stdenv = request.stdenv;
        stdenv.compiler = parse_compiler(compiler).value();
        const bool is_gcc = stdenv.compiler.family == Compiler::Family::gcc;
        stdenv.libstdcxx = is_gcc ? stdenv.compiler.major
                                  : find_environment(tables, tables.assumed_environment)->libstdcxx;
    }
    void use_available(const ordered_json& names) {
        for (const std::string name : names) available.push_back(parse_compiler(name).value());
        request.available = available;
    }
    void use_capabilities(const ordered_json& names) {
        if (names.is_null()) return;
        for (const std::string name : names) capabilities.push_back(parse_capability(name).value());
        request.capabilities = capabilities;
    }

    Resolution answer() const { return resolve(builtin_tables(), request); }
};

/// Collects differences.
class Comparison {
public:
    void compare(const std::string& row, const std::string& nixpkgs, const std::string& ours,
                 const std::string& remark = "") {
        ++found_.compared;
        if (nixpkgs != ours)
            found_.differences.push_back(row + ": nixpkgs " + nixpkgs + ", ours " + ours +
                                         (remark.empty() ? "" : " (" + remark + ")"));
    }
    Found take() { return std::move(found_); }

private:
    Found found_;
};

/// Why the library rejects nixpkgs' choice: `gcc-14 newer-libstdcxx`.
std::string why_not(const Resolution& resolution, const std::optional<Compiler>& nixpkgs) {
    if (!nixpkgs || nixpkgs == chosen(resolution)) return "";
    const auto found = std::ranges::find(resolution.rejected, *nixpkgs, &Rejection::compiler);
    if (found == resolution.rejected.end()) return to_string(*nixpkgs) + " no candidate";
    return to_string(*nixpkgs) + " " + std::string(messages::code_of(found->reason));
}

/// `stdenv`, another compiler, or none.
std::string choice(const Resolution& resolution) {
    if (!resolution.host) return "none";
    return resolution.host->uses_stdenv ? "stdenv" : to_string(resolution.host->compiler);
}

void compare_choice(Comparison& comparison, const std::string& row, const ordered_json& nixpkgs, const Subject& subject,
                    const Resolution& resolution) {
    const std::string expected = nixpkgs.is_null() ? "none" : nixpkgs.get<std::string>();
    std::optional<Compiler> theirs = parse_compiler(expected);
    if (expected == "stdenv") theirs = subject.request.stdenv.compiler;
    comparison.compare(row, expected, choice(resolution), why_not(resolution, theirs));
}

/// Compares each flag separately, so that a difference is one line. Consequences of the list and the PTX are compared
/// only if these agree, so that one cause is not six lines.
void compare_all_flags(Comparison& comparison, const std::string& row, const ordered_json& expected,
                       const Flags& found) {
    const auto ptx_of = [](const std::vector<std::string>& arches) {
        const bool any = !arches.empty() && arches.back().starts_with("compute_");
        return any ? arches.back() : std::string("none");
    };
    const auto expected_arches = expected.at("arches").get<std::vector<std::string>>();
    const std::string expected_list = listed(expected.at("cudaCapabilities"));
    comparison.compare(row + " list", expected_list, listed(found.cuda_capabilities));
    comparison.compare(row + " PTX", ptx_of(expected_arches), ptx_of(found.arches));
    comparison.compare(row + " archNames", listed(expected.at("archNames")), listed(found.arch_names));
    if (expected.contains("cudaForwardCompat"))
        comparison.compare(row + " cudaForwardCompat", text_of(expected.at("cudaForwardCompat")),
                           text_of(found.cuda_forward_compat));
    if (expected.contains("isJetsonBuild"))
        comparison.compare(row + " isJetsonBuild", text_of(expected.at("isJetsonBuild")),
                           text_of(found.is_jetson_build));
    if (expected_list != listed(found.cuda_capabilities)) return;
    comparison.compare(row + " realArches", listed(expected.at("realArches")), listed(found.real_arches));
    comparison.compare(row + " virtualArches", listed(expected.at("virtualArches")), listed(found.virtual_arches));
    comparison.compare(row + " cmakeCudaArchitecturesString", expected.at("cmakeCudaArchitecturesString"),
                       found.cmake_cuda_architectures_string);
    if (ptx_of(expected_arches) != ptx_of(found.arches)) return;
    comparison.compare(row + " arches", listed(expected_arches), listed(found.arches));
    comparison.compare(row + " gencode", listed(expected.at("gencode")), listed(found.gencode));
    comparison.compare(row + " gencodeString", expected.at("gencodeString"), found.gencode_string);
}

Flags flags_of(const Subject& subject, const Resolution& resolution) {
    return make_flags(builtin_tables(), subject.request, resolution);
}

/// One recorded choice, for one patch release, one standard and one C library.
void compare_host_compiler(Comparison& comparison, Mode mode, const ordered_json& root, const ordered_json& row,
                           Version release, std::optional<CxxStandard> standard, const std::optional<Version>& glibc) {
    const std::string stdenv = row.at(2);
    const std::string set = row.at(3);
    Subject subject(mode, to_string(release), row.at(1));
    subject.use_stdenv(stdenv);
    subject.use_available(root.at("available").at(set));
    subject.request.standard = standard;
    subject.request.stdenv.glibc = glibc;
    const Resolution resolution = subject.answer();
    std::string name = to_string(release) + " " + subject.system + " " + stdenv + " of " + set;
    if (standard && *standard != CxxStandard::cxx17) name += " " + std::string(to_string(*standard));
    if (glibc) name += " glibc " + to_string(*glibc);
    compare_choice(comparison, name, row.at(4), subject, resolution);
    CHECK(pick_host_compiler(builtin_tables(), subject.request) == chosen(resolution));
}

}  // namespace

Found compare_capabilities(Mode mode) {
    Comparison comparison;
    const ordered_json root = load("capabilities.json");
    for (const auto& [cuda, lists] : root.at("releases").items()) {
        if (was_never_released(cuda)) continue;
        const Resolution resolution = Subject(mode, cuda, "x86_64-linux").answer();
        comparison.compare(cuda + " supported", listed(lists.at("supported")), listed(resolution.supported));
        comparison.compare(cuda + " default", listed(lists.at("default")), listed(resolution.defaults));
    }
    return comparison.take();
}

Found compare_formats(Mode mode) {
    Comparison comparison;
    const ordered_json root = load("formats.json");
    for (const ordered_json& row : root.at("rows")) {
        const ordered_json& release = row.at("release");
        if (!release.is_null() && was_never_released(release.get<std::string>())) continue;
        // In nixpkgs' function, a list has no release, and its format does not depend on one.
        Subject subject(mode, release.is_null() ? "13.2" : release.get<std::string>(), "x86_64-linux");
        subject.use_capabilities(row.at("capabilities"));
        subject.request.forward_compat = row.at("forwardCompat");
        const Resolution resolution = subject.answer();
        const std::string name = (release.is_null() ? listed(row.at("capabilities")) : release.get<std::string>()) +
                                 (subject.request.forward_compat ? "" : " without PTX");
        if (!row.at("capabilities").is_null() && row.at("capabilities").empty()) {
            // Nix cannot get the last element of an empty list, and without PTX builds for nothing. In the library, as
            // in nixpkgs' own configuration, an empty list means the default list.
            CHECK(row.contains("error") == subject.request.forward_compat);
            CHECK(resolution.resolved == resolution.defaults);
            continue;
        }
        compare_all_flags(comparison, name, row.at("flags"), flags_of(subject, resolution));
    }
    return comparison.take();
}

Found compare_flags(Mode mode) {
    Comparison comparison;
    const ordered_json root = load("flags.json");
    for (const ordered_json& row : root.at("rows")) {
        const std::string cuda = row.at("cuda");
        Subject subject(mode, cuda, row.at("system"));
        subject.use_stdenv(row.at("stdenv").get<std::string>());
        subject.use_capabilities(row.at("capabilities"));
        subject.request.forward_compat = row.at("forwardCompat");
        const std::string list = row.at("capabilities").is_null() ? "default" : listed(row.at("capabilities"));
        compare_all_flags(comparison, cuda + " " + subject.system + " " + list, row.at("flags"),
                          flags_of(subject, subject.answer()));
    }
    return comparison.take();
}

Found compare_host_compilers(Mode mode) {
    Comparison comparison;
    const ordered_json root = load("host_compilers.json");
    for (const ordered_json& row : root.at("rows")) {
        const Version minor = parse_version(row.at(0).get<std::string>()).value();
        // nixpkgs has two numbers of a release, and neither C++ standards nor the C library. So its answer is the same
        // for every patch release and every environment.
        bool is_first_patch = true;
        for (const Release& release : builtin_tables().releases) {
            if (!may_be_same(release.version, minor)) continue;
            compare_host_compiler(comparison, mode, root, row, release.version, std::nullopt, std::nullopt);
            const CxxStandard standard = std::min(CxxStandard::cxx20,
                                                  release.newest_standard.value_or(CxxStandard::cxx20));
            if (is_first_patch)
                compare_host_compiler(comparison, mode, root, row, release.version, standard, "2.42"_version);
            is_first_patch = false;
        }
    }
    return comparison.take();
}

Found compare_redist_systems(Mode mode) {
    Comparison comparison;
    const ordered_json root = load("redist_systems.json");
    for (const ordered_json& row : root.at("rows")) {
        const std::string cuda = row.at(1);
        if (was_never_released(cuda)) continue;
        Subject subject(mode, cuda, row.at(0));
        subject.use_capabilities(row.at(2));
        comparison.compare(cuda + " " + subject.system + " " + listed(row.at(2)), row.at(3),
                           std::string(subject.answer().redist));
    }
    for (const auto& [redist, systems] : root.at("nixSystems").items()) {
        // Names of files for several systems, and of source archives, are not platforms.
        if (redist == "linux-all" || redist == "source") continue;
        std::set<std::string> found;
        for (const RedistSystemRow& system : builtin_tables().redist_systems)
            if (system.nixpkgs && system.redist == redist) found.insert(std::string(system.nix));
        comparison.compare(redist, listed(systems), listed(found));
    }
    return comparison.take();
}

namespace {

/// A problem of capabilities in nixpkgs: `too new` with the capabilities that it names.
struct Complaint {
    std::string_view words;
    std::vector<Capability> capabilities;
};

/// The first list in the line: `... too new for CUDA 12.6: ["10.0","12.0"]`.
std::vector<Capability> listed(std::string_view line) {
    const std::size_t begin = line.find('[');
    const ordered_json names = ordered_json::parse(line.substr(begin, line.find(']', begin) + 1 - begin));
    std::vector<Capability> capabilities;
    for (const std::string name : names) capabilities.push_back(parse_capability(name).value());
    return capabilities;
}

/// Parses nixpkgs' failed assertions. An unknown assertion is a failure.
std::vector<Complaint> read_assertions(std::string_view error) {
    static constexpr std::array<std::string_view, 5> known{"which are too new for", "which are too old for",
                                                           "require hostPlatform",
                                                           "cannot be specified with other capabilities",
                                                           "require computed NVIDIA hostRedistSystem"};
    std::vector<Complaint> complaints;
    for (std::size_t at = error.find("\n- "); at != error.npos; at = error.find("\n- ", at + 1)) {
        const std::string_view line = error.substr(at + 3, error.find('\n', at + 1) - at - 3);
        const auto words = std::ranges::find_if(known, [&](std::string_view w) { return line.find(w) != line.npos; });
        REQUIRE_MESSAGE(words != known.end(), std::string(line));
        complaints.push_back({*words, listed(line)});
    }
    return complaints;
}

/// Our problem in nixpkgs' words, with its capability first.
std::pair<std::string_view, std::vector<Capability>> in_their_words(const Diagnostic& problem) {
    const auto about = [&](std::string_view name) { return parse_capability(argument_of(problem, name)).value(); };
    if (problem.id == "slot-conflict") return {"slot conflict", {about("specific")}};
    if (problem.id == "jetson-mixed")
        return {"cannot be specified with other capabilities", {about("capability"), about("other")}};
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> words{
        {{"capability-too-new", "which are too new for"},
         {"capability-not-yet-renamed", "which are too new for"},
         {"capability-too-old", "which are too old for"},
         {"capability-renamed", "which are too old for"},
         {"jetson-needs-arm", "require hostPlatform"},
         {"unknown-capability", "missing"},
         {"excepted-gpu", "excepted"},
         {"jetpack-lacks-release", "excepted"}}};
    const auto found = std::ranges::find(words, problem.id, &std::pair<std::string_view, std::string_view>::first);
    REQUIRE(found != words.end());
    return {found->second, {about("capability")}};
}

/// Each of their complaints matches one of our problems, and the reverse.
bool says_the_same(const std::vector<Complaint>& theirs, const std::vector<Diagnostic>& ours) {
    const auto is_reported_by_us = [&](std::string_view words, Capability capability) {
        return std::ranges::any_of(ours, [&](const Diagnostic& problem) {
            const auto [our_words, about] = in_their_words(problem);
            if (our_words == words) return about.front() == capability;
            // A Jetson on another system is reported once. The different platform follows from it, and from a list that
            // mixes platforms.
            const bool is_jetson_problem = our_words.starts_with("require host") || our_words.starts_with("cannot be");
            const bool follows = words.starts_with("require computed") ||
                                 (words.starts_with("cannot be") && our_words.starts_with("require host"));
            return is_jetson_problem && follows && std::ranges::count(about, capability) > 0;
        });
    };
    const auto said_by_them = [&](const Diagnostic& problem) {
        const auto [words, about] = in_their_words(problem);
        return std::ranges::any_of(theirs, [&, &our_words = words, &capabilities = about](const Complaint& complaint) {
            return complaint.words == our_words && std::ranges::count(complaint.capabilities, capabilities.front()) > 0;
        });
    };
    for (const Complaint& complaint : theirs)
        for (const Capability capability : complaint.capabilities)
            if (!is_reported_by_us(complaint.words, capability)) return false;
    return std::ranges::all_of(ours, said_by_them);
}

std::string described(const std::vector<Diagnostic>& problems) {
    std::string text;
    for (const Diagnostic& problem : problems) {
        const auto [words, about] = in_their_words(problem);
        text += (text.empty() ? "" : "; ") + listed(about) + " " + std::string(words);
    }
    return text.empty() ? "accepted" : text;
}

std::string described(const std::vector<Complaint>& complaints) {
    std::string text;
    for (const Complaint& complaint : complaints)
        text += (text.empty() ? "" : "; ") + listed(complaint.capabilities) + " " + std::string(complaint.words);
    return text;
}

std::vector<Capability> of_kind(const std::vector<Capability>& capabilities, Capability::Kind kind) {
    std::vector<Capability> some;
    std::ranges::copy_if(capabilities, std::back_inserter(some), [&](Capability c) { return c.kind == kind; });
    return some;
}

std::vector<Capability> of_jetsons(const std::vector<Capability>& capabilities) {
    std::vector<Capability> some;
    std::ranges::copy_if(capabilities, std::back_inserter(some),
                         [&](Capability c) { return find_capability(builtin_tables(), c)->jetson; });
    return some;
}

void compare_passthru(Comparison& comparison, const std::string& row, const ordered_json& expected,
                      const Subject& subject, const Resolution& resolution) {
    const auto architecture = of_kind(resolution.resolved, Capability::Kind::architecture);
    const auto family = of_kind(resolution.resolved, Capability::Kind::family);
    const auto jetsons = of_jetsons(resolution.resolved);
    std::map<std::string, std::string> ours{
        {"cudaCapabilities", listed(resolution.resolved)},
        {"cudaForwardCompat", text_of(subject.request.forward_compat)},
        {"defaultCudaCapabilities", listed(resolution.defaults)},
        {"supportedCudaCapabilities", listed(resolution.supported)},
        {"hasArchitectureSpecificCudaCapability", text_of(!architecture.empty())},
        {"hasFamilySpecificCudaCapability", text_of(!family.empty())},
        {"hasJetsonCudaCapability", text_of(resolution.jetson)},
        {"requestedArchitectureSpecificCudaCapabilities", listed(architecture)},
        {"requestedFamilySpecificCudaCapabilities", listed(family)},
        {"requestedJetsonCudaCapabilities", listed(jetsons)},
        {"hostNixSystem", subject.system},
        {"hostRedistSystem", std::string(resolution.redist)},
        {"nvccHostCCMatchesStdenvCC", text_of(resolution.host && resolution.host->uses_stdenv)},
    };
    CHECK(resolution.jetson == !jetsons.empty());
    CHECK(ours.size() == expected.size());
    for (const auto& [attribute, value] : expected.items()) {
        const std::string theirs = value.is_array()     ? listed(value)
                                   : value.is_boolean() ? text_of(value.get<bool>())
                                                        : value.get<std::string>();
        comparison.compare(row + " " + attribute, theirs, ours.at(attribute));
    }
}

/// An error of Nix that is not a failed assertion, and our equivalent. True if it was one of these.
bool compare_evaluation_error(Comparison& comparison, const std::string& row, const std::string& error,
                              const Subject& subject) {
    const std::string missing = "attribute '";
    if (error.starts_with(missing)) {
        const auto problems = check_capabilities(builtin_tables(), subject.request);
        const auto capability = parse_capability(error.substr(missing.size(), error.rfind('\'') - missing.size()));
        const bool unknown = std::ranges::any_of(problems, [&](const Diagnostic& problem) {
            return problem.id == "unknown-capability" &&
                   parse_capability(argument_of(problem, "capability")) == capability;
        });
        comparison.compare(row, "unknown", unknown ? "unknown" : described(problems));
        return true;
    }
    if (error.find("no supported host compiler found") == error.npos) return false;
    const Request& request = subject.request;
    const HostCompilerRange range = host_compiler_range(builtin_tables(), request.cuda, request.stdenv.compiler.family,
                                                        request.policy, request.nixpkgs_exact);
    const std::string tried = "(tried " + std::string(to_string(request.stdenv.compiler.family)) + " " +
                              std::to_string(range.min->major) + " to " + std::to_string(range.max.major) + ")";
    comparison.compare(row, error.substr(error.find("(tried")), subject.answer().host ? "found" : tried);
    return true;
}

}  // namespace

Found compare_requests(Mode mode) {
    Comparison comparison;
    const ordered_json root = load("requests.json");
    for (const ordered_json& row : root.at("rows")) {
        const std::string cuda = row.at("cuda");
        const std::string error = row.value("error", "");
        const std::string stdenv = row.at("stdenv");
        if (was_never_released(cuda)) {
            // Here nixpkgs and the library agree, each in its own form.
            CHECK(error == "attribute '12.7' missing");
            CHECK_FALSE(find_release(builtin_tables(), parse_version(cuda).value()));
            continue;
        }
        if (error == "attribute '' missing") {
            CHECK_FALSE(parse_capability(""));
            continue;
        }
        Subject subject(mode, cuda, row.at("system"));
        subject.use_stdenv(stdenv);
        subject.use_available(root.at("available").at(row.at("available").get<std::string>()));
        subject.use_capabilities(row.at("capabilities"));
        subject.request.forward_compat = row.at("forwardCompat");
        const std::string list = row.at("capabilities").is_null() ? "default" : listed(row.at("capabilities"));
        const std::string name = cuda + " " + subject.system + " " + stdenv + " " + list;
        if (compare_evaluation_error(comparison, name, error, subject)) continue;

        const auto problems = check_capabilities(builtin_tables(), subject.request);
        if (!error.empty()) {
            const auto complaints = read_assertions(error);
            REQUIRE_FALSE(complaints.empty());
            const std::string theirs = described(complaints);
            comparison.compare(name, theirs, says_the_same(complaints, problems) ? theirs : described(problems));
            continue;
        }
        comparison.compare(name, "accepted", described(problems));
        const Resolution resolution = subject.answer();
        compare_choice(comparison, name + " host compiler", row.at("chosen"), subject, resolution);
        compare_passthru(comparison, name, row.at("passthru"), subject, resolution);
    }
    return comparison.take();
}

Found compare_tables() {
    Comparison comparison;
    const Tables tables = builtin_tables();
    const ordered_json root = load("tables.json");
    const auto text = [](const ordered_json& value) {
        return value.is_null() ? std::string("none") : value.get<std::string>();
    };
    const auto version = [](const std::optional<Version>& value) { return value ? to_string(*value) : "none"; };

    std::set<std::string> named;
    for (const auto& [name, row] : root.at("capabilities").items()) {
        named.insert(name);
        const CapabilityRow* ours = find_capability(tables, parse_capability(name).value());
        const bool has_row = ours && ours->nixpkgs;
        comparison.compare(name + " is there", "true", text_of(has_row));
        if (!has_row) continue;
        comparison.compare(name + " archName", row.at("archName"), std::string(ours->architecture));
        comparison.compare(name + " isJetson", text_of(row.at("isJetson")), text_of(ours->jetson));
        comparison.compare(name + " min", row.at("minCudaMajorMinorVersion"), to_string(ours->nixpkgs->min));
        comparison.compare(name + " max", text(row.at("maxCudaMajorMinorVersion")), version(ours->nixpkgs->max));
        comparison.compare(name + " default", text(row.at("dontDefaultAfterCudaMajorMinorVersion")),
                           version(ours->nixpkgs->dont_default_after));
    }
    for (const CapabilityRow& row : tables.capabilities)
        comparison.compare(to_string(row.capability) + " row", text_of(named.contains(to_string(row.capability))),
                           text_of(row.nixpkgs.has_value()));

    for (const HostCompilerRow& row : tables.host_compilers) {
        const std::string minor = to_string(Version{row.first.major, row.first.minor});
        const std::string family(to_string(row.family));
        const ordered_json& ranges = root.at("hostCompilers");
        // nixpkgs' nvcc.nix begins with 11.0; earlier rows are from its older files.
        if (row.first < "11.0"_version) continue;
        const std::string theirs = !ranges.contains(minor) ? "none" : listed(ranges.at(minor).at(family));
        const std::string ours = !row.nixpkgs ? "none"
                                              : (row.nixpkgs->min ? std::to_string(*row.nixpkgs->min) : "any") + " " +
                                                    std::to_string(row.nixpkgs->max);
        comparison.compare(minor + " " + family + " from " + to_string(row.first), theirs, ours);
    }
    return comparison.take();
}

std::vector<Group> known_differences(const std::string& topic) {
    std::ifstream stream(source_directory() / "tests/oracle/known-differences" / (topic + ".json"));
    if (!stream) return {};
    const ordered_json root = ordered_json::parse(stream);
    std::vector<Group> groups;
    for (const ordered_json& group : root.at("groups"))
        groups.push_back({group.at("rule"), group.at("reason"), group.at("everyRowSays"),
                          group.at("rows").get<std::vector<std::string>>()});
    return groups;
}

}  // namespace cudastdenv::oracle
