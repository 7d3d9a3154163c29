// SPDX-License-Identifier: MIT
#include "messages/wheel_causes.hpp"

#include "core/text.hpp"
#include "messages/diagnostics.hpp"
#include "messages/wheels.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::messages {

using diagnose::Knowledge;

std::optional<DriverVersion> driver_in(const Tables& tables, const Knowledge& known) {
    if (known.driver || !known.driver_cuda) return known.driver;
    const PtxVersionRow* row = find_ptx_version(tables, known.driver_cuda->value);
    return row && row->branch ? std::optional(DriverVersion{*row->branch}) : std::nullopt;
}

namespace {

/// Builds of the message's program for the machine of one log.
class WheelExplainer {
public:
    WheelExplainer(const Tables& tables, const Knowledge& known, ExplainedMessage& explained)
        : tables_(tables), known_(known), explained_(explained), finding_(explained.finding) {
        const std::string_view program = program_of_log();
        is_certain_ = !program.empty();
        question_.project = {find_by_id(tables.wheel_projects, is_certain_ ? program : pytorch), {}};
        if (!known.system.empty()) question_.system = known.system;
        question_.gpus = known.gpus();
        question_.driver = driver_in(tables, known);
        if (known.given.for_tool == PlanTool::conda && question_.project.row) use_conda();
    }

    void explain() {
        const std::string_view id = explained_.message->id;
        using enum MessageCause;
        const auto is_jetsons = [&](const Gpu& gpu) { return is_jetson(tables_, gpu.capability); };
        if (!question_.project.row || !wheel_system(question_.system) ||
            std::ranges::any_of(question_.gpus, is_jetsons))
            return;
        if (!is_certain_) {
            if (explained_.message->cause == coverage && may_be_of_torch()) offer_newest();
            return;
        }
        const bool is_unseen = id == "torch-sees-no-gpu" && !finding_.why.empty();
        const bool is_for_cpu = is_unseen && has("torch-for-cpu", finding_.why);
        if (explained_.message->cause == driver || (is_unseen && !is_for_cpu)) explain_driver();
        if (id == "libcudart-not-found") use_library();
        if (id == "pip-no-such-version" || id == "torchvision-without-operators") use_named();
        if (explained_.wheel) return;
        if (question_.gpus.empty()) {
            const bool names_gpu = !diagnose::value_of(explained_.seen->fillings, Fact::capability).empty();
            if (is_for_cpu || is_of_pip() ||
                (explained_.message->cause == coverage && !known_.facts.cuda && !names_gpu))
                ask_for_gpu();
            return;
        }
        if (explained_.message->cause == coverage) explain_missing_code();
        else if (is_for_cpu || id == "torch-without-cuda" || is_of_pip() || is_of_torchvision()) use_newest();
        else if (id == "torch-cuda-mismatch" && has("use-torch", finding_.remedies)) explain_mismatch();
        else if (id == "torch-capability-range" && has("use-torch", finding_.remedies)) use_newest();
    }

private:
    static constexpr std::string_view pytorch = "torch";

    /// Only where a build of conda may run.
    void use_conda() {
        question_.channel = conda_channel(tables_, *question_.project.row);
        if (one_runs(find_builds(tables_, question_)) == false) question_.channel.reset();
    }

    /// The project of the program that printed the message; empty: unknown, because others print it too.
    [[nodiscard]] std::string_view program_of_log() const {
        const std::string_view package = diagnose::value_of(explained_.seen->fillings, Fact::package);
        if (const auto named = find_wheel_project(tables_, package)) return named->row->id;
        const auto is_project = [&](std::string_view tool) {
            return find_by_id(tables_.wheel_projects, tool) != nullptr;
        };
        if (const WheelProjectRow* printer = printing_project(tables_, explained_)) return printer->id;
        constexpr std::string_view vllm = "vllm";  // uses PyTorch
        if (contains(known_.tools, vllm)) return vllm;
        if (known_.is_of_torch() || is_of_torchvision()) return pytorch;
        const auto found = std::ranges::find_if(known_.tools, is_project);
        return found == known_.tools.end() ? std::string_view() : *found;
    }

    [[nodiscard]] static bool has(std::string_view code, const std::vector<Sentence>& all) {
        return find_in(all, code, [](const Sentence& one) { return std::string_view(one.code); }) != nullptr;
    }

    /// Whether the message is about two packages, which have to be of one index.
    [[nodiscard]] bool is_of_torchvision() const {
        return explained_.message->id == "torchvision-without-operators" ||
               explained_.message->id == "torch-packages-conflict" ||
               explained_.message->id == "torch-packages-mismatch";
    }

    /// Whether pip found no file of the package.
    [[nodiscard]] bool is_of_pip() const {
        return explained_.message->id == "pip-no-such-version" || explained_.message->id == "pip-no-file";
    }

    /// Whether any program can have printed the message, and nothing shows that it is built here.
    [[nodiscard]] bool may_be_of_torch() const {
        constexpr std::array<std::string_view, 2> any{"cudart", "libcuda"};
        constexpr std::array<std::string_view, 4> harmless{"pip", "uv", "windows", "wsl"};
        const auto is_any = [&](std::string_view tool) { return contains(any, tool); };
        const auto is_harmless = [&](std::string_view tool) { return contains(harmless, tool); };
        return std::ranges::any_of(explained_.seen->wording->tools, is_any) &&
               std::ranges::all_of(known_.tools, is_harmless) && !known_.facts.cuda;
    }

    /// The newest build that runs, beside what the owner of another program can do.
    void offer_newest() {
        const std::vector<WheelBuild> builds = find_builds(tables_, question_);
        const WheelBuild* best = question_.gpus.empty() ? nullptr : best_build(builds);
        if (!best) return;
        const PlanInput of_program = explained_.remedy;
        use(*best, "wheel-use-if-torch");
        explained_.remedy = of_program;
        explained_.is_wheel_certain = false;
    }

    void ask_for_gpu() {
        finding_.remedies = {
            sentence({"wheel-needs-gpu", {{"project", question_.project.row->title}}, question_.project.row->sources})};
        explained_.is_answered = true;
    }

    /// The build that the log names, where it is the wish.
    void use_named() {
        if (const std::optional<WheelBuild> named = installed(); named && named->runs != false && !question_.channel) {
            finding_.remedies.clear();
            use(*named, "wheel-of-index");
        }
    }

    /// A build for the major CUDA release of the library, `libcudart.so.13`: of PyTorch the installed version.
    void use_library() {
        const std::string file = file_in(*explained_.seen->wording, explained_.seen->fillings);
        const auto major = whole_number(std::string_view(file).substr(file.find_last_of('.') + 1));
        const auto &torch = known_.facts.torch, &cuda = known_.facts.torch_cuda;
        if (!major || (cuda && cuda->value.major == *major)) return;
        WheelQuestion question = question_;
        if (is_torch()) {
            if (!torch || torch->value.patch == -1 || !cuda) return;
            const PackageVersion version{torch->value.major, torch->value.minor, torch->value.patch};
            question.versions = {version, version};
        } else {
            explained_.beside_wheel = {"torch"};
        }
        for (const WheelBuild& build : find_builds(tables_, question)) {
            if (!build.row->cuda || build.row->cuda->major != *major || build.runs == false) continue;
            use(build, "wheel-with-library");
            return;
        }
    }

    /// The installed build, if the log names its version and CUDA release and the tables have it.
    [[nodiscard]] std::optional<WheelBuild> installed() const {
        const auto &torch = known_.facts.torch, &cuda = known_.facts.torch_cuda;
        if (!is_torch() || !torch || !cuda || torch->value.patch == -1) return std::nullopt;
        WheelQuestion question = question_;
        const PackageVersion version{torch->value.major, torch->value.minor, torch->value.patch};
        question.versions = {version, version};
        question.cuda = cuda->value;
        question.channel.reset();
        std::vector<WheelBuild> builds = find_builds(tables_, question);
        return builds.empty() ? std::nullopt : std::optional(std::move(builds.front()));
    }

    [[nodiscard]] bool is_torch() const { return question_.project.row->id == pytorch; }

    [[nodiscard]] std::string gpu_names() const {
        return joined_by_and(question_.gpus, [](const Gpu& gpu) { return format_gpu(gpu); });
    }

    /// `Tesla P100 (6.0) with driver 570.26`
    [[nodiscard]] std::string place() const {
        const std::string gpus = gpu_names();
        if (!question_.driver) return gpus;
        return fmt::format("{}{}driver {}", gpus, gpus.empty() ? "" : " with ", *question_.driver);
    }

    void use(const WheelBuild& build, std::string_view id) {
        const WheelFacts facts = wheel_facts(tables_, build, question_);
        const std::string python = format_python(build.row->python);
        finding_.remedies.push_back(sentence({id,
                                              {{"build", format_build(facts)},
                                               {"place", place()},
                                               {"index", facts.index.value_or("https://pypi.org")},
                                               {"python", python.empty() ? "" : ", with Python " + python},
                                               {"driver", facts.driver ? to_string(*facts.driver) : std::string()}},
                                              build.row->sources}));
        explained_.wheel = build;
        if (is_of_torchvision()) explained_.beside_wheel = {"torchvision"};
        explained_.remedy.list.reset();
        explained_.is_answered = true;
    }

    /// The newest build that runs; without one for the driver, the newest with another driver. False: none.
    bool use_newest() {
        std::vector<WheelBuild> builds = find_builds(tables_, question_);
        const WheelBuild* best = best_build(builds);
        if (!best) best = likely_build(builds);
        std::string_view id = "wheel-use";
        if (!best && question_.driver) {
            WheelQuestion question = question_;
            question.driver.reset();
            builds = find_builds(tables_, question);
            best = best_build(builds);
            id = "wheel-use-with-driver";
        }
        if (!best) return false;
        finding_.remedies.clear();
        use(*best, id);
        return true;
    }

    /// The ranges of versions that have code for the GPU, by variant, the newest CUDA release first.
    void add_builds_with_code() {
        WheelQuestion question = question_;
        question.driver.reset();
        std::vector<std::string> variants;
        std::vector<std::string_view> seen;
        constexpr std::size_t most = 4;
        for (const WheelBuild& build : find_builds(tables_, question)) {
            const std::string_view variant = build.row->variant ? *build.row->variant : build.row->install;
            if (build.runs != true || contains(seen, variant) || seen.size() == most) continue;
            seen.push_back(variant);
            variants.push_back(fmt::format("{} (the newest is {})", variant, build.version));
        }
        if (!variants.empty())
            finding_.why.push_back(sentence({"wheels-with-code",
                                             {{"project", question.project.row->title},
                                              {"variants", joined_by_and(variants)},
                                              {"gpu", gpu_names()}},
                                             question.project.row->sources}));
    }

    void explain_missing_code() {
        const std::optional<WheelBuild> own = installed();
        const auto is_of_nvcc = [](const Sentence& why) {
            const std::string_view code = why.code;
            return code == "capability-releases" || code == "capability-built";
        };
        if (own && own->runs == true) {
            std::erase_if(finding_.why, is_of_nvcc);
            finding_.why.push_back(sentence({"wheel-has-code",
                                             {{"build", format_build(wheel_facts(tables_, *own, question_))},
                                              {"code", describe(tables_, *own).text}},
                                             own->row->sources}));
            return;
        }
        if (!use_newest()) {
            finding_.why = {sentence({"wheel-none",
                                      {{"project", question_.project.row->title}, {"gpu", gpu_names()}},
                                      question_.project.row->sources})};
            return;
        }
        std::erase_if(finding_.why, is_of_nvcc);
        if (own && own->runs == false) {
            std::erase_if(finding_.why, [](const Sentence& why) {
                return std::string_view(why.code).starts_with("torch-") || why.code == std::string_view("built-for");
            });
            finding_.why.push_back(sentence({"wheel-lacks-code",
                                             {{"build", format_build(wheel_facts(tables_, *own, question_))},
                                              {"gpu", gpu_names()},
                                              {"why", describe(tables_, *own).text}},
                                             own->row->sources}));
        }
        add_builds_with_code();
    }

    /// nvcc's release decides, if a build of PyTorch has it.
    void explain_mismatch() {
        if (known_.facts.cuda) question_.cuda = minor_of(known_.facts.cuda->last);
        const std::vector<WheelBuild> builds = find_builds(tables_, question_);
        if (!best_build(builds)) question_.cuda.reset();
        use_newest();
    }

    /// A build for an older CUDA release, beside the driver to install. Without a GPU the driver alone decides.
    void explain_driver() {
        if (!question_.driver) return;
        const std::vector<WheelBuild> builds = find_builds(tables_, question_);
        const auto runs_there = [&](const WheelBuild& build) {
            if (!question_.gpus.empty()) return build.runs == true;
            if (!build.row->cuda) return false;
            const Request request = plain_request(*build.row->cuda, question_.system);
            return cudastdenv::runs(judge_driver(tables_, request, *question_.driver)) == true;
        };
        const auto found = std::ranges::find_if(builds, runs_there);
        if (found == builds.end()) return;
        std::erase_if(finding_.remedies, [](const Sentence& remedy) {
            return remedy.text.find("cudastdenv releases") != remedy.text.npos;
        });
        use(*found, "wheel-use-instead");
    }

    const Tables& tables_;
    const Knowledge& known_;
    ExplainedMessage& explained_;
    DiagnoseAnswer::Finding& finding_;
    WheelQuestion question_;
    bool is_certain_ = false;  // whether the project is the program's
};

}  // namespace

const WheelProjectRow* printing_project(const Tables& tables, const ExplainedMessage& explained) {
    const auto& printers = explained.seen->wording->tools;
    return printers.size() == 1 ? find_by_id(tables.wheel_projects, printers.front()) : nullptr;
}

void explain_wheel(const Tables& tables, const Knowledge& known, ExplainedMessage& explained) {
    WheelExplainer(tables, known, explained).explain();
}

}  // namespace cudastdenv::messages
