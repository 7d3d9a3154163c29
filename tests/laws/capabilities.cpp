// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "resolve/resolve.hpp"
#include "sweep.hpp"

#include <set>

namespace cudastdenv::laws {

namespace {

using Kind = Capability::Kind;

/// Limits of capabilities have two numbers, so the patch release does not matter.
bool in_minors(Version release, Version first, const std::optional<Version>& last) {
    const std::pair minor(release.major, release.minor);
    return minor >= std::pair(first.major, first.minor) && (!last || minor <= std::pair(last->major, last->minor));
}

const CapabilityRow* row_of(const Tables& tables, Capability capability) {
    for (const CapabilityRow& row : tables.capabilities)
        if (row.capability == capability) return &row;
    return nullptr;
}

bool release_has(const CapabilityRow* row, const Request& request) {
    if (!row) return false;
    if (!request.nixpkgs_exact) return in_minors(request.cuda, row->nvcc.first, row->nvcc.last);
    return row->nixpkgs && in_minors(request.cuda, row->nixpkgs->min, row->nixpkgs->max);
}

/// nixpkgs: with CUDA 13.0 or later, Jetsons with 8.7 or higher are Arm servers; before that, only those with 10.1 or
/// higher.
bool is_jetson_platform(const CapabilityRow& row, Version release) {
    return row.jetson && row.capability < (release.major >= 13 ? "8.7"_cap : "10.1"_cap);
}

/// The Orin is an Arm server with CUDA 13.0 or later. NVIDIA supports it there with 13.2 or later.
bool is_excepted(Capability capability, Version release) {
    return baseline_of(capability) == "8.7"_cap && release.major == 13 && release.minor < 2;
}

/// JetPack 4 has CUDA 10.0 or 10.2, for all but the Orin and Thor. JetPack 5 has 11.4 to 12.2, for the Xavier and the
/// Orin. The Orin has all later ones that NVIDIA ships, and Thor all.
bool is_without_jetpack(Capability capability, Version release) {
    const Capability number = baseline_of(capability);
    const Version minor{release.major, release.minor};
    const bool four = minor == "10.0"_version || minor == "10.2"_version;
    const bool five = minor == "11.4"_version || ("11.8"_version <= minor && minor <= "12.2"_version);
    if (number < "5.3"_cap) return true;
    if (number < "7.2"_cap) return !four;
    if (number < "8.7"_cap) return !four && !five;
    return number == "8.7"_cap && !five && minor < "12.4"_version;
}

/// Whether a list can be built, directly by the rules.
bool can_be_built(const Tables& tables, const Request& request) {
    for (const Capability capability : request.capabilities) {
        const CapabilityRow* row = row_of(tables, capability);
        if (!release_has(row, request)) return false;
        if (row->jetson && request.system != "aarch64-linux") return false;
        if (!request.nixpkgs_exact && is_excepted(capability, request.cuda)) return false;
        if (!request.nixpkgs_exact && row->jetson && is_without_jetpack(capability, request.cuda)) return false;
        for (const Capability other : request.capabilities) {
            const bool same_number = capability.major == other.major && capability.minor == other.minor;
            const bool conflict = capability.kind == Kind::family && other.kind == Kind::baseline;
            if (same_number && conflict && !request.nixpkgs_exact) return false;
            const CapabilityRow* other_row = row_of(tables, other);
            if (other_row && is_jetson_platform(*row, request.cuda) && !is_jetson_platform(*other_row, request.cuda))
                return false;
        }
    }
    return true;
}

std::vector<Capability> known_capabilities(const Tables& tables) {
    std::vector<Capability> all;
    for (const CapabilityRow& row : tables.capabilities) all.push_back(row.capability);
    return all;
}

/// Every release with every system and both modes, for one list.
template <class Visit>
void for_each_place(const Tables& tables, std::span<const Capability> list, const Visit& visit) {
    Request request;
    request.stdenv = {.compiler = "gcc-13"_cc, .libstdcxx = 13, .glibc = std::nullopt, .fixed_advisories = {}};
    request.capabilities = list;
    for (const Release& release : sampled<53>(tables.releases))
        for (const std::string_view system : {"x86_64-linux", "aarch64-linux"})
            for (const bool exact : {false, true}) {
                request.cuda = release.version;
                request.system = system;
                request.nixpkgs_exact = exact;
                visit(request);
            }
}

/// Whether the problem's statement about a single capability agrees with its row.
bool is_true(const Tables& tables, const Request& request, const Diagnostic& problem) {
    const auto row = [&](Capability capability) { return row_of(tables, capability); };
    const auto capability_in = [&](std::string_view name) {
        return parse_capability(argument_of(problem, name)).value_or(Capability{});
    };
    const auto version_in = [&](std::string_view name) { return parse_version(argument_of(problem, name)); };
    const Capability capability = capability_in("capability");
    const CapabilityRow* known = row(capability);
    const bool exact = request.nixpkgs_exact;
    const Version minor{request.cuda.major, request.cuda.minor};
    if (problem.id == "unknown-capability")
        return (!known || (exact && !known->nixpkgs)) && row(capability_in("nearest"));
    if (problem.id == "slot-conflict") {
        const Capability specific = capability_in("specific");
        return specific.kind == Kind::family && capability_in("other") == baseline_of(specific);
    }
    if (!known) return false;
    const bool is_of_nixpkgs = exact && known->nixpkgs;
    const Version first = is_of_nixpkgs ? known->nixpkgs->min : known->nvcc.first;
    const std::optional<Version> last = is_of_nixpkgs ? known->nixpkgs->max : known->nvcc.last;
    if (problem.id == "capability-too-new") return version_in("first") == first && minor < first;
    if (problem.id == "capability-too-old") return last && version_in("last") == last && *last < minor;
    if (problem.id == "capability-renamed")
        return capability_in("now").kind == capability.kind && row(capability_in("now")) &&
               minor >= version_in("since") && last && *last < minor;
    if (problem.id == "capability-not-yet-renamed") {
        const Capability before = capability_in("before");
        return before.kind == capability.kind && row(before)->renamed->to == capability && minor < version_in("since");
    }
    if (problem.id == "jetson-needs-arm") return known->jetson && request.system != "aarch64-linux";
    if (problem.id == "excepted-gpu") return is_excepted(capability, request.cuda);
    if (problem.id == "jetpack-lacks-release") return known->jetson && is_without_jetpack(capability, request.cuda);
    return problem.id == "jetson-mixed" && is_jetson_platform(*known, request.cuda) &&
           !is_jetson_platform(*row(capability_in("other")), request.cuda);
}

void check_list(const Tables& tables, std::span<const Capability> list, Law& accepted, Law& truthful) {
    for_each_place(tables, list, [&](const Request& request) {
        const auto found = check_capabilities(tables, request);
        accepted.expect(found.empty() == can_be_built(tables, request), request);
        for (const Diagnostic& problem : found)
            truthful.expect(is_true(tables, request, problem), request, std::string(problem.id));
    });
}

}  // namespace

TEST_CASE("accepts a list if and only if it can be built") {
    Law accepted("check_capabilities() accepts exactly the lists that can be built");
    Law truthful("each reported problem exists");
    // Every number through 13.9, known or not, alone.
    for (int major = 0; major <= 13; ++major)
        for (int minor = 0; minor <= 9; ++minor)
            for (const Kind kind : {Kind::baseline, Kind::architecture, Kind::family})
                check_list(tables, std::array{Capability{major, minor, kind}}, accepted, truthful);
    // Every ordered pair of known ones, including equal ones.
    const std::vector<Capability> known = known_capabilities(tables);
    for (const Capability left : known)
        for (const Capability right : sampled(known)) check_list(tables, std::array{left, right}, accepted, truthful);
    // Triples of the interesting ones.
    const std::vector<Capability> some =
        capabilities("7.0 7.2 8.7 8.9 9.0a 10.0 10.0a 10.0f 10.1 10.1f 11.0 12.0 12.0f");
    for (const Capability first : some)
        for (const Capability second : some)
            for (const Capability third : some)
                check_list(tables, std::array{first, second, third}, accepted, truthful);
    check_list(tables, {}, accepted, truthful);
}

TEST_CASE("decides some cases without a list") {
    Law subset("default capabilities are supported, sorted baselines without Jetsons");
    Law supported("supported capabilities are the view's, sorted");
    Law built("the default list can be built");
    Law used("an absent list means the default list");
    for (const Policy policy : policies)
        for_each_place(tables, {}, [&](Request request) {
            request.policy = policy;
            const Resolution resolution = resolve(tables, request);
            const auto& defaults = resolution.defaults;
            bool good = std::ranges::is_sorted(defaults) && !defaults.empty();
            for (const Capability capability : defaults)
                good = good && std::ranges::count(resolution.supported, capability) == 1 &&
                       capability.kind == Kind::baseline && !row_of(tables, capability)->jetson;
            subset.expect(good, request);

            std::vector<Capability> expected;
            const bool nixpkgs = policy == Policy::nixpkgs || request.nixpkgs_exact;
            for (const CapabilityRow& row : tables.capabilities)
                if (nixpkgs ? row.nixpkgs && in_minors(request.cuda, row.nixpkgs->min, row.nixpkgs->max)
                            : in_minors(request.cuda, row.nvcc.first, row.nvcc.last))
                    expected.push_back(row.capability);
            supported.expect(resolution.supported == expected && std::ranges::is_sorted(expected), request);
            used.expect(resolution.resolved == defaults, request);

            Request explicitly = request;
            explicitly.capabilities = defaults;
            built.expect(check_capabilities(tables, explicitly).empty(), explicitly);
            explicitly.nixpkgs_exact = false;
            built.expect(check_capabilities(tables, explicitly).empty(), explicitly);
        });
}

namespace {

/// The machine code and the PTX of `-gencode=arch=compute_90,code=sm_90`.
struct Built {
    std::vector<Capability> machine_code;
    std::vector<Capability> ptx;
    bool well_formed = true;
};

Built read_gencode(std::string_view text) {
    Built built;
    while (!text.empty()) {
        std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        constexpr std::string_view arch = "-gencode=arch=compute_";
        const std::size_t comma = word.find(",code=");
        if (!word.starts_with(arch) || comma == word.npos) return {.machine_code = {}, .ptx = {}, .well_formed = false};
        const auto from = parse_capability(word.substr(arch.size(), comma - arch.size()));
        const std::string_view code = word.substr(comma + 6);
        const auto to = parse_capability(code);
        built.well_formed = built.well_formed && from && from == to &&
                            (code.starts_with("sm_") || code.starts_with("compute_"));
        if (!built.well_formed) return built;
        (code.starts_with("sm_") ? built.machine_code : built.ptx).push_back(*to);
    }
    return built;
}

void check_answer(const Tables& tables, const Request& request, Law& lists, Law& ptx, Law& flags_agree) {
    const Resolution resolution = resolve(tables, request);
    const std::vector<Capability> asked(request.capabilities.begin(), request.capabilities.end());
    if (request.nixpkgs_exact) {
        lists.expect(resolution.resolved == asked, request);
        ptx.expect(resolution.ptx == (request.forward_compat ? std::optional(asked.back()) : std::nullopt), request);
    } else {
        const std::set<Capability> unique(asked.begin(), asked.end());
        lists.expect(std::ranges::equal(resolution.resolved, unique), request);
        const bool right = request.forward_compat ? resolution.ptx && resolution.ptx->kind == Kind::baseline &&
                                                        release_has(row_of(tables, *resolution.ptx), request)
                                                  : !resolution.ptx;
        ptx.expect(right, request);
        if (resolution.ptx) {
            // The highest baseline, or the highest number if no baseline exists.
            Capability highest = baseline_of(*unique.rbegin());
            bool some_baseline = false;
            for (const Capability capability : unique)
                if (capability.kind == Kind::baseline) highest = capability, some_baseline = true;
            ptx.expect(*resolution.ptx == highest, request, some_baseline ? "has a baseline" : "has none");
        }
    }

    const Flags flags = make_flags(tables, request, resolution);
    const Built built = read_gencode(flags.gencode_string);
    flags_agree.expect(built.well_formed && built.machine_code == resolution.resolved, request, flags.gencode_string);
    flags_agree.expect(built.ptx.size() == (resolution.ptx ? 1 : 0) &&
                           (built.ptx.empty() || built.ptx[0] == *resolution.ptx),
                       request, flags.gencode_string);
    const std::size_t count = resolution.resolved.size();
    flags_agree.expect(flags.real_arches.size() == count && flags.virtual_arches.size() == count &&
                           flags.cuda_capabilities.size() == count && flags.gencode.size() == flags.arches.size() &&
                           flags.arches.size() == count + (resolution.ptx ? 1 : 0) &&
                           flags.cuda_forward_compat == request.forward_compat,
                       request);
    flags_agree.expect(std::ranges::is_sorted(flags.arch_names) &&
                           std::ranges::adjacent_find(flags.arch_names) == flags.arch_names.end() &&
                           !flags.arch_names.empty(),
                       request);
}

}  // namespace

TEST_CASE("each buildable pair has correct lists and flags") {
    Law lists("a list is sorted and unique, or unchanged with nixpkgs-exact");
    Law ptx("PTX is of the highest baseline, or the last with nixpkgs-exact");
    Law flags_agree("flags contain the resolved list, and gencode reads back");
    const std::vector<Capability> known = known_capabilities(tables);
    for (const Capability left : known)
        for (const Capability right : sampled(known)) {
            const std::array list{left, right};
            for_each_place(tables, list, [&](Request request) {
                const Release* newest = find_release(tables, {request.cuda.major, request.cuda.minor});
                if (newest->version != request.cuda || request.system != "aarch64-linux") return;
                if (!can_be_built(tables, request)) return;
                for (const bool forward : {true, false}) {
                    request.forward_compat = forward;
                    check_answer(tables, request, lists, ptx, flags_agree);
                }
            });
        }
}

}  // namespace cudastdenv::laws
