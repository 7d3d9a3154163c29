// SPDX-License-Identifier: MIT
/// Instructions, for every release and every environment. There are lines if the name of the compiler there is known.
/// In a shell, they have the same effect as `env` on a machine with it.

#include "builtin.hpp"
#include "findings/build_environment.hpp"
#include "plan/plan.hpp"
#include "query/query.hpp"
#include "resolve/component.hpp"
#include "resolve/host_compiler.hpp"
#include "sample.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"
#include "unit/temporary.hpp"

#include <doctest/doctest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::query;

namespace {

constexpr std::array shell_tools{PlanTool::nvcc, PlanTool::cmake, PlanTool::make, PlanTool::torch};
constexpr std::string_view compiler_of_conda = "/conda/bin/x86_64-conda-linux-gnu-c++";
constexpr std::string_view nix_output = "/nix/store/fake-wrapper";
constexpr std::array<std::string_view, 7> watched{"NVCC_CCBIN", "NVCC_PREPEND_FLAGS",  "LDFLAGS", "CUDAHOSTCXX", "CXX",
                                                  "CUDAARCHS",  "TORCH_CUDA_ARCH_LIST"};

using Values = std::map<std::string, std::string, std::less<>>;

/// An answer for one release in one environment, or without one.
struct Answered {
    Version release;
    const EnvironmentRow* environment;
    PlanInput plan_input;
    std::string typed;
};

OptionTexts texts_for(Version release, const EnvironmentRow* environment) {
    std::map<std::string, std::string, std::less<>> texts{{"cuda", to_string(release)}, {"for", "cmake"}};
    texts["stdenv"] = environment ? std::string(environment->id) : "gcc-16";
    return OptionTexts(texts);
}

/// Calls `visit` with each answer that has a working host compiler.
template <class Visit>
void for_each_answer(const Visit& visit) {
    const Context context = without_machine(tables);
    std::vector<const EnvironmentRow*> environments{nullptr};
    for (const EnvironmentRow& environment : tables.environments) environments.push_back(&environment);
    for (const Release& release : sampled(tables.releases))
        for (const EnvironmentRow* environment : environments) {
            const OptionTexts texts = texts_for(release.version, environment);
            const Query question(context, texts);
            if (!is_answered(question.resolution())) continue;
            visit(Answered{release.version, environment, plan_input(question, {.tool = PlanTool::cmake}),
                           fmt::format("--cuda {} --stdenv {}", to_string(release.version), texts.value("stdenv"))});
        }
}

std::string_view distribution_id(const Answered& answered) {
    const DistributionRow* row = answered.environment ? distribution_of(builtin_tables(), *answered.environment)
                                                      : nullptr;
    return row ? row->id : std::string_view{};
}

bool is_broken(const Answered& answered) {
    return std::ranges::any_of(answered.plan_input.advisories,
                               [](const AdvisoryRow* row) { return row->severity == AdvisoryRow::Severity::broken; });
}

/// No instruction works around what breaks it.
bool is_without_detour(const Answered& answered) {
    return std::ranges::any_of(answered.plan_input.advisories, [](const AdvisoryRow* row) {
        return row->severity == AdvisoryRow::Severity::broken &&
               std::ranges::find(row->workarounds, Workaround::glibc_shim) == row->workarounds.end();
    });
}

bool has_lines(PlanTool tool, const Answered& answered) {
    return !make_plan(tool, answered.plan_input, builtin_tables()).lines.empty();
}

/// The name of the host compiler in the lines, which the fake programs answer for.
std::string program_called(const Answered& answered) {
    if (distribution_id(answered) == "conda-forge") return std::string(compiler_of_conda);
    if (distribution_id(answered) == "nixos") return fmt::format("{}/bin/g++", nix_output);
    return cxx_program(*answered.plan_input.compiler, answered.environment, builtin_tables()).value();
}

/// The path of libstdc++ that the fake GCC prints.
std::string directory_of(const std::string& program) { return "/usr/lib/gcc/" + program; }

std::string list_as(std::string_view spelling, const Answered& answered) {
    return write_list(*find_spelling(spelling), {builtin_tables(), answered.plan_input.system, answered.release},
                      *answered.plan_input.list)
        .text;
}

/// The variables of `env` on a machine with that compiler.
Values exported_by_env(const Answered& answered, std::optional<bool> heeds) {
    const FoundCompiler compiler{.compiler = *answered.plan_input.compiler, .path = program_called(answered)};
    BuildChoice choice;
    choice.compiler = &compiler;
    choice.nvcc_heeds_ccbin = heeds;
    choice.cmake_architectures = list_as("cmake", answered);
    choice.torch_architectures = list_as("torch", answered);
    if (answered.plan_input.library) {
        const Compiler owner{Compiler::Family::gcc, answered.plan_input.library->major};
        if (const auto program = cxx_program(owner, answered.environment, builtin_tables()))
            choice.link = LinkFolder{directory_of(*program), !answered.environment};
    }
    Values values;
    REQUIRE(unfit_folder(choice).empty());
    for (const Assignment& assignment : build_environment(choice, {}))
        if (assignment.value) values[assignment.name] = *assignment.value;
    return values;
}

/// Fake programs that answer the lines, and record their arguments.
class Shell {
public:
    Shell() {
        const auto fake = [&](const std::string& name, std::string_view body) {
            test::write_program(directory_.path() / name, body);
        };
        // Only the part before it is theirs: the file's own name must be removed.
        constexpr std::string_view gcc = "echo /usr/lib/gcc/${0##*/}/file";
        for (int major = 4; major <= 20; ++major) fake(fmt::format("g++-{}", major), gcc);
        fake("g++", gcc);
        fake("gcc14-g++", gcc);
        fake("nix-build", fmt::format("echo {}", nix_output));
        fake("conda", "");
        fake("cudastdenv", "echo export SHIM=1");
        for (const char* name : {"nvcc", "cmake", "make"})
            fake(name, "for word; do printf 'argument %s\\n' \"$word\"; done");
    }

    /// The variables that the lines set, and the arguments of the program that they call.
    struct Typed {
        Values values;
        std::vector<std::string> arguments;
    };

    const Typed& type(const std::vector<std::string>& lines) {
        const std::string script = fmt::format("{}\n", fmt::join(lines, "\n"));
        const auto known = typed_.find(script);
        return known == typed_.end() ? typed_[script] = run(script) : known->second;
    }

    [[nodiscard]] std::size_t runs() const { return typed_.size(); }

private:
    Typed run(const std::string& script) const {
        std::string whole = fmt::format(
            "set -e\nPATH={}:/usr/bin:/bin\nCXX={}\nCC=/conda/bin/x86_64-conda-linux-gnu-cc\nCONDA_PREFIX=/conda\n"
            "unset {}\n",
            directory_.path().string(), compiler_of_conda, "NVCC_CCBIN NVCC_PREPEND_FLAGS LDFLAGS CUDAHOSTCXX");
        whole += script;
        for (const std::string_view name : watched) whole += fmt::format("printf 'set {0} %s\\n' \"${0}\"\n", name);
        const std::filesystem::path file = directory_.path() / "script";
        test::write(file, whole);
        Typed typed;
        std::FILE* output = ::popen(fmt::format("sh {} 2>&1", file.string()).c_str(), "r");
        REQUIRE(output);
        std::array<char, 4096> line{};
        while (std::fgets(line.data(), line.size(), output)) take(line.data(), typed);
        CHECK_MESSAGE(::pclose(output) == 0, script);
        return typed;
    }

    static void take(std::string_view line, Typed& typed) {
        line.remove_suffix(1);
        const auto rest = [&](std::string_view start) { return line.substr(start.size()); };
        if (line.starts_with("argument ")) typed.arguments.emplace_back(rest("argument "));
        if (!line.starts_with("set ")) return;
        const std::string_view pair = rest("set ");
        const std::size_t blank = pair.find(' ');
        std::string value(pair.substr(blank + 1));
        while (value.ends_with(' ')) value.pop_back();
        typed.values[std::string(pair.substr(0, blank))] = value;
    }

    machine::TemporaryFolder directory_{"law-apply"};
    std::map<std::string, Typed> typed_;
};

/// The value of a definition in arguments: `-DNAME=`.
std::string definition(const std::vector<std::string>& arguments, std::string_view start) {
    for (const std::string& argument : arguments)
        if (argument.starts_with(start)) return argument.substr(start.size());
    return {};
}

}  // namespace

TEST_CASE("prints lines wherever the name of the compiler is known") {
    std::size_t answers = 0;
    for_each_answer([&](const Answered& answered) {
        if (is_without_detour(answered)) return;
        CAPTURE(answered.typed);
        ++answers;
        const std::string_view distribution = distribution_id(answered);
        const Compiler compiler = *answered.plan_input.compiler;
        const auto package = answered.environment ? package_in(tables, *answered.environment, compiler) : std::nullopt;
        const bool is_nix = distribution == "nixos";
        const bool is_named = !answered.environment || distribution == "conda-forge" || (package && package->program);
        for (const PlanTool tool : shell_tools)
            if (!is_nix) CHECK(has_lines(tool, answered) == is_named);
        for (const PlanTool tool : {PlanTool::apt, PlanTool::dnf, PlanTool::pacman}) {
            const bool is_own = package && package->distribution->install.starts_with(to_string(tool));
            if (answered.environment) CHECK(has_lines(tool, answered) == (is_own && is_named));
        }
        const EnvironmentRow& conda = *find_environment(tables, "conda-forge");
        const bool is_in_conda = package_in(tables, conda, compiler) && answered.plan_input.system == "x86_64-linux";
        if (!is_broken(answered)) {
            CHECK(has_lines(PlanTool::spack, answered));
            if (answered.plan_input.system == "x86_64-linux")
                CHECK(has_lines(PlanTool::conda, answered) == is_in_conda);
        }
        const bool is_whole = !plan_that_fits(answered.plan_input, tables).empty();
        CHECK(is_whole == (is_nix ? has_lines(PlanTool::nix, answered) : is_named));
    });
    CHECK(answers > where_every_case_is_tried(2000));
}

TEST_CASE("uses a package set of nixpkgs whose stdenv has the compiler") {
    std::size_t with_lines = 0;
    for_each_answer([&](const Answered& answered) {
        if (distribution_id(answered) != "nixos") return;
        CAPTURE(answered.typed);
        const std::vector<std::string> lines = make_plan(PlanTool::nix, answered.plan_input, builtin_tables()).lines;
        const std::string set = fmt::format("cudaPackages_{}_{}", answered.release.major, answered.release.minor);
        const bool has_set = find_package_set(builtin_tables(), answered.environment->id, set);
        if (!has_set) CHECK(lines.empty());
        if (lines.empty()) return;
        ++with_lines;
        CHECK(lines.front().find(set + ".backendStdenv") != std::string::npos);
        for (const PlanTool tool : shell_tools) CHECK(has_lines(tool, answered));
    });
    CHECK(with_lines > where_every_case_is_tried(50));
}

TEST_CASE("sets the same variables as env") {
    Shell shell;
    for_each_answer([&](const Answered& answered) {
        if (is_broken(answered)) return;
        CAPTURE(answered.typed);
        for (const PlanTool tool : shell_tools) {
            const std::vector<std::string> lines = make_plan(tool, answered.plan_input, tables).lines;
            if (lines.empty()) continue;
            const std::optional<bool> heeds = reads_ccbin_variable(tables, answered.release);
            const bool names_by_itself = tool == PlanTool::cmake || tool == PlanTool::torch;
            const Values env = exported_by_env(answered, names_by_itself ? std::optional(true) : heeds);
            const auto of_env = [&](std::string_view name) {
                const auto found = env.find(name);
                return found == env.end() ? std::string() : found->second;
            };
            const Shell::Typed& typed = shell.type(lines);
            const auto value = [&](std::string_view name) { return typed.values.find(name)->second; };
            CHECK(value("NVCC_PREPEND_FLAGS") == of_env("NVCC_PREPEND_FLAGS"));
            CHECK((tool == PlanTool::nvcc || value("LDFLAGS") == of_env("LDFLAGS")));
            if (!names_by_itself && heeds != false) CHECK(value("NVCC_CCBIN") == of_env("NVCC_CCBIN"));
            if (tool == PlanTool::make) CHECK(definition(typed.arguments, "CXX=") == of_env("NVCC_CCBIN"));
            if (tool == PlanTool::torch) {
                CHECK(value("CXX") == of_env("NVCC_CCBIN"));
                CHECK(value("TORCH_CUDA_ARCH_LIST") == of_env("TORCH_CUDA_ARCH_LIST"));
            }
            if (tool == PlanTool::cmake) {
                CHECK(value("CUDAHOSTCXX") == of_env("CUDAHOSTCXX"));
                CHECK(definition(typed.arguments, "-DCMAKE_CUDA_HOST_COMPILER=") == of_env("CUDAHOSTCXX"));
                CHECK(definition(typed.arguments, "-DCMAKE_CUDA_ARCHITECTURES=") == of_env("CUDAARCHS"));
            }
        }
    });
    MESSAGE(shell.runs(), " scripts were run");
    CHECK(shell.runs() > 100);
}

TEST_CASE("works around a breakage with the shim, or prints nothing") {
    Shell shell;
    std::size_t broken = 0;
    for_each_answer([&](const Answered& answered) {
        if (!is_broken(answered)) return;
        CAPTURE(answered.typed);
        for (const PlanTool tool : enumerators<PlanTool>) {
            const std::vector<std::string> lines = make_plan(tool, answered.plan_input, builtin_tables()).lines;
            if (is_without_detour(answered)) CHECK(lines.empty());
            if (lines.empty()) continue;
            ++broken;
            const std::string all = fmt::format("{}", fmt::join(lines, "\n"));
            const bool is_image = tool == PlanTool::docker;
            CHECK(all.find(is_image ? "libc-header-start.h" : "--glibc-shim") != std::string::npos);
            if (tool == PlanTool::nvcc) (void)shell.type(lines);
        }
    });
    CHECK(broken > where_every_case_is_tried(100));
}
