// SPDX-License-Identifier: MIT
#include "diagnose/log_reader.hpp"

#include "tables/lookup.hpp"
#include "tables/names.hpp"

namespace cudastdenv::diagnose {

namespace {

using Releases = std::vector<const Release*>;
using VersionFact = DiagnoseAnswer::VersionFact;
using CompilerFact = DiagnoseAnswer::CompilerFact;

/// The releases that a toolkit can be of, in the order of the tables.
struct PossibleReleases {
    std::vector<const EarlyRelease*> early;
    Releases releases;

    [[nodiscard]] bool empty() const noexcept { return early.empty() && releases.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return early.size() + releases.size(); }
};

/// The releases whose nvcc supports compilers of the family up to that one.
PossibleReleases releases_with_bound(const Tables& tables, Compiler newest) {
    PossibleReleases found;
    for (const EarlyRelease& release : tables.early_releases)
        if (newest.family == Compiler::Family::gcc && release.newest_gcc == newest.major)
            found.early.push_back(&release);
    for (const Release& release : tables.releases) {
        const HostCompilerRow* row = find_host_compilers(tables, newest.family, release.version);
        if (row && row->enforced && row->enforced->max == newest.major) found.releases.push_back(&release);
    }
    return found;
}

/// The releases of a fact; empty if it names no known release.
PossibleReleases releases_of(const Tables& tables, const SeenFact& fact) {
    constexpr std::array of_toolkit{Fact::cuda, Fact::nvcc, Fact::spoken_cuda, Fact::cuda_required, Fact::nvrtc};
    if (contains(of_toolkit, fact.fact)) {
        const std::optional<Version> version = cuda_version_in(fact.value);
        if (!version) return {};
        // People may mean a capability by `CUDA 7.0`.
        if (const EarlyRelease* early = find_early_release(tables, *version); early && fact.fact != Fact::spoken_cuda)
            return {{early}, {}};
        // `12.4`, `12.4.1` and nvcc's own `12.4.131`.
        Releases exact = releases_with(tables, *version);
        return {{}, exact.empty() ? releases_with(tables, minor_of(*version)) : exact};
    }
    const std::optional<Compiler> newest = newest_taken(fact.fact, fact.value);
    return newest ? releases_with_bound(tables, *newest) : PossibleReleases{};
}

bool is_bound(const SeenFact& fact) noexcept { return fact.fact == Fact::gcc_bound || fact.fact == Fact::clang_bound; }

PossibleReleases common(const PossibleReleases& left, const PossibleReleases& right) {
    PossibleReleases both;
    // Both are in the order of the tables.
    std::ranges::set_intersection(left.early, right.early, std::back_inserter(both.early));
    std::ranges::set_intersection(left.releases, right.releases, std::back_inserter(both.releases));
    return both;
}

/// The toolkit that a tool or a path names, if it is older than all releases in the tables.
std::optional<Version> older_toolkit_in(const Tables& tables, const SeenFact& fact) {
    constexpr Version oldest{5, 0, -1};  // `/cuda-0.13/` is another package
    if (fact.fact != Fact::cuda && fact.fact != Fact::nvcc) return std::nullopt;
    const std::optional<Version> version = cuda_version_in(fact.value);
    const bool is_older = version && !is_before(*version, oldest) &&
                          is_before(*version, minor_of(tables.releases.front().version));
    return is_older ? std::optional(minor_of(*version)) : std::nullopt;
}

/// The order in which facts of one kind count; absent: they are not of the build.
std::optional<int> rank_of(FactRole role) noexcept {
    if (role == FactRole::given) return 0;
    if (role == FactRole::present || role == FactRole::implied) return 1;
    if (role == FactRole::stated) return 2;
    return role == FactRole::quoted ? std::optional(3) : std::nullopt;
}

/// The same for the toolkit. A message about its nvcc is certain, then an nvcc that ran; a path or a name may be
/// another toolkit's. A program requires the release that it was built with.
std::optional<int> rank_of_toolkit(const SeenFact& fact) noexcept {
    constexpr int last = 9;
    if (is_bound(fact)) return 0;
    if (fact.role == FactRole::required && fact.fact != Fact::spoken_cuda) return last;
    const std::optional<int> rank = rank_of(fact.role);
    if (!rank) return std::nullopt;
    if (fact.fact == Fact::spoken_cuda) return std::max(*rank, *rank_of(FactRole::stated)) * 2 + 1;
    return *rank * 2 + (fact.fact == Fact::nvcc ? 0 : 1);
}

void add_releases(const Tables& tables, const std::vector<SeenFact>& all, Knowledge& knowledge) {
    std::vector<SeenFact> facts = all;
    std::erase_if(facts, [](const SeenFact& fact) { return !rank_of_toolkit(fact); });
    std::ranges::stable_sort(facts, {}, [](const SeenFact& fact) { return *rank_of_toolkit(fact); });
    const auto is_certain = [](const SeenFact& fact) {
        return is_bound(fact) || (fact.role == FactRole::present && fact.fact != Fact::spoken_cuda);
    };
    const SeenFact* first = nullptr;
    std::optional<std::size_t> line;
    FactRole role = FactRole::present;
    PossibleReleases possible;
    for (const SeenFact& fact : facts) {
        const PossibleReleases named = releases_of(tables, fact);
        if (named.empty() || (first && !is_certain(fact) && common(possible, named).empty())) continue;
        const PossibleReleases both = first ? common(possible, named) : named;
        if (both.empty()) {
            if (knowledge.contradictions.empty()) knowledge.contradictions.emplace_back(*first, fact);
            continue;
        }
        if (!first || both.size() < possible.size()) {
            possible = both;
            line = fact.line;
            role = fact.role;
        }
        if (!first) first = &fact;
    }
    const Given& given = knowledge.given;
    if (given.release || given.early) {
        const PossibleReleases option = given.early ? PossibleReleases{{given.early}, {}}
                                                    : PossibleReleases{{}, {given.release}};
        knowledge.contradictions.clear();
        if (first && is_bound(*first) && common(releases_of(tables, *first), option).empty())
            knowledge.contradictions.emplace_back(
                *first, SeenFact{Fact::cuda, to_string(given.early ? given.early->version : given.release->version)});
        possible = option;
        line.reset();
        role = FactRole::given;
    }
    knowledge.early = std::move(possible.early);
    knowledge.releases = std::move(possible.releases);
    std::vector<Version> versions;
    for (const EarlyRelease* release : knowledge.early) versions.push_back(release->version);
    for (const Release* release : knowledge.releases) versions.push_back(release->version);
    if (!versions.empty()) knowledge.facts.cuda = {versions.front(), versions.back(), role, line};
    for (const SeenFact& fact : facts)
        if (const std::optional<Version> older = older_toolkit_in(tables, fact); older && !knowledge.facts.cuda)
            knowledge.facts.cuda = {*older, *older, fact.role, fact.line};
}

bool is_of_clang(Fact fact) noexcept { return fact == Fact::clang || fact == Fact::host_clang; }

/// The compiler of a fact; absent if it names no compiler.
std::optional<CompilerFact> host_in(const SeenFact& fact) {
    std::optional<Version> version;
    if (fact.fact == Fact::gnu_version) {
        const std::optional<int> number = whole_number(fact.value);
        if (number && *number >= 10000) version = Version{*number / 10000, *number / 100 % 100, *number % 100};
    } else if (contains(std::array{Fact::gcc, Fact::host_gcc, Fact::spoken_gcc, Fact::clang, Fact::host_clang},
                        fact.fact)) {
        version = parse_version(fact.value);
        const std::optional<int> major = whole_number(leading_version(fact.value));
        if (!version && major) version = Version{*major, -1, -1};
    }
    if (!version || version->major < 4 || version->major > 99) return std::nullopt;
    const auto family = is_of_clang(fact.fact) ? Compiler::Family::clang : Compiler::Family::gcc;
    return CompilerFact{{family, version->major}, version->minor != -1 ? version : std::nullopt, fact.role, fact.line};
}

/// Whether the nvcc of the log supports it.
bool is_supported(const LogReading& reading, Compiler compiler) {
    for (const SeenFact& fact : reading.facts)
        if (const std::optional<Compiler> newest = newest_taken(fact.fact, fact.value))
            return compiler.family != newest->family || compiler.major <= newest->major;
    return false;
}

/// Finds the compiler that the log's message is about. Excludes those within the bound of the message. Prefers nvcc's
/// host compiler, then one with a minor version.
void set_host(const LogReading& reading, const std::vector<SeenFact>& facts, Knowledge& knowledge) {
    constexpr int certain = 4;
    const auto worth = [](const SeenFact& fact, const CompilerFact& host) {
        const bool is_of_nvcc = fact.fact == Fact::host_gcc || fact.fact == Fact::host_clang ||
                                fact.fact == Fact::gnu_version;
        return (fact.role == FactRole::quoted ? 0 : certain) + (is_of_nvcc ? 2 : 0) + (host.version ? 1 : 0);
    };
    int most = -1;
    for (const SeenFact& fact : facts) {
        const std::optional<CompilerFact> host = rank_of(fact.role) ? host_in(fact) : std::nullopt;
        if (!host || is_supported(reading, host->value) || worth(fact, *host) <= most) continue;
        most = worth(fact, *host);
        knowledge.facts.host_compiler = host;
    }
}

void set_first(std::optional<VersionFact>& place, const std::optional<Version>& value, const SeenFact& fact) {
    if (!place && value) place = VersionFact{*value, false, fact.role, fact.line};
}

void set_driver(const SeenFact& fact, Knowledge& knowledge) {
    const std::optional<DriverVersion> driver = parse_driver_version(fact.value);
    constexpr int oldest_branch = 300;
    if (!driver || driver->branch < oldest_branch || knowledge.driver) return;
    knowledge.driver = driver;
    // As in the log: `535.1` may be cut off.
    knowledge.facts.driver = {fact.value, fact.role, fact.line};
}

void add_capability(const SeenFact& fact, std::optional<std::vector<Capability>>& architectures) {
    const std::optional<Capability> capability = capability_in(fact.value);
    if (!capability) return;
    if (!architectures) architectures.emplace();
    architectures->push_back(*capability);
    sort_unique(*architectures);
}

void set_system(const Tables& tables, const SeenFact& fact, Knowledge& knowledge) {
    for (const RedistSystemRow& row : tables.redist_systems)
        if (knowledge.system.empty() && row.nix.starts_with(fact.value + "-linux")) {
            knowledge.system = row.nix;
            knowledge.facts.system = {std::string(row.nix), fact.role, fact.line};
        }
}

/// The standard with which the log's nvcc is called.
void set_standard(const SeenFact& fact, Knowledge& knowledge) {
    const std::optional<CxxStandard> standard = parse_cxx_standard("c++" + fact.value);
    if (!standard || knowledge.standard) return;
    const std::optional<CxxStandard> newest = knowledge.releases.empty() ? std::nullopt
                                                                         : knowledge.releases.back()->newest_standard;
    if (newest && *newest < *standard) return;
    knowledge.facts.standard = {std::string(to_string(*standard)), fact.role, fact.line};
    knowledge.standard = standard;
}

void add_fact(const Tables& tables, const SeenFact& fact, Knowledge& knowledge) {
    DiagnoseAnswer::Facts& facts = knowledge.facts;
    if (fact.fact == Fact::glibc) set_first(facts.glibc, parse_version(fact.value), fact);
    if (is_driver(fact.fact)) set_driver(fact, knowledge);
    if (fact.fact == Fact::driver_cuda) set_first(knowledge.driver_cuda, cuda_version_in(fact.value), fact);
    if (fact.fact == Fact::torch) set_first(facts.torch, parse_version(leading_version(fact.value)), fact);
    if (fact.fact == Fact::torch_cuda) {
        std::optional<Version> version = cuda_version_in(fact.value);
        if (version) version = minor_of(*version);
        set_first(facts.torch_cuda, version, fact);
    }
    if (fact.fact == Fact::capability) add_capability(fact, facts.architectures);
    if (fact.fact == Fact::build_standard) set_standard(fact, knowledge);
    if (fact.fact == Fact::system) set_system(tables, fact, knowledge);
    if (fact.fact == Fact::environment && !knowledge.environment)
        knowledge.environment = environment_named(tables, fact.value);
}

/// The number of the line that shows that Windows printed the log; absent: nothing does. The first message decides that
/// only Windows or only other systems print, otherwise the lines with messages and facts do: one path of Windows among
/// many others is only mentioned.
std::optional<std::size_t> line_of_windows(const LogReading& reading, bool is_of_cuda) {
    for (const JudgedMessage& judged : judge_messages(reading, is_of_cuda)) {
        if (!judged.counts) break;
        const SeenMessage* message = judged.seen;
        const std::span<const std::string_view> tools = message->wording->tools;
        const std::string file = file_in(*message->wording, message->fillings);
        if (contains(tools, to_string(PlanTool::windows)) || file.ends_with(".dll") || file.ends_with(".lib"))
            return message->line.number;
        const bool is_of_linux = std::ranges::any_of(std::array<std::string_view, 3>{"ld", "ldd", "ld.so"},
                                                     [&](std::string_view tool) { return contains(tools, tool); });
        if (is_of_linux || file.find(".so") != file.npos) return std::nullopt;
        const PathSystems systems = path_systems_in(message->line.text);
        if (systems.windows != systems.posix)
            return systems.windows ? std::optional(message->line.number) : std::nullopt;
    }
    if (reading.windows_lines <= reading.posix_lines) return std::nullopt;
    return reading.first_windows_line;
}

/// Whether the log shows compilers that are no packages of this machine's distribution, or the GPU of a board with a
/// distribution of its own.
bool is_of_other_system(const Tables& tables, const LogReading& reading, const EnvironmentRow* here) {
    const auto is_used = [&](std::string_view tool) {
        return contains(reading.tools, tool) && !(here && here->id.starts_with(tool));
    };
    const auto is_jetson = [&](const SeenGpu& seen) {
        const GpuRow* row = find_in(tables.gpus, seen.name, &GpuRow::name);
        return row && row->line == GpuLine::jetson;
    };
    return is_used("nix") || is_used("spack") || is_used("conda") || std::ranges::any_of(reading.gpus, is_jetson);
}

/// A log of Windows is of no environment in the tables.
void set_windows(const LogReading& reading, const Given& given, Knowledge& knowledge) {
    if (given.environment || knowledge.environment) return;
    const std::optional<std::size_t> line = line_of_windows(reading, given.release != nullptr);
    if (!line && given.for_tool != PlanTool::windows) return;
    knowledge.system = windows_system;
    knowledge.facts.system = {std::string(windows_system), line ? FactRole::implied : FactRole::given, line};
}

void add_given(const LogReading& reading, const Given& given, Knowledge& knowledge) {
    DiagnoseAnswer::Facts& facts = knowledge.facts;
    if (given.driver) {
        knowledge.driver = given.driver;
        facts.driver = {to_string(*given.driver), FactRole::given, std::nullopt};
    }
    if (given.environment) {
        if (given.environment->row) knowledge.environment = given.environment->row;
        const Stdenv& stdenv = given.environment->stdenv;
        // The log is not about a compiler that nvcc supports. An environment has others besides its default.
        const bool is_in_log = given.environment->row && facts.host_compiler;
        if (!is_supported(reading, stdenv.compiler) && !is_in_log)
            facts.host_compiler = {stdenv.compiler, std::nullopt, FactRole::given, std::nullopt};
        if (stdenv.glibc) facts.glibc = VersionFact{*stdenv.glibc, false, FactRole::given, std::nullopt};
    }
    if (given.standard) facts.standard = {std::string(to_string(*given.standard)), FactRole::given, std::nullopt};
    if (given.gpus.empty()) return;
    facts.gpus.clear();
    for (const Gpu& gpu : given.gpus) facts.gpus.push_back({some_text(gpu.name), gpu.capability, FactRole::given, {}});
}

/// The key of the facts of a kind in the answer; empty: none.
std::string_view key_of(Fact fact) noexcept {
    using enum Fact;
    constexpr std::array toolkit{cuda, nvcc, spoken_cuda, cuda_required, nvrtc};
    constexpr std::array compiler{gcc, clang, spoken_gcc, host_gcc, host_clang};
    if (contains(toolkit, fact)) return "cuda";
    if (contains(compiler, fact)) return "hostCompiler";
    if (fact == glibc || fact == glibc_needed) return "glibc";
    if (is_driver(fact)) return "driver";
    if (fact == torch) return "torch";
    if (fact == torch_cuda) return "torchCuda";
    return fact == capability ? "architectures" : "";
}

/// The messages that count, the cause first.
std::vector<const SeenMessage*> counting_messages(const LogReading& reading) {
    std::vector<const SeenMessage*> counting;
    for (const JudgedMessage& judged : judge_messages(reading))
        if (judged.counts) counting.push_back(judged.seen);
    return counting;
}

/// The facts of the log, with the roles that follow from its other lines.
std::vector<SeenFact> facts_with_roles(const LogReading& reading, const std::vector<const SeenMessage*>& messages) {
    std::vector<SeenFact> facts = reading.facts;
    const auto has = [&](Fact fact) { return std::ranges::find(facts, fact, &SeenFact::fact) != facts.end(); };
    const bool is_of_torch = has(Fact::torch) || has(Fact::torch_cuda) ||
                             contains(reading.tools, to_string(PlanTool::torch));
    const SystemPart part = messages.empty() ? SystemPart::unknown : messages.front()->part;
    const bool is_of_nvrtc = !messages.empty() && messages.front()->program == "nvrtc" && is_of_torch;
    for (SeenFact& fact : facts) {
        // A wheel without PyTorch has the toolkit's release.
        if (fact.fact == Fact::wheel_cuda) fact.fact = is_of_torch ? Fact::torch_cuda : Fact::spoken_cuda;
        // A container has the driver of its host.
        const bool is_elsewhere = part != SystemPart::unknown && fact.part != SystemPart::unknown &&
                                  fact.part != part && !is_driver(fact.fact) && rank_of(fact.role);
        if (is_elsewhere) fact.role = fact.part == SystemPart::host ? FactRole::host : FactRole::container;
        // PyTorch brings an NVRTC of its own.
        const bool is_of_system = fact.fact == Fact::cuda || fact.fact == Fact::nvcc || fact.fact == Fact::spoken_cuda;
        if (is_of_nvrtc && is_of_system && rank_of(fact.role)) fact.role = FactRole::component;
        if (is_of_nvrtc && fact.fact == Fact::nvrtc) fact.role = FactRole::present;
    }
    if (is_of_nvrtc && !has(Fact::nvrtc))
        for (std::size_t i = 0; i < reading.facts.size(); ++i)
            if (facts[i].fact == Fact::torch_cuda) {
                facts.push_back(facts[i]);
                facts.back().fact = Fact::nvrtc;
                break;
            }
    return facts;
}

/// A loader that does not find a version of glibc did not have a newer one: the lines are of two systems.
void separate_glibc(const std::vector<const SeenMessage*>& messages, Knowledge& knowledge) {
    std::optional<VersionFact>& glibc = knowledge.facts.glibc;
    if (!glibc || !glibc->line) return;
    for (const SeenMessage* message : messages) {
        const std::optional<Version> needed = parse_version(value_of(message->fillings, Fact::glibc_needed));
        if (!needed || is_before(glibc->value, *needed)) continue;
        knowledge.oddities.push_back(
            {"glibc-of-other-system",
             {{"line", *glibc->line}, {"glibc", glibc->value}, {"other", message->line.number}, {"needed", *needed}}});
        knowledge.facts.others.push_back({"glibc", to_string(glibc->value), FactRole::host, glibc->line});
        glibc.reset();
        return;
    }
}

/// Two drivers that tools report.
void compare_drivers(const std::vector<SeenFact>& facts, Knowledge& knowledge) {
    const SeenFact* first = nullptr;
    for (const SeenFact& fact : facts) {
        if (fact.fact != Fact::driver || fact.role != FactRole::present) continue;
        if (!first) first = &fact;
        // One may be cut off.
        if (first->value.starts_with(fact.value) || fact.value.starts_with(first->value)) continue;
        knowledge.oddities.push_back(
            {"two-drivers",
             {{"line", first->line}, {"driver", first->value}, {"other", fact.line}, {"otherDriver", fact.value}}});
        return;
    }
}

/// Facts that are not of the build.
void add_others(const LogReading& reading, const std::vector<SeenFact>& facts, Knowledge& knowledge) {
    std::vector<DiagnoseAnswer::OtherFact>& others = knowledge.facts.others;
    for (const SeenFact& fact : facts) {
        const std::string_view key = key_of(fact.fact);
        const bool is_used = knowledge.facts.driver && knowledge.facts.driver->line == fact.line;
        if (!key.empty() && !rank_of(fact.role) && !(fact.fact == Fact::driver_library && is_used))
            others.push_back({key, fact.value, fact.role, fact.line});
    }
    for (const SeenGpu& gpu : reading.gpus)
        if (!rank_of(gpu.role)) others.push_back({"gpus", std::string(gpu.name), gpu.role, gpu.line});
    const auto line_of = [](const DiagnoseAnswer::OtherFact& fact) { return fact.line.value_or(0); };
    std::ranges::stable_sort(others, {}, line_of);
    const auto is_same = [](const auto& one, const auto& other) {
        return one.fact == other.fact && one.value == other.value && one.role == other.role && one.line == other.line;
    };
    others.erase(std::unique(others.begin(), others.end(), is_same), others.end());
}

/// Adds the GPUs of the build. Those of other people count if the asker names no GPU.
void add_gpus(const LogReading& reading, Knowledge& knowledge) {
    std::optional<int> best;
    for (const SeenGpu& gpu : reading.gpus)
        if (const std::optional<int> rank = rank_of(gpu.role); rank && (!best || *rank < *best)) best = rank;
    const bool is_quoted = best == rank_of(FactRole::quoted);
    for (const auto& [name, capability, line, role] : reading.gpus)
        if (rank_of(role) && (role != FactRole::quoted || is_quoted))
            knowledge.facts.gpus.push_back({some_text(name), capability, role, line});
}

/// An nvcc or headers in a distribution's own directories, in the table of facts.
constexpr std::string_view own_cuda = "own-cuda";

/// An nvcc and headers in default directories are those of the distribution's own package of CUDA.
void use_own_cuda(const Tables& tables, const LogReading& reading, Knowledge& knowledge) {
    if (knowledge.given.release || !knowledge.environment || !contains(reading.tools, own_cuda)) return;
    Releases own;
    for (const Release& release : tables.releases)
        if (own_cuda_headers(*knowledge.environment, release.version) == ToolkitHeaders::system)
            own.push_back(&release);
    const auto is_excluded = [&](const Release* release) { return !contains(knowledge.releases, release); };
    if (!knowledge.releases.empty()) std::erase_if(own, is_excluded);
    if (own.empty() || own.size() == knowledge.releases.size()) return;
    knowledge.releases = own;
    knowledge.facts.cuda = {own.front()->version, own.back()->version, FactRole::implied, {}};
}

}  // namespace

std::optional<Compiler> newest_taken(Fact fact, std::string_view value) noexcept {
    constexpr int largest_major = 999;
    // CUDA 7.5 states `4.9`.
    const std::optional<Version> version = parse_version(value);
    const std::optional<int> number = version ? std::optional(version->major) : whole_number(value);
    if (!number || *number > largest_major) return std::nullopt;
    if (fact == Fact::gcc_bound) return Compiler{Compiler::Family::gcc, *number};
    // nvcc's message names the first Clang that it does not support.
    if (fact == Fact::clang_bound) return Compiler{Compiler::Family::clang, *number - 1};
    return std::nullopt;
}

std::optional<Capability> capability_in(std::string_view text) noexcept {
    constexpr int smallest_of_ggml = 300;  // ten times the usual number
    for (const std::string_view prefix : {"sm_", "compute_", "sm", "lto_", "compute"})
        if (take_prefix(text, prefix)) return parse_capability(text);
    const std::optional<int> number = whole_number(text);
    if (number && *number >= smallest_of_ggml && *number % 10 == 0) text.remove_suffix(1);
    return parse_capability(text);
}

std::optional<Version> cuda_version_in(std::string_view text) noexcept {
    text = leading_version(text);
    if (text.find('.') != text.npos) return parse_version(text);
    const std::optional<int> number = whole_number(text);
    if (!number) return std::nullopt;
    if (*number >= 9000) return Version{*number / 1000, *number % 1000 / 10, -1};
    if (*number >= 90 && *number < 1000) return Version{*number / 10, *number % 10, -1};
    return std::nullopt;
}

Knowledge knowledge_of(const Tables& tables, const LogReading& reading, const Given& given) {
    Knowledge knowledge;
    knowledge.given = given;
    knowledge.standard = given.standard;
    knowledge.tools = reading.tools;
    const std::vector<const SeenMessage*> messages = counting_messages(reading);
    std::vector<SeenFact> facts = facts_with_roles(reading, messages);
    add_releases(tables, facts, knowledge);
    compare_drivers(facts, knowledge);
    const auto rank = [](const SeenFact& fact) {
        constexpr int last = 9;
        return rank_of(fact.role).value_or(last);
    };
    std::vector<SeenFact> ordered = facts;
    std::ranges::stable_sort(ordered, {}, rank);
    set_host(reading, ordered, knowledge);
    // The library's version is the driver's if no line has that.
    for (const SeenFact& fact : ordered)
        if (rank_of(fact.role) || fact.fact == Fact::driver_library) add_fact(tables, fact, knowledge);
    add_gpus(reading, knowledge);
    separate_glibc(messages, knowledge);
    add_others(reading, facts, knowledge);
    add_given(reading, given, knowledge);
    set_windows(reading, given, knowledge);
    const bool is_named = std::ranges::find(reading.facts, Fact::environment, &SeenFact::fact) != reading.facts.end();
    const bool is_elsewhere = is_named || knowledge.facts.host_compiler || knowledge.facts.glibc ||
                              knowledge.facts.system || is_of_other_system(tables, reading, given.here);
    if (given.here && !given.environment && !knowledge.environment && !is_elsewhere) {
        knowledge.environment = given.here;
        knowledge.is_environment_assumed = true;
    }
    if (knowledge.environment) knowledge.facts.environment = knowledge.environment->id;
    use_own_cuda(tables, reading, knowledge);
    if (knowledge.system.empty() && knowledge.environment)
        knowledge.system = knowledge.environment->system.value_or("");
    return knowledge;
}

}  // namespace cudastdenv::diagnose
