// SPDX-License-Identifier: MIT
// Explains why a message of a log was printed, and how to fix it. First the causes on a machine (GPUs, drivers,
// libraries, files), then compilers.
#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "diagnose/api_names.hpp"
#include "diagnose/loader_line.hpp"
#include "diagnose/log_reader.hpp"
#include "findings/abi.hpp"
#include "messages/api_causes.hpp"
#include "messages/diagnosis.hpp"
#include "messages/diagnostics.hpp"
#include "messages/drivers.hpp"
#include "messages/message.hpp"
#include "messages/phrases.hpp"
#include "messages/wheel_causes.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "resolve/releases.hpp"
#include "resolve/resolve.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

namespace cudastdenv::messages {

namespace {

using diagnose::Knowledge;
using diagnose::SeenMessage;
using diagnose::value_of;

/// Whether a release of nvcc supports a capability, as the ids of messages about it.
struct CapabilityPlace {
    std::string_view why;
    std::string_view remedy;
    std::string_view remedy_where_refused;  ///< if a tool does not support the architecture
};
constexpr CapabilityPlace place_unknown{"capability-releases", "build-it-yourself", "use-toolkit-of"};
constexpr CapabilityPlace place_too_new{"capability-releases-later", "build-it-yourself", "use-release-since"};
constexpr CapabilityPlace place_too_old{"capability-releases-ended", "build-it-yourself", "use-release-until"};
constexpr CapabilityPlace place_supported{"capability-releases", "build-for", "other-tool"};

/// The advice without a list from which the architecture could be removed, if `is_of_build`.
std::string_view remedy_where_refused(const CapabilityPlace& place, bool is_of_build) {
    if (is_of_build && &place == &place_too_new) return "use-build-since";
    if (is_of_build && &place == &place_too_old) return "use-build-until";
    return place.remedy_where_refused;
}

/// Code for the GPU is missing, or a tool cannot build it.
struct MissingCode {
    bool is_refused = false;  ///< whether a tool does not support the architecture
    bool is_named = false;    ///< whether the message names the capability

    std::optional<Gpu> gpu = {};           ///< from the log or an option: the one without code, as far as is known
    std::vector<Gpu> others = {};          ///< the program must run on these too
    std::optional<Capability> capability;  ///< from the message or the GPU; absent: none is named
    const CapabilityRow* row = nullptr;    ///< nullptr: the tables have no such capability
    const CapabilityPlace* place = &place_unknown;
    Version first_for_all = {};               ///< the first release that builds for all GPUs
    std::optional<Capability> specific = {};  ///< architecture-specific form that the instruction needs
};

std::string gpu_or_capability(const MissingCode& missing) {
    if (missing.gpu && !missing.gpu->name.empty() && missing.capability == missing.gpu->capability)
        return format_gpu(*missing.gpu);
    return fmt::format("capability {}", *missing.capability);
}

/// Every GPU of the log, because it is not known which of them lack code; if the message names one, that one.
std::string gpus_to_build_for(const MissingCode& missing) {
    std::string all = gpu_or_capability(missing);
    if (!missing.is_named)
        for (const Gpu& other : missing.others) all += " and " + format_gpu(other);
    return all;
}

/// The list to build: for the GPUs, unless a tool does not support the architecture.
std::optional<BuildList> list_for(const MissingCode& missing) {
    const bool can_be = missing.place == &place_supported || missing.place == &place_unknown;
    if (missing.specific) return can_be ? std::optional(BuildList{{*missing.specific}, {}}) : std::nullopt;
    if (missing.is_refused) {
        if (!missing.gpu) return std::nullopt;
        const Capability own = missing.gpu->capability;
        if (missing.capability && baseline_of(own) == baseline_of(*missing.capability)) return std::nullopt;
        return BuildList{{own}, {}};
    }
    if (!missing.row || !can_be) return std::nullopt;
    BuildList list{{*missing.capability}, {}};
    for (const Gpu& other : missing.others) list.real.push_back(other.capability);
    sort_unique(list.real);
    return list;
}

/// `12.1a` of 12.1; absent if it does not exist.
std::optional<Capability> specific_form(const Tables& tables, Capability capability) {
    Capability specific = capability;
    specific.kind = Capability::Kind::architecture;
    if (capability.kind != Capability::Kind::baseline || !find_capability(tables, specific)) return std::nullopt;
    return specific;
}

MissingCode missing_code(const Tables& tables, const Knowledge& known, const SeenMessage& seen, bool is_refused) {
    MissingCode missing{.is_refused = is_refused,
                        .is_named = !value_of(seen.fillings, Fact::capability).empty(),
                        .others = known.gpus(),
                        .capability = diagnose::capability_in(value_of(seen.fillings, Fact::capability))};
    const std::optional<Version> release = known.newest_version();
    const auto& built = known.facts.architectures;
    const auto lacks_code = [&](const Gpu& gpu) {
        return missing.capability ? gpu.capability == *missing.capability : !built || !contains(*built, gpu.capability);
    };
    if (auto found = std::ranges::find_if(missing.others, lacks_code); !missing.others.empty()) {
        if (found == missing.others.end()) found = missing.others.begin();
        missing.gpu = *found;
        missing.others.erase(found);
    }
    std::erase_if(missing.others,
                  [&](const Gpu& gpu) { return release && !builds_for(tables, *release, gpu.capability); });
    if (!missing.capability && missing.gpu) missing.capability = missing.gpu->capability;
    if (missing.capability) missing.row = find_capability(tables, *missing.capability);
    if (!missing.row) return missing;
    missing.first_for_all = missing.row->nvcc.first;
    for (const Gpu& other : missing.others)
        if (const CapabilityRow* row = find_capability(tables, other.capability);
            row && !missing.is_named && is_before(missing.first_for_all, row->nvcc.first))
            missing.first_for_all = row->nvcc.first;
    if (is_refused && !value_of(seen.fillings, Fact::builtin).empty())
        missing.specific = specific_form(tables, *missing.capability);
    if (!release) return missing;
    const NvccCapability& nvcc = missing.row->nvcc;
    if (is_before(*release, nvcc.first)) missing.place = &place_too_new;
    else if (nvcc.last && is_before(*nvcc.last, *release)) missing.place = &place_too_old;
    else missing.place = &place_supported;
    return missing;
}

/// A message about the capability, which must be in the tables.
Sentence sentence_on(const MissingCode& missing, const Knowledge& known, std::string_view id) {
    const NvccCapability& nvcc = missing.row->nvcc;
    return sentence({id,
                     {{"gpu", gpu_or_capability(missing)},
                      {"gpus", gpus_to_build_for(missing)},
                      {"capability", missing.specific.value_or(*missing.capability)},
                      {"cuda", format_cuda(known)},
                      {"in", format_releases(*missing.row)},
                      {"with", fmt::format("CUDA {}{}", missing.first_for_all,
                                           nvcc.last ? " to " + to_string(*nvcc.last) : " or newer")},
                      {"first", nvcc.first},
                      {"last", nvcc.last.value_or(nvcc.first)}},
                     nvcc.sources});
}

/// Advice to install another PyTorch, by the releases that can build for the capability.
Sentence other_torch(const Knowledge& known, const std::string& gpu, const NvccCapability& nvcc) {
    const auto& torch_cuda = known.facts.torch_cuda;
    const bool is_too_old = torch_cuda && is_before(torch_cuda->value, nvcc.first);
    const bool is_ended = nvcc.last && (!torch_cuda || is_before(*nvcc.last, torch_cuda->value));
    const bool is_listed = torch_cuda && !is_too_old && !is_ended;
    return sentence({is_listed  ? "use-torch-with-code"
                     : is_ended ? "use-torch-until"
                                : "use-torch-since",
                     {{"gpu", gpu},
                      {"first", nvcc.first},
                      {"last", nvcc.last.value_or(nvcc.first)},
                      {"number", fmt::format("{}{}", nvcc.first.major, nvcc.first.minor)}},
                     nvcc.sources});
}

/// PyTorch's own CUDA release decides which code its wheels can have, and nobody builds them here.
void explain_torch_without_code(const Knowledge& known, const MissingCode& missing, ExplainedMessage& explained) {
    const NvccCapability& nvcc = missing.row->nvcc;
    const auto& torch_cuda = known.facts.torch_cuda;
    const bool can_build = torch_cuda && nvcc.takes_in(torch_cuda->value);
    const std::string gpu = gpu_or_capability(missing);
    if (torch_cuda)
        explained.finding.why.push_back(sentence({can_build ? "torch-can-have-code" : "torch-without-code",
                                                  {{"cuda", torch_cuda->value}, {"gpu", gpu}},
                                                  nvcc.sources}));
    const bool is_of_torch = contains(explained.seen->wording->tools, "torch");
    if (can_build && !is_of_torch) return;  // an extension may lack it
    explained.finding.remedies = {other_torch(known, gpu, nvcc)};
    explained.remedy.list.reset();
}

void explain_missing_code(const Tables& tables, const Knowledge& known, ExplainedMessage& explained) {
    const bool is_refused = explained.message->cause == MessageRow::Cause::architecture;
    const MissingCode missing = missing_code(tables, known, *explained.seen, is_refused);
    std::vector<Sentence>& why = explained.finding.why;
    std::vector<Sentence>& remedies = explained.finding.remedies;
    explained.remedy.list = list_for(missing);
    const bool is_of_clang = explained.seen->program == "clang++" || explained.seen->program == "LLVM";
    if (missing.row && missing.is_refused && is_of_clang) {
        // The toolkit's limits are not Clang's.
        const std::vector<Argument> capability{{"capability", *missing.capability}};
        why.push_back(sentence({"clang-own-list", capability}));
        remedies.push_back(sentence({"use-newer-clang", capability}));
    } else if (missing.row) {
        explained.is_answered = !missing.is_refused;
        why.push_back(sentence_on(missing, known, missing.place->why));
        // The architectures in the log, except this one.
        std::vector<Capability> others = known.facts.architectures.value_or(std::vector<Capability>());
        std::erase(others, *missing.capability);
        if (!missing.is_refused && !others.empty())
            why.push_back(sentence({"built-for", {{"architectures", joined(others)}}}));
        // NVRTC compiles for the GPU that is there, and no list is given.
        const bool is_of_build = contains(explained.seen->wording->tools, "nvrtc");
        remedies.push_back(sentence_on(missing, known,
                                       missing.specific     ? "build-for-specific"
                                       : missing.is_refused ? remedy_where_refused(*missing.place, is_of_build)
                                                            : missing.place->remedy));
        // The GPU may have another number in earlier releases.
        const auto became_it = [&](const CapabilityRow& row) {
            return row.renamed && row.renamed->to == *missing.capability && known.newest_version() &&
                   row.nvcc.takes_in(*known.newest_version());
        };
        const auto before = std::ranges::find_if(tables.capabilities, became_it);
        if (missing.place == &place_too_new && before != tables.capabilities.end())
            remedies.push_back(sentence(
                {"use-earlier-number",
                 {{"cuda", format_cuda(known)}, {"before", before->capability}, {"capability", *missing.capability}},
                 before->nvcc.sources}));
        const bool is_of_torch = contains(explained.seen->wording->tools, "torch") || known.is_of_torch();
        if (!missing.is_refused && is_of_torch) explain_torch_without_code(known, missing, explained);
        const Version as_release{missing.capability->major, missing.capability->minor};
        if (missing.place == &place_too_new && minor_of(*known.newest_version()) == as_release)
            explained.oddity = sentence({"release-as-architecture", {{"capability", *missing.capability}}});
    } else if (const FormerCapability* former = missing.capability ? find_former_capability(tables, *missing.capability)
                                                                   : nullptr) {
        why.push_back(sentence(
            {"capability-former", {{"capability", former->capability}, {"last", former->last}}, former->sources}));
        // A program that lacks code for such a GPU was built with a later release.
        remedies.push_back(sentence({missing.is_refused ? "use-release-until" : "build-it-yourself",
                                     {{"gpu", gpu_or_capability(missing)},
                                      {"gpus", gpus_to_build_for(missing)},
                                      {"capability", former->capability},
                                      {"last", former->last},
                                      {"with", fmt::format("CUDA {} or older", former->last)}},
                                     former->sources}));
    } else if (missing.capability) {
        why.push_back(sentence({"capability-without-tables", {{"capability", *missing.capability}}}));
    } else {
        why.push_back(sentence({missing.is_refused ? "own-architectures" : "no-code"}));
        remedies.push_back(sentence({missing.is_refused ? "use-release-that-knows" : "name-gpu"}));
    }
}

/// The release that the driver must run; nullptr: unknown.
const Release* release_to_run(const Tables& tables, const Knowledge& known, MessageRow::Cause cause) {
    if (known.given.release) return known.given.release;
    const Release* found = nullptr;
    if (known.facts.torch_cuda)
        for (const Release& row : tables.releases)
            if (may_be_same(known.facts.torch_cuda->value, row.version)) found = &row;
    if (found || known.releases.empty()) return found;
    // A native driver for 12.8 needs only the version of its first patch release.
    return cause == MessageRow::Cause::native_driver ? known.releases.front() : known.releases.back();
}

/// The driver is too old: for programs, for PTX, or to run the release natively.
class DriverExplainer {
public:
    DriverExplainer(const Tables& tables, const Knowledge& known, MessageRow::Cause cause)
        : tables_(tables),
          known_(known),
          cause_(cause),
          gpus_(known.gpus()),
          release_(release_to_run(tables, known, cause)),
          early_(release_ || known.early.empty() ? nullptr : known.early.front()) {
        if (!release_) return;
        const Request request = plain_request(release_->version, known.system);
        if (known.driver) verdict_ = judge_driver(tables, request, *known.driver, gpus_);
        needs_ = drivers_for(tables, request, gpus_);
    }

    void explain(ExplainedMessage& explained) const {
        const bool is_ptx = cause_ == MessageRow::Cause::ptx;
        explained.finding.why = {why()};
        if (is_ptx) add_ptx_remedies(explained.finding.remedies);
        else if (cause_ == MessageRow::Cause::native_driver) add_native_remedies(explained.finding.remedies);
        else add_driver_remedies(explained.finding.remedies);
        const bool is_judged = verdict_ || has_driver_of_early();
        explained.is_answered = is_ptx ? has_branch() : cause_ == MessageRow::Cause::driver && is_judged;
        // Machine code avoids the PTX compilation.
        if (is_ptx && !gpus_.empty()) explained.remedy.list = BuildList{{gpus_.front().capability}, {}};
    }

    /// Whether a program of the release runs with the driver; absent: unknown.
    [[nodiscard]] std::optional<bool> runs_there() const { return verdict_ ? runs(*verdict_) : std::nullopt; }

private:
    [[nodiscard]] bool has_branch() const { return needs_ && needs_->ptx_from_branch; }

    [[nodiscard]] Sentence why() const {
        if (verdict_ && verdict_->support == DriverSupport::native) return describe("driver-suffices");
        // Something failed, so an unknown support is no reason.
        const bool is_known = verdict_ && (runs(*verdict_) || !needs_);
        if (is_known) return describe("driver-verdict", {{"verdict", format_driver(*verdict_)}});
        if (cause_ == MessageRow::Cause::ptx) {
            const RuleRow& rule = *find_by_id(tables_.rules, "ptx-driver");
            return {rule.id, std::string(rule.statement), rule.sources};
        }
        if (needs_) return describe("driver-needed", {{"needs", format_needs(*needs_)}});
        if (has_driver_of_early()) return describe("driver-suffices");
        if (early_) return describe("driver-needed", {{"needs", needs_of_early()}}, early_->sources);
        return sentence({"driver-needed-by-each"});
    }

    [[nodiscard]] bool has_driver_of_early() const {
        return early_ && known_.driver && *known_.driver >= early_->driver;
    }
    [[nodiscard]] std::string needs_of_early() const { return fmt::format("driver {} or later", early_->driver); }

    /// A message with the release and the driver, as far as they are known.
    [[nodiscard]] Sentence describe(std::string_view id, std::vector<Argument> arguments = {},
                                    SourceIds sources = {}) const {
        if (release_ || early_) arguments.emplace_back("release", release_ ? release_->version : early_->version);
        // In the form of the log or the option.
        if (known_.facts.driver) arguments.emplace_back("driver", known_.facts.driver->value);
        return sentence({id, std::move(arguments), sources});
    }

    void add_driver_remedies(std::vector<Sentence>& remedies) const {
        if ((verdict_ && runs(*verdict_) == true) || has_driver_of_early()) {
            remedies.push_back(describe("other-driver"));
            return;
        }
        const bool knows_minimum = needs_ && needs_->minimum;
        if (knows_minimum)
            remedies.push_back(
                describe("install-needed", {{"needs", format_needs(*needs_)}}, needs_->minimum->sources));
        else if (early_) remedies.push_back(describe("install-needed", {{"needs", needs_of_early()}}, early_->sources));
        const std::string_view joining = knows_minimum || early_ ? "or " : "";
        if (known_.driver) remedies.push_back(describe("use-release-of-driver", {{"or", joining}}));
        else if (known_.driver_cuda) remedies.push_back(older_build(joining));
    }

    /// For a driver whose CUDA version is known.
    [[nodiscard]] Sentence older_build(std::string_view joining) const {
        const Version own = known_.driver_cuda->value;
        const Release* newest = nullptr;
        // Since CUDA 11, a driver runs machine code of each release with its major version.
        for (const Release& row : tables_.releases)
            if (!row.preview && row.version.major == own.major && is_before(Version{11, 0, -1}, own) &&
                minor_version_minimum(tables_, row.version, known_.system))
                newest = &row;
        if (cause_ != MessageRow::Cause::driver || !newest || minor_of(newest->version) == minor_of(own))
            return sentence({"use-older-release", {{"or", joining}, {"release", own}}});
        return sentence({"use-release-of-major",
                         {{"or", joining}, {"release", minor_of(newest->version)}, {"own", own}},
                         minor_version_minimum(tables_, newest->version, known_.system)->sources});
    }

    /// Minor-version compatibility does not suffice.
    void add_native_remedies(std::vector<Sentence>& remedies) const {
        if (needs_ && needs_->minimum)
            remedies.push_back(
                describe("install-as-new", {{"driver", needs_->minimum->driver}}, needs_->minimum->sources));
        else if (early_) remedies.push_back(describe("install-as-new", {{"driver", early_->driver}}, early_->sources));
        else remedies.push_back(sentence({"install-newer"}));
        if (known_.driver_cuda && release_ && is_before(known_.driver_cuda->value, release_->version))
            remedies.push_back(older_build("or "));
    }

    void add_ptx_remedies(std::vector<Sentence>& remedies) const {
        if (!has_branch()) return;
        remedies = {describe("install-for-ptx", {{"branch", *needs_->ptx_from_branch}}, needs_->ptx_row->sources),
                    sentence({"build-without-ptx", {{"gpu", gpus_.empty() ? "the GPU" : format_gpu(gpus_.front())}}})};
    }

    const Tables& tables_;
    const Knowledge& known_;
    MessageRow::Cause cause_;
    std::vector<Gpu> gpus_;
    const Release* release_;
    const EarlyRelease* early_;            // if the release is older than the others
    std::optional<DriverAnswer> verdict_;  // for the driver; absent: it or the release is unknown
    std::optional<DriverAnswer> needs_;    // for the release
};

/// `GLIBCXX_3.4.30`, from the message or from the symbol that it names.
std::string version_needed(const SeenMessage& seen) {
    for (const auto& [fact, part] :
         {std::pair(Fact::glibcxx, AbiPart::glibcxx), std::pair(Fact::cxxabi, AbiPart::cxxabi)})
        if (const std::string_view version = value_of(seen.fillings, fact); !version.empty())
            return fmt::format("{}{}", prefix_of(part), version);
    return std::string(seen.symbol_version);
}

/// Whether the files of an environment are conda's.
bool is_of_conda(const EnvironmentRow* environment, const Tables& tables) {
    return is_manager_of(PlanTool::conda, environment, tables);
}

/// The oldest environments with this version; empty: none.
std::string environments_with(const Tables& tables, AbiPart part, const std::optional<Version>& number) {
    std::vector<const EnvironmentRow*> all = first_environments(tables, {{.part = part, .number = number}});
    // Not for people without conda.
    std::erase_if(all, [&](const EnvironmentRow* row) { return is_of_conda(row, tables); });
    return joined(all, ", ", &EnvironmentRow::id);
}

/// The loaded or linked glibc is too old. `symbol` is the undefined symbol in an object; empty: none is named.
void explain_older_glibc(const Tables& tables, const std::optional<Version>& needed, std::string_view symbol,
                         DiagnoseAnswer::Finding& finding) {
    if (!needed) return;
    const bool is_linked = !symbol.empty();
    finding.why.push_back(
        sentence({is_linked ? "glibc-of-symbol" : "glibc-version", {{"symbol", symbol}, {"glibc", *needed}}}));
    finding.remedies.push_back(
        sentence({"build-on-older", {{"build", is_linked ? "compile" : "build"}, {"glibc", *needed}}}));
    const std::string environments = environments_with(tables, AbiPart::glibc, needed);
    if (!environments.empty())
        finding.remedies.push_back(
            sentence({"use-environment", {{"use", is_linked ? "link" : "run"}, {"environments", environments}}}));
}

/// The loaded libstdc++ is older than one that conda's environment has, or could have.
void use_library_of_conda(std::string_view found, ExplainedMessage& explained) {
    explained.finding.remedies.push_back(sentence({"use-libstdcxx-of-conda", {{"found", found}}}));
    explained.fix = {{PlanTool::conda,
                      {{ChangeKind::set, "LD_LIBRARY_PATH", std::string(found), "$CONDA_PREFIX/lib"}},
                      {"export LD_LIBRARY_PATH=\"$CONDA_PREFIX/lib:$LD_LIBRARY_PATH\""}}};
}

/// The fix for the library that the loader names, by its owner and by that of the file which requires a newer one.
/// Whether an environment with a newer library, or an older compiler, is a fix too.
struct LoaderFix {
    bool is_of_environment = true, is_of_compiler = true;
};
LoaderFix fix_loaded_library(const Tables& tables, const Knowledge& known, const diagnose::LoaderLine& line,
                             const LibstdcxxRow& needed, ExplainedMessage& explained) {
    using enum diagnose::FileOwner;
    std::vector<Sentence>& remedies = explained.finding.remedies;
    const auto is_asked_by = [&](diagnose::FileOwner owner) { return line.asker == owner; };
    explained.is_of_conda = line.owner == conda;
    switch (line.owner) {
        case conda: remedies.push_back(sentence({"update-libstdcxx-of-conda"})); return {false, false};
        case nix: remedies.push_back(sentence({"build-for-library-of-nix"})); return {false, is_asked_by(other)};
        case spack:
            remedies.push_back(sentence({"load-gcc-of-spack", {{"gcc", needed.gcc}}}));
            return {false, is_asked_by(spack) || is_asked_by(other)};
        case python:
        case other:
            remedies.push_back(sentence({"remove-older-library", {{"found", line.loaded}}}));
            return {false, is_asked_by(other)};
        case system: break;
    }
    if (is_asked_by(conda) || (!is_asked_by(nix) && !is_asked_by(spack) && is_of_conda(known.environment, tables))) {
        use_library_of_conda(line.loaded, explained);
        return {false, false};
    }
    if (is_asked_by(nix)) {
        remedies.push_back(sentence({"use-library-of-nix"}));
        return {false, false};
    }
    if (is_asked_by(spack)) {
        remedies.push_back(sentence({"load-gcc-of-spack", {{"gcc", needed.gcc}}}));
        return {false, true};
    }
    if (is_asked_by(python)) {
        remedies.push_back(sentence({"use-build-for-older-system"}));
        return {true, false};
    }
    return {};
}

/// The loaded or linked libstdc++ lacks a version or a symbol.
void explain_older_libstdcxx(const Tables& tables, const Knowledge& known, const SeenMessage& seen,
                             ExplainedMessage& explained) {
    const std::string_view symbol = value_of(seen.fillings, Fact::symbol);
    const std::string version = version_needed(seen);
    if (const std::string_view needed = value_of(seen.fillings, Fact::glibc_needed); !needed.empty())
        return explain_older_glibc(tables, parse_version(needed), {}, explained.finding);
    if (version.starts_with(prefix_of(AbiPart::glibc)))
        return explain_older_glibc(tables, number_of(AbiPart::glibc, version), symbol, explained.finding);

    const AbiPart part = version.starts_with(prefix_of(AbiPart::cxxabi)) ? AbiPart::cxxabi : AbiPart::glibcxx;
    const std::optional<Version> number = number_of(part, version);
    const LibstdcxxRow* row = first_with(tables, part, number);
    const std::string what = symbol.empty() ? version : fmt::format("{} ({})", symbol, version);
    const std::optional<diagnose::LoaderLine> line = diagnose::loader_line(seen.line.text);
    std::vector<Sentence>& why = explained.finding.why;
    std::vector<Sentence>& remedies = explained.finding.remedies;
    explained.libstdcxx_gcc = row ? to_string(row->gcc) : "";
    if (version.empty()) why.push_back(sentence({"libstdcxx-adds"}));
    else if (!row) why.push_back(sentence({"libstdcxx-beyond-tables", {{"what", what}}}));
    else if (line)
        why.push_back(
            sentence({"libstdcxx-loaded", {{"what", what}, {"gcc", row->gcc}, {"found", line->loaded}}, row->sources}));
    else why.push_back(sentence({"libstdcxx-version", {{"what", what}, {"gcc", row->gcc}}, row->sources}));
    if (!row) {
        remedies.push_back(sentence({"use-own-libstdcxx"}));
        return;
    }
    LoaderFix fixes;
    if (line) fixes = fix_loaded_library(tables, known, *line, *row, explained);
    else remedies.push_back(sentence({"use-libstdcxx", {{"gcc", row->gcc}}, row->sources}));
    if (!symbol.empty()) explained.remedy.library = GccQuery{row->gcc.major, {}};
    const std::string environments = environments_with(tables, part, number);
    if (fixes.is_of_environment && !environments.empty())
        remedies.push_back(sentence({"use-environment-of-libstdcxx", {{"environments", environments}}}));
    if (fixes.is_of_compiler) remedies.push_back(sentence({"use-older-compiler", {{"gcc", row->gcc}}}));
}

/// The loaded libnvJitLink lacks a symbol. Otherwise the message's own row explains it.
void explain_older_nvjitlink(const Tables& tables, const SeenMessage& seen, DiagnoseAnswer::Finding& finding) {
    const std::string_view major = value_of(seen.fillings, Fact::jit_major);
    const std::string_view minor = value_of(seen.fillings, Fact::jit_minor);
    const std::optional<Version> needed = parse_version(fmt::format("{}.{}", major, minor));
    if (!needed) return;
    for (const NvJitLinkRow& row : tables.nvjitlink_libraries) {
        if (row.release.major != needed->major || is_before(row.release, *needed)) continue;
        finding.why.push_back(
            sentence({"nvjitlink-symbol", {{"release", row.release}, {"major", row.release.major}}, row.sources}));
        return;
    }
    finding.why.push_back(sentence({"nvjitlink-beyond-tables"}));
}

/// Whether a linker or a build system prints it, and not the loader of a program.
bool is_linking(const MessageTextRow& wording) {
    constexpr std::array<std::string_view, 7> tools{"ld", "lld", "gold", "link", "cmake", "make", "ninja"};
    return std::ranges::any_of(tools, [&](std::string_view tool) { return contains(wording.tools, tool); });
}

/// The newest release that the program may use: that of the log, for a library with releases of its own PyTorch's, or
/// that of the JetPack. Absent: unknown.
std::optional<Version> release_in_use(const Tables& tables, const Knowledge& known, const ComponentFile& file) {
    if (!known.releases.empty()) return known.releases.back()->version;
    if (const auto& torch_cuda = known.facts.torch_cuda; torch_cuda && file.has_own_releases())
        return torch_cuda->value;
    const auto jetpacks = jetpacks_in(tables, known.environment);
    const Release* own = jetpacks.empty() ? nullptr : find_release(tables, jetpacks.back().cuda);
    return own ? std::optional(own->version) : std::nullopt;
}

void explain_missing_file(const Tables& tables, const Knowledge& known, const SeenMessage& seen,
                          ExplainedMessage& explained) {
    std::optional<ComponentFile> file = find_component_file(tables, file_in(*seen.wording, seen.fillings));
    if (!file) return;
    const std::optional<Version> newest = release_in_use(tables, known, *file);
    const std::optional<Version> release = release_with(tables, *file, newest);

    std::ranges::move(describe(*file), std::back_inserter(explained.finding.why));
    std::vector<Sentence>& remedies = explained.finding.remedies;
    const bool is_bounded = file->is_bounded();
    // A stub has no code, so a program that is run needs the driver's own library.
    const bool is_stub = file->kind == ComponentFileKind::stub && !is_linking(*seen.wording);
    // A program beside PyTorch has to be built for the same major release.
    const auto& torch_cuda = known.facts.torch_cuda;
    const bool is_loaded = file->kind == ComponentFileKind::shared_library && file->named_for;
    if (torch_cuda && release && is_loaded && release->major != torch_cuda->value.major) {
        remedies.push_back(sentence({"use-build-for-torch", {{"cuda", torch_cuda->value}, {"file", file->name}}}));
        explained.is_answered = true;
        return;
    }
    if (file->is_drivers() || is_stub) remedies.push_back(sentence({"install-driver"}));
    else if (file->has_own_releases())
        remedies.push_back(sentence({newest ? "use-own-release" : "use-own-release-of-yours",
                                     {{"component", file->holders.front().component->title},
                                      {"file", file->name},
                                      {"cuda", newest ? newest->major : 0}}}));
    else if (release)
        // If the release is unknown, this is the newest with the file.
        remedies.push_back(sentence({newest || is_bounded ? "use-package" : "use-package-of-yours",
                                     {{"release", *release}, {"file", file->name}}}));
    explained.missing_file = MissingFile{*std::move(file), is_stub ? std::nullopt : release, newest || is_bounded};
}

/// The build names no architectures: those of the GPUs, otherwise the default ones of the release.
void set_list(const Tables& tables, const Knowledge& known, PlanInput& remedy) {
    if (const std::vector<Gpu> gpus = known.gpus(); !gpus.empty()) {
        remedy.list = BuildList{};
        for (const Gpu& gpu : gpus) remedy.list->real.push_back(gpu.capability);
        sort_unique(remedy.list->real);
    } else if (!known.releases.empty()) {
        remedy.list = build_list(resolve(tables, plain_request(known.releases.back()->version, known.system)));
    }
}

/// PyTorch compares the GPU with the range of its list: whether its newest code runs on the GPU, or its CUDA release
/// can have no code for it.
void explain_torch_release(const Tables& tables, const Knowledge& known, ExplainedMessage& explained) {
    const SeenMessage& seen = *explained.seen;
    std::vector<Capability> range;
    for (const diagnose::Capture& capture : seen.fillings)
        if (const auto value = diagnose::capability_in(capture.text); value && capture.fact == Fact::capability)
            range.push_back(*value);
    std::vector<Gpu> gpus = known.gpus();
    if (gpus.empty() && range.size() == 2) gpus = {{"", range.front()}};
    for (const Gpu& gpu : gpus) {
        const CapabilityRow* row = find_capability(tables, gpu.capability);
        if (!row) continue;
        const bool is_ranged = range.size() == 2 && gpu.capability == range.front();
        const Capability newest = is_ranged ? range.back() : Capability{};
        const std::string name = gpu.name.empty() ? fmt::format("capability {}", gpu.capability) : format_gpu(gpu);
        if (is_ranged && newest.major == gpu.capability.major && newest.minor <= gpu.capability.minor) {
            explained.finding.remedies = {
                sentence({"ignore-warning-of-range", {{"newest", newest}, {"gpu", name}}, row->nvcc.sources})};
        } else if (const auto& own = known.facts.torch_cuda;
                   is_ranged || (own && !value_of(seen.fillings, Fact::torch_cuda).empty() &&
                                 is_before(own->value, row->nvcc.first))) {
            if (own && !row->nvcc.takes_in(own->value))
                explained.finding.why.push_back(
                    sentence({"torch-without-code", {{"cuda", own->value}, {"gpu", name}}, row->nvcc.sources}));
            explained.finding.remedies = {other_torch(known, name, row->nvcc)};
        } else continue;
        explained.is_answered = true;
        return;
    }
}

/// Why PyTorch sees no GPU, if the log says what it was built with.
void explain_unseen_gpu(const Tables& tables, const Knowledge& known, ExplainedMessage& explained) {
    if (explained.message->id != "torch-sees-no-gpu") return;
    if (contains(known.tools, "torch-cpu")) {
        explained.finding.why = {sentence({"torch-for-cpu"})};
        return;
    }
    const DriverExplainer driver(tables, known, MessageCause::driver);
    if (driver.runs_there() == false) driver.explain(explained);
}

/// Explains messages whose cause is not a compiler: GPUs, drivers, libraries, files.
void explain_machine_cause(const Tables& tables, const Knowledge& known, ExplainedMessage& explained) {
    const MessageRow::Cause cause = explained.message->cause;
    const bool is_code = cause == MessageRow::Cause::architecture || cause == MessageRow::Cause::coverage;
    if (is_code) explain_missing_code(tables, known, explained);
    else if (cause == MessageRow::Cause::libstdcxx) explain_older_libstdcxx(tables, known, *explained.seen, explained);
    else if (cause == MessageRow::Cause::component) {
        explain_missing_file(tables, known, *explained.seen, explained);
        explain_changed_file(tables, known, explained);
    } else if (cause == MessageRow::Cause::api) explain_api(known, explained);
    else if (cause == MessageRow::Cause::list) set_list(tables, known, explained.remedy);
    else if (cause == MessageRow::Cause::itself) {
        explain_older_nvjitlink(tables, *explained.seen, explained.finding);
        explain_torch_release(tables, known, explained);
        explain_unseen_gpu(tables, known, explained);
    } else DriverExplainer(tables, known, cause).explain(explained);
}

/// The newest supported major version according to the message.
std::optional<int> bound_in(const SeenMessage& seen) noexcept {
    for (const Fact fact : {Fact::gcc_bound, Fact::clang_bound})
        if (const auto newest = diagnose::newest_taken(fact, value_of(seen.fillings, fact))) return newest->major;
    return std::nullopt;
}

/// The family of the compiler that nvcc or PyTorch rejects.
Compiler::Family rejected_family(const SeenMessage& seen) noexcept {
    const bool is_clang = !value_of(seen.fillings, Fact::clang_bound).empty() ||
                          !value_of(seen.fillings, Fact::clang).empty() || seen.wording->message == "clang-too-new";
    return is_clang ? Compiler::Family::clang : Compiler::Family::gcc;
}

/// Drops each sentence that is there already.
void drop_repeated(DiagnoseAnswer::Finding& finding) {
    std::set<std::string> seen;
    const auto is_seen = [&](const Sentence& one) { return !seen.insert(one.text).second; };
    std::erase_if(finding.why, is_seen);
    std::erase_if(finding.remedies, is_seen);
}

/// Explains the messages of one log.
class Explainer {
public:
    Explainer(const Tables& tables, const Knowledge& knowledge) : Explainer(tables, knowledge, knowledge.host()) {}
    /// `host`: the host compiler of the log; absent: unknown.
    Explainer(const Tables& tables, const Knowledge& knowledge, std::optional<Compiler> host)
        : tables_(tables), known_(knowledge), host_(host) {
        if (known_.given.environment) available_ = known_.given.environment->available;
        else available_ = known_.environment ? packaged_in(*known_.environment) : known_compilers(tables_);
    }

    [[nodiscard]] ExplainedMessage explain(const SeenMessage& seen) const {
        const MessageRow& row = *find_by_id(tables_.messages, seen.wording->message);
        ExplainedMessage explained{.message = &row,
                                   .seen = &seen,
                                   .finding = {.message = row.id,
                                               .title = row.title,
                                               .line = seen.line.number,
                                               .text = {seen.line.text},
                                               .program = some_text(seen.program)}};
        DiagnoseAnswer::Finding& finding = explained.finding;
        if (!known_.releases.empty())
            explained.remedy.releases = {known_.releases.front()->version, known_.releases.back()->version};
        explained.remedy.environment = known_.environment;
        explained.remedy.setup = known_.given.setup;
        // The default needs no option.
        if (!known_.given.standard && known_.standard > CxxStandard::cxx17)
            explained.remedy.setup.standard = to_string(*known_.standard);
        explained.remedy.is_here = is_here();
        if (is_here()) explained.remedy.environment = known_.given.here;
        explained.remedy.now = host_;
        if (!known_.system.empty()) explained.remedy.system = known_.system;
        if (row.cause == MessageRow::Cause::host_compiler || is_hidden_refusal(row))
            explain_refused_compiler(seen, is_hidden_refusal(row) ? host_->family : rejected_family(seen), explained);
        else if (row.cause == MessageRow::Cause::advisory) explain_advisories(advisories_of(row), explained);
        else if (row.cause == MessageRow::Cause::header) explain_header(seen, explained);
        else explain_machine_cause(tables_, known_, explained);
        explain_wheel(tables_, known_, explained);

        if (row.why) finding.why.push_back({"explanation", std::string(*row.why), row.sources});
        if (known_.is_before_tables() && known_.early.empty())
            finding.why.push_back(
                sentence({"release-before-tables",
                          {{"cuda", format_cuda(known_)}, {"first", minor_of(tables_.releases.front().version)}}}));
        if (row.remedy && !explained.is_answered)
            finding.remedies.push_back({"remedy", std::string(*row.remedy), row.sources});
        drop_repeated(finding);
        finding.cause = row.title;
        for (const Sentence& why : finding.why) finding.cause += "; " + why.text;
        finding.sources = {row.sources.begin(), row.sources.end()};
        for (const auto* all : {&finding.why, &finding.remedies})
            for (const Sentence& one : *all)
                finding.sources.insert(finding.sources.end(), one.sources.begin(), one.sources.end());
        sort_unique(finding.sources);
        return explained;
    }

    /// For several messages: a later release and a compiler that each fix all of them.
    [[nodiscard]] std::vector<Sentence> remedies_for_all(const std::vector<ExplainedMessage>& messages) const {
        std::vector<Sentence> all;
        const Release* release = later_release();
        const auto is_fixed = [&](const ExplainedMessage& message) { return is_fixed_by(message, *release); };
        if (release && std::ranges::all_of(messages, is_fixed))
            all.push_back(sentence({"use-release-for-all", {{"release", release->version}}}));
        const std::optional<HostCompiler> host = compiler_to_use();
        const auto is_of_compiler = [](const Sentence& remedy) { return remedy.code == "use-compiler"; };
        const auto gets_it = [&](const ExplainedMessage& message) {
            // Other headers may be the fix, with the same compiler.
            const bool is_of_headers = message.message->cause == MessageRow::Cause::header &&
                                       std::ranges::none_of(message.finding.remedies, is_of_compiler);
            return message.remedy.compiler == host->compiler && message.remedy.advisories.empty() && !is_of_headers;
        };
        const bool is_somewhere = known_.environment || known_.given.environment;
        if (is_somewhere && host && std::ranges::all_of(messages, gets_it))
            all.push_back(sentence({"use-compiler-for-all", {{"compiler", host->compiler}}}));
        return all;
    }

private:
    /// Whether CMake's message hides that nvcc refuses the known host compiler.
    [[nodiscard]] bool is_hidden_refusal(const MessageRow& row) const {
        constexpr std::string_view cmake_without_nvcc = "cmake-no-cuda-compiler";
        return row.id == cmake_without_nvcc && host_ && !known_.releases.empty() &&
               std::ranges::all_of(known_.releases, [&](const Release* release) {
                   return nvcc_refuses(tables_, release->version, *host_);
               });
    }

    /// Whether the log is from this machine.
    [[nodiscard]] bool is_here() const {
        return known_.given.environment && !known_.given.environment->row && known_.given.environment->any_system;
    }

    /// Whether the message would not be printed with that release, which supports the compiler and the environment.
    [[nodiscard]] bool is_fixed_by(const ExplainedMessage& message, const Release& release) const {
        using enum MessageCause;
        // PyTorch has limits of its own.
        if (message.message->cause == host_compiler)
            return host_ && host_->family == rejected_family(*message.seen) &&
                   !contains(message.seen->wording->tools, "torch");
        if (message.message->cause == advisory) {
            const Release* first = first_without(advisories_of(*message.message));
            return first && !is_before(release.version, first->version);
        }
        if (message.message->cause != architecture) return false;
        const MissingCode missing = missing_code(tables_, known_, *message.seen, true);
        return missing.place == &place_too_new && builds_for(tables_, release.version, *missing.capability);
    }

    /// The newest possible release; nullptr: unknown.
    [[nodiscard]] const Release* newest_release() const {
        return known_.releases.empty() ? nullptr : known_.releases.back();
    }

    /// The stdenv of the log: the given one, the environment's, or that of its host compiler.
    [[nodiscard]] std::optional<Stdenv> stdenv_of_log(std::optional<Compiler> refused) const {
        std::optional<Stdenv> stdenv;
        if (known_.given.environment) stdenv = known_.given.environment->stdenv;
        else if (known_.environment) stdenv = stdenv_in(tables_, *known_.environment);
        const std::optional<Compiler> host = host_ ? host_ : refused;
        if (!stdenv && host)
            stdenv = Stdenv{
                .compiler = *host, .libstdcxx = default_libstdcxx(tables_, *host), .glibc = {}, .fixed_advisories = {}};
        const std::optional<Version> glibc = known_.glibc();
        if (stdenv && glibc && (!stdenv->glibc || *stdenv->glibc < *glibc)) stdenv->glibc = glibc;
        return stdenv;
    }

    /// The newest GCC that works with the known release where a Clang was refused; absent: none, or unknown.
    [[nodiscard]] std::optional<Compiler> gcc_instead() const {
        const Release* release = newest_release();
        const HostCompilerRow* row = release ? find_host_compilers(tables_, Compiler::Family::gcc, release->version)
                                             : nullptr;
        if (!row || !row->enforced) return std::nullopt;
        const Compiler newest{Compiler::Family::gcc, row->enforced->max};
        // One that is no package can come from another place.
        for (const std::vector<Compiler>& available : {available_, known_compilers(tables_)}) {
            const std::optional<Resolution> resolution = resolution_of(available, std::nullopt, newest);
            if (resolution && resolution->host && resolution->host->compiler.family == newest.family)
                return resolution->host->compiler;
        }
        return std::nullopt;
    }

    /// The answer of `resolve` for the known release.
    [[nodiscard]] std::optional<Resolution> resolution_of(std::optional<Compiler> refused,
                                                          std::optional<Compiler> instead = {}) const {
        return resolution_of(available_, refused, instead);
    }

    /// The same for these compilers; `instead`: for that default compiler.
    [[nodiscard]] std::optional<Resolution> resolution_of(const std::vector<Compiler>& available,
                                                          std::optional<Compiler> refused,
                                                          std::optional<Compiler> instead) const {
        const Release* release = newest_release();
        std::optional<Stdenv> stdenv = release ? stdenv_of_log(instead ? instead : refused) : std::nullopt;
        if (!stdenv) return std::nullopt;
        if (instead && stdenv->compiler.family != instead->family) {
            stdenv->compiler = *instead;
            stdenv->libstdcxx = default_libstdcxx(tables_, *instead);
        }
        Request request = plain_request(release->version, known_.system);
        request.stdenv = *stdenv;
        request.available = available;
        request.standard = known_.standard;
        if (const std::optional<Environment>& environment = known_.given.environment) {
            request.compiler_versions = environment->versions;
            request.libstdcxx_headers = environment->libstdcxx_headers;
            // Elsewhere, the toolkit may not be the distribution's.
            for (const auto& [version, place] : environment->toolkit_headers)
                if (is_here() && version == release->version) request.toolkit_headers = place;
        }
        Resolution resolution = resolve(tables_, request);
        if (resolution.host || !is_here() || !known_.given.here) return resolution;
        // No installed compiler works, so one has to be installed.
        const std::vector<Compiler> packaged = packaged_in(*known_.given.here);
        request.available = packaged;
        return resolve(tables_, request);
    }

    /// The compiler for the known release, if no advisory breaks it.
    [[nodiscard]] std::optional<HostCompiler> compiler_to_use() const {
        const std::optional<Resolution> resolution = resolution_of(std::nullopt);
        return resolution && !resolution->broken_by ? resolution->host : std::nullopt;
    }

    /// The first later release that works with the same compiler, C library and GPUs.
    [[nodiscard]] const Release* later_release() const {
        ReleasesQuestion question;
        if (known_.environment) question.conditions.push_back(environment_of(tables_, *known_.environment));
        if (host_) question.conditions.push_back(CompilerCondition{{*host_}, {}});
        if (known_.glibc()) question.conditions.push_back(GlibcCondition{*known_.glibc()});
        if (question.conditions.empty()) return nullptr;
        if (!known_.system.empty()) question.conditions.push_back(SystemCondition{known_.system, {}, false});
        const ReleaseSet fits = fitting_releases(tables_, question);
        const Version after = known_.releases.empty() ? Version{} : known_.releases.back()->version;
        for (std::size_t i = 0; i < fits.size(); ++i) {
            const Release& release = tables_.releases[i];
            if (fits[i] && !release.preview && after < release.version) return &release;
        }
        return nullptr;
    }

    void use(const HostCompiler& host, PlanInput& remedy) const {
        remedy.compiler = host.compiler;
        remedy.overrides_ccbin = true;
        remedy.is_installed = !is_here() || contains(available_, host.compiler) ||
                              known_.given.environment->stdenv.compiler == host.compiler;
        if (host.compiler.family == Compiler::Family::clang && host.headers)
            remedy.headers = GccQuery{*host.headers, {}};
        const std::optional<Stdenv> stdenv = stdenv_of_log(std::nullopt);
        if (stdenv && host.compiler.family == Compiler::Family::gcc && stdenv->libstdcxx > host.compiler.major)
            remedy.library = GccQuery{stdenv->libstdcxx, {}};
    }

    /// nvcc does not accept the host compiler.
    void explain_refused_compiler(const SeenMessage& seen, Compiler::Family family, ExplainedMessage& explained) const {
        const Release* release = newest_release();
        const HostCompilerRow* row = release ? find_host_compilers(tables_, family, release->version) : nullptr;
        std::optional<int> newest;
        if (row && row->enforced) newest = row->enforced->max;
        const EarlyRelease* early = known_.early.empty() || family != Compiler::Family::gcc ? nullptr
                                                                                            : known_.early.back();
        if (!release && early) newest = early->newest_gcc;
        // The message of an unknown release still states its limit.
        else if (!release) newest = bound_in(seen);
        std::optional<Compiler> refused = host_;
        if (refused && refused->family != family) refused.reset();
        // nvcc accepts it, so the log is about another compiler.
        if (refused && newest && refused->major <= *newest) refused.reset();

        std::vector<Sentence>& why = explained.finding.why;
        if (!newest) why.push_back(sentence({"host-compiler-refused", {{"family", family}}}));
        else
            why.push_back({"host-compiler-refused", format_bound(family, *newest, refused),
                           row     ? row->enforced->sources
                           : early ? early->sources
                                   : SourceIds()});

        // If the log names no compiler, assume the oldest that its nvcc rejects.
        std::optional<Compiler> too_new;
        if (newest) too_new = Compiler{family, *newest + 1};
        std::optional<Resolution> resolution = resolution_of(too_new);
        const std::optional<Compiler> gcc = family == Compiler::Family::clang ? gcc_instead() : std::nullopt;
        const bool has_clang = resolution && resolution->host && resolution->host->compiler != refused;
        if (!has_clang && gcc) resolution = resolution_of(std::nullopt, gcc);
        const bool is_other = resolution && resolution->host && resolution->host->compiler != refused;
        std::vector<Sentence>& remedies = explained.finding.remedies;
        if (newest && !is_other)
            remedies.push_back(sentence({"use-compiler-or-older", {{"compiler", Compiler{family, *newest}}}}));
        else if (!is_other) remedies.push_back(sentence({"use-some-older-compiler", {{"family", family}}}));
        else {
            remedies.push_back(sentence({"use-compiler", {{"compiler", resolution->host->compiler}}}));
            use(*resolution->host, explained.remedy);
            if (const AdvisoryRow* broken_by = resolution->broken_by) {
                explained.remedy.advisories = {broken_by};
                if (broken_by->workaround)
                    remedies.push_back(sentence({"breaks-too",
                                                 {{"advisory", broken_by->id}, {"workaround", *broken_by->workaround}},
                                                 broken_by->sources}));
            }
        }
        const bool is_gcc_named = is_other && resolution->host->compiler.family == Compiler::Family::gcc;
        if (gcc && !is_gcc_named) remedies.push_back(sentence({"use-gcc-instead", {{"compiler", *gcc}}}));
        if (const Release* later = refused ? later_release() : nullptr)
            remedies.push_back(
                sentence({"use-release-that-takes", {{"release", later->version}, {"compiler", *refused}}}));
    }

    /// `CUDA 12.4.1 takes gcc up to 13, and gcc-14 is newer`
    [[nodiscard]] std::string format_bound(Compiler::Family family, int newest, std::optional<Compiler> refused) const {
        std::string text = fmt::format("{} support{} {} {} or older",
                                       known_.newest_version() ? format_cuda(known_) : "this nvcc",
                                       known_.early.size() + known_.releases.size() > 1 ? "" : "s", family, newest);
        if (!refused) return text;
        const auto& in_log = known_.facts.host_compiler;  // absent if the question names the compiler
        const std::optional<Version> version = in_log ? in_log->version : std::nullopt;
        return text + fmt::format(", and {} is newer", format_name(*refused, version));
    }

    /// The compiler of the header that an error is in: the log's, except a GCC of another version than the header's.
    [[nodiscard]] std::optional<Compiler> compiler_of(const diagnose::HeaderPlace& place) const {
        using enum diagnose::HeaderOwner;
        if (!place.version || (place.owner != libstdcxx && place.owner != gcc && place.owner != clang)) return host_;
        const auto family = place.owner == clang ? Compiler::Family::clang : Compiler::Family::gcc;
        const bool is_of_clang = place.owner == libstdcxx && host_ && host_->family == Compiler::Family::clang;
        return is_of_clang ? host_ : Compiler{family, place.version->major};
    }

    /// An error in a header of the compiler or its libraries, judged as the pair of the release and the compiler.
    void explain_header(const SeenMessage& seen, ExplainedMessage& explained) const {
        const diagnose::HeaderPlace place = seen.place.value_or(diagnose::HeaderPlace{});
        DiagnoseAnswer::Finding& finding = explained.finding;
        if (place.owner == diagnose::HeaderOwner::visual_cxx || is_windows(known_.system)) {
            const MessageRow* limits = find_by_id(tables_.messages, "msvc-unsupported");
            finding.why.push_back({"explanation", std::string(*limits->why), limits->sources});
            finding.remedies.push_back({"remedy", std::string(*limits->remedy), limits->sources});
            return;
        }
        const std::optional<Compiler> compiler = compiler_of(place);
        const std::string header = name_of(place, compiler);
        const Release* release = newest_release();
        if (!release || !compiler) return explain_unjudged_header(header, compiler, explained);
        if (nvcc_refuses(tables_, release->version, *compiler)) {
            Explainer(tables_, known_, compiler).explain_refused_compiler(seen, compiler->family, explained);
            return;
        }
        const PairOfHeader pair(*this, *release, *compiler, place);
        if (const AdvisoryRow* broken_by = pair.broken_by()) return explain_advisories({broken_by}, explained);
        const Resolution resolution = resolve(tables_, pair.request());
        if (resolution.host) {
            finding.why.push_back(sentence({"header-in-limits",
                                            {{"header", header},
                                             {"cuda", format_cuda(known_)},
                                             {"compiler", *compiler},
                                             {"standard", resolution.host->standard}},
                                            resolution.host->range.max.sources}));
            for (const Diagnostic& note : resolution.notes)
                if (note.id.ends_with("headers-inferred")) finding.why.push_back(sentence(note));
            if (const AdvisoryRow* row = pair.in_question())
                finding.why.push_back(
                    sentence({"compiler-version-matters",
                              {{"compiler", *compiler}, {"message", row->message}, {"advisory", row->id}},
                              row->sources}));
            finding.remedies.push_back(sentence({"try-small-program"}));
            return;
        }
        const Rejection& rejection = *find_in(resolution.rejected, *compiler, &Rejection::compiler);
        finding.why.push_back(sentence({"header-beyond-limits",
                                        {{"header", header},
                                         {"cuda", format_cuda(known_)},
                                         {"compiler", *compiler},
                                         {"reason", text_of(rejection.reason)}},
                                        rejection.reason.sources}));
        use_resolved(compiler, explained);
    }

    /// The release or the compiler is unknown.
    void explain_unjudged_header(const std::string& header, std::optional<Compiler> compiler,
                                 ExplainedMessage& explained) const {
        DiagnoseAnswer::Finding& finding = explained.finding;
        const bool is_release_known = newest_release() || known_.is_before_tables();
        finding.why.push_back(
            sentence({"header-not-judged",
                      {{"header", header}, {"unknown", is_release_known ? "host compiler" : "CUDA release"}}}));
        if (is_release_known) {
            if (!compiler) finding.remedies.push_back(sentence({"name-compiler"}));
            return;
        }
        finding.remedies.push_back(sentence({"name-release"}));
        if (!compiler) return;
        if (const Release* first = Explainer(tables_, known_, compiler).later_release())
            finding.remedies.push_back(
                sentence({"use-release-that-takes", {{"release", first->version}, {"compiler", *compiler}}}));
    }

    /// A release and the compiler of a header, without any other compiler.
    class PairOfHeader {
    public:
        PairOfHeader(const Explainer& explainer, const Release& release, Compiler compiler,
                     const diagnose::HeaderPlace& place)
            : tables_(explainer.tables_), version_{compiler, place.version.value_or(Version{})}, owner_(place.owner) {
            using enum diagnose::HeaderOwner;
            const Knowledge& known = explainer.known_;
            const bool is_gcc = compiler.family == Compiler::Family::gcc;
            headers_ = owner_ == libstdcxx && place.version ? place.version->major
                                                            : default_libstdcxx(tables_, compiler);
            request_ = plain_request(release.version, known.system);
            request_.policy = Policy::enforced;
            request_.standard = known.standard;
            request_.stdenv = {
                .compiler = compiler, .libstdcxx = headers_, .glibc = known.glibc(), .fixed_advisories = {}};
            if (known.given.environment)
                request_.stdenv.fixed_advisories = known.given.environment->stdenv.fixed_advisories;
            else if (known.environment)
                request_.stdenv.fixed_advisories = stdenv_in(tables_, *known.environment).fixed_advisories;
            const bool is_own = is_gcc ? owner_ == libstdcxx || owner_ == gcc : owner_ == clang;
            // `13` of a path is the major version only.
            if (is_own && place.version && place.version->minor != -1) request_.compiler_versions = {&version_, 1};
            if (!is_gcc) request_.libstdcxx_headers = {&headers_, 1};
        }
        PairOfHeader(const PairOfHeader&) = delete;
        PairOfHeader& operator=(const PairOfHeader&) = delete;

        /// Points into this.
        [[nodiscard]] const Request& request() const noexcept { return request_; }

        /// The breakage of the pair, or of code with the compiler's own headers if the error is in one; nullptr:
        /// nothing known.
        [[nodiscard]] const AdvisoryRow* broken_by() const {
            if (const AdvisoryRow* row = find_any_breakage(tables_, situation())) return row;
            if (owner_ != diagnose::HeaderOwner::gcc) return nullptr;
            const std::vector<const AdvisoryRow*> all = compiler_advisories(tables_, situation());
            return all.empty() ? nullptr : all.front();
        }

        [[nodiscard]] const AdvisoryRow* in_question() const {
            return owner_ == diagnose::HeaderOwner::gcc ? find_version_in_question(tables_, situation()) : nullptr;
        }

    private:
        [[nodiscard]] Situation situation() const {
            const CxxStandard standard =
                request_.standard.value_or(default_standard(*find_release(tables_, request_.cuda)));
            return situation_of(request_, request_.stdenv.compiler, headers_, standard);
        }

        const Tables& tables_;
        CompilerVersion version_;
        diagnose::HeaderOwner owner_;
        int headers_ = 0;
        Request request_;
    };

    /// The compiler of the resolver, if it is another one.
    void use_resolved(std::optional<Compiler> failing, ExplainedMessage& explained) const {
        const std::optional<Resolution> resolution = Explainer(tables_, known_, failing).resolution_of(failing);
        if (!resolution || !resolution->host || resolution->broken_by) return;
        const std::optional<HostCompiler>& host = resolution->host;
        if (host->compiler == failing && host->compiler.family == Compiler::Family::gcc) return;
        if (host->compiler == failing && host->headers)
            explained.finding.remedies.push_back(
                sentence({"headers-older-than-library",
                          {{"headers", *host->headers}, {"library", stdenv_of_log(failing)->libstdcxx}}}));
        else explained.finding.remedies.push_back(sentence({"use-compiler", {{"compiler", host->compiler}}}));
        use(*host, explained.remedy);
    }

    /// `libstdc++ of GCC 16.1.1`
    [[nodiscard]] static std::string name_of(const diagnose::HeaderPlace& place, std::optional<Compiler> compiler) {
        using enum diagnose::HeaderOwner;
        std::string version;
        if (place.version)
            version = ' ' +
                      (place.version->minor == -1 ? std::to_string(place.version->major) : to_string(*place.version));
        switch (place.owner) {
            case libstdcxx:
                if (place.version) return fmt::format("libstdc++ of GCC{}", version);
                return compiler && compiler->family == Compiler::Family::gcc ? fmt::format("libstdc++ of {}", *compiler)
                                                                             : "libstdc++";
            case gcc: return fmt::format("GCC{}", version);
            case clang: return fmt::format("Clang{}", version);
            case glibc: return fmt::format("glibc{}", version);
            case cccl: return "CCCL";
            case visual_cxx: return fmt::format("Visual C++{}", version);
        }
        return {};
    }

    /// A combination that passes nvcc's check but fails.
    void explain_advisories(const std::vector<const AdvisoryRow*>& advisories, ExplainedMessage& explained) const {
        explained.finding.advisory = advisories.front()->id;
        const std::optional<HostCompiler> other = compiler_without(advisories);
        // Without an environment, any compiler may be available.
        const bool is_somewhere = host_ || known_.environment || known_.given.environment;
        const std::optional<Compiler> older = is_somewhere ? std::nullopt : older_compiler(advisories);
        if (other) {
            use(*other, explained.remedy);
        } else if (older) {
            explained.remedy.compiler = older;
            explained.remedy.overrides_ccbin = true;
        } else work_around(advisories, explained.remedy);

        std::vector<Sentence>& remedies = explained.finding.remedies;
        for (const AdvisoryRow* advisory : advisories) {
            explained.finding.why.push_back({"advisory", std::string(advisory->message), advisory->sources});
            if (advisory->workaround)
                remedies.push_back({"way-out", std::string(*advisory->workaround), advisory->sources});
        }
        const auto is_stated = [&](const std::string& text) {
            return std::ranges::any_of(remedies, [&](const Sentence& one) { return has_in_any_case(one.text, text); });
        };
        const Release* fixed_in = first_without(advisories);
        if (fixed_in && !is_stated(to_string(minor_of(fixed_in->version))))
            remedies.push_back(sentence({"use-release-without-it", {{"release", fixed_in->version}}}));
        const std::optional<Compiler> named = other ? std::optional(other->compiler) : older;
        if (!named || is_stated(fmt::format("{} {}", named->family, named->major))) return;
        remedies.push_back(sentence({other ? "use-compiler" : "use-compiler-without-it", {{"compiler", *named}}}));
    }

    /// The compiler of resolve() for the environment, if it is another one and none of the advisories is about it.
    [[nodiscard]] std::optional<HostCompiler> compiler_without(
        const std::vector<const AdvisoryRow*>& advisories) const {
        const std::optional<HostCompiler> host = compiler_to_use();
        const auto is_of_other_family = [](const AdvisoryRow* row, const std::optional<Compiler>& compiler) {
            return row->when.family && compiler && row->when.family != compiler->family;
        };
        const auto is_about_it = [&](const AdvisoryRow* row) {
            if (is_of_other_family(row, host->compiler)) return false;
            const bool is_about_all = !row->when.compiler && !row->when.libstdcxx_headers;
            const int headers = host->headers.value_or(host->compiler.major);
            return is_about_all || (row->when.compiler && row->when.compiler->contains(host->compiler.major)) ||
                   (row->when.libstdcxx_headers && row->when.libstdcxx_headers->contains(headers));
        };
        // A GCC in a message about Clangs is the one whose headers it names.
        const bool is_of_headers =
            std::ranges::any_of(advisories, [&](const AdvisoryRow* row) { return is_of_other_family(row, host_); });
        const bool is_same = !host || (host->compiler == host_ && !is_of_headers);
        return is_same || std::ranges::any_of(advisories, is_about_it) ? std::nullopt : host;
    }

    /// The workaround of the advisories, with a compiler that nvcc supports.
    void work_around(const std::vector<const AdvisoryRow*>& advisories, PlanInput& remedy) const {
        if (std::ranges::none_of(advisories, &AdvisoryRow::breaks)) return;
        const std::optional<Resolution> resolution = resolution_of(std::nullopt);
        if (resolution && !resolution->host) return;
        remedy.advisories = advisories;
        if (!resolution) return;
        use(*resolution->host, remedy);
        remedy.is_default = resolution->host->compiler == host_;
        remedy.overrides_ccbin = !remedy.is_default;
    }

    /// The advisories that can cause the message in the known releases; at least one.
    [[nodiscard]] std::vector<const AdvisoryRow*> advisories_of(const MessageRow& message) const {
        std::vector<const AdvisoryRow*> all, of_releases;
        for (const std::string_view id : message.advisories) {
            const AdvisoryRow& row = *find_by_id(tables_.advisories, id);
            const auto is_of = [&](const Release* release) {
                return !row.when.releases || row.when.releases->contains(release->version);
            };
            all.push_back(&row);
            if (std::ranges::any_of(known_.releases, is_of)) of_releases.push_back(&row);
        }
        return of_releases.empty() ? all : of_releases;
    }

    /// The newest GCC that is older than all GCCs in the advisories. Absent if an advisory is also about older ones, or
    /// if the releases do not support it.
    [[nodiscard]] std::optional<Compiler> older_compiler(const std::vector<const AdvisoryRow*>& advisories) const {
        std::optional<int> oldest;
        for (const AdvisoryRow* advisory : advisories) {
            const std::optional<MajorRange>& of = advisory->when.libstdcxx_headers ? advisory->when.libstdcxx_headers
                                                                                   : advisory->when.compiler;
            if (!of || !of->min || !advisory->when.compiler_versions.empty()) return std::nullopt;
            if (!oldest || *of->min < *oldest) oldest = of->min;
        }
        if (!oldest) return std::nullopt;
        const Compiler older{Compiler::Family::gcc, *oldest - 1};
        for (const Release* release : known_.releases) {
            const HostCompilerRow* row = find_host_compilers(tables_, older.family, release->version);
            if (!row || !row->enforced || row->enforced->max < older.major) return std::nullopt;
        }
        return older;
    }

    /// The first public release without these advisories; nullptr: none.
    [[nodiscard]] const Release* first_without(const std::vector<const AdvisoryRow*>& advisories) const {
        std::optional<Version> last;
        for (const AdvisoryRow* advisory : advisories) {
            if (!advisory->when.releases || !advisory->when.releases->max) return nullptr;
            if (!last || is_before(*last, *advisory->when.releases->max)) last = advisory->when.releases->max;
        }
        for (const Release& release : tables_.releases)
            if (!release.preview && is_before(*last, release.version)) return &release;
        return nullptr;
    }

    const Tables& tables_;
    const Knowledge& known_;
    std::optional<Compiler> host_;  // from the log or an option
    std::vector<Compiler> available_;
};

/// Facts that follow from the message: the C library that its advisory is about.
void add_facts_from(const Tables& tables, const std::vector<const SeenMessage*>& messages, Knowledge& knowledge) {
    if (knowledge.facts.glibc) return;
    for (const SeenMessage* seen : messages)
        for (const std::string_view id : find_by_id(tables.messages, seen->wording->message)->advisories) {
            const AdvisoryRow& advisory = *find_by_id(tables.advisories, id);
            if (!advisory.when.glibc || !advisory.when.glibc->min) continue;
            const std::optional<Version> known = knowledge.glibc();
            if (known && !is_before(*known, *advisory.when.glibc->min)) continue;
            knowledge.facts.glibc = {*advisory.when.glibc->min, true, FactRole::implied, seen->line.number};
        }
}

/// Instructions for one message must not undo those for another. All messages that need a compiler of the first one's
/// family get the oldest of these compilers.
void give_all_messages_the_same_compiler(std::vector<ExplainedMessage>& messages) {
    std::optional<Compiler> oldest;
    for (const ExplainedMessage& message : messages) {
        const std::optional<Compiler>& own = message.remedy.compiler;
        if (own && (!oldest || (own->family == oldest->family && own->major < oldest->major))) oldest = own;
    }
    for (ExplainedMessage& message : messages)
        if (oldest && message.remedy.compiler && message.remedy.compiler->family == oldest->family)
            message.remedy.compiler = oldest;
}

}  // namespace

std::string format_cuda(const Knowledge& known) {
    if (!known.facts.cuda) return "CUDA";
    return format_releases(VersionRange{known.facts.cuda->first, known.facts.cuda->last});
}

Diagnosis explain_messages(const Tables& tables, const std::vector<const SeenMessage*>& messages, Knowledge knowledge) {
    Diagnosis diagnosis{std::move(knowledge), {}, {}};
    add_facts_from(tables, messages, diagnosis.knowledge);
    // The explainer keeps a reference to the knowledge, so no fact may be added after this.
    const Explainer explainer(tables, diagnosis.knowledge);
    for (const SeenMessage* seen : messages) diagnosis.messages.push_back(explainer.explain(*seen));
    give_all_messages_the_same_compiler(diagnosis.messages);
    if (diagnosis.messages.size() > 1) diagnosis.for_all = explainer.remedies_for_all(diagnosis.messages);
    return diagnosis;
}

Diagnosis explain(const Tables& tables, const diagnose::LogReading& reading, const diagnose::Given& given) {
    Knowledge known = knowledge_of(tables, reading, given);
    known.api = reading.api;
    const auto is_about_api = [&](const SeenMessage& seen) {
        return find_by_id(tables.messages, seen.wording->message)->cause == MessageRow::Cause::api;
    };
    // A name that the release has is missing for another reason.
    const auto is_possible = [&](const SeenMessage& seen) {
        std::optional<VersionRange> releases;
        if (known.facts.cuda) releases = {known.facts.cuda->first, known.facts.cuda->last};
        return !is_about_api(seen) || !known.api || can_print(*known.api, *seen.wording, seen.fillings, releases);
    };
    const std::vector<diagnose::JudgedMessage> judged = judge_messages(reading, given.release != nullptr, is_possible);
    for (const SeenMessage& seen : reading.messages)
        if (is_about_api(seen) && is_possible(seen)) known.api_messages.push_back(&seen);
    std::vector<const SeenMessage*> causes;
    for (const diagnose::JudgedMessage& one : judged)
        if (one.counts) causes.push_back(one.seen);
    Diagnosis diagnosis = explain_messages(tables, causes, std::move(known));
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const diagnose::JudgedMessage& one = judged[i];
        std::optional<Sentence> reason;
        if (one.reason) reason = sentence(*one.reason);
        if (one.counts) {
            diagnosis.messages[i].finding.status = one.status;
            diagnosis.messages[i].finding.status_reason = std::move(reason);
        } else {
            const MessageRow& row = *find_by_id(tables.messages, one.seen->wording->message);
            const diagnose::LogLine& line = one.seen->line;
            diagnosis.others.push_back({row.id, row.title, line.number, {line.text}, one.status, reason.value()});
        }
    }
    return diagnosis;
}

}  // namespace cudastdenv::messages
