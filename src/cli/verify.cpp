// SPDX-License-Identifier: MIT
#include "machine/verify/verify.hpp"

#include "cli/command.hpp"
#include "core/text.hpp"
#include "machine/host/host.hpp"
#include "machine/os/files.hpp"
#include "pages/machine.hpp"
#include "tables/lookup.hpp"

#include <thread>

namespace cudastdenv::cli {

namespace {

using machine::MachineError;
using verify::TrialPlan;
using verify::VerifyRow;
using verify::VerifySubject;

/// A toolkit elsewhere is found like the one in CUDA_HOME.
machine::Surroundings surroundings_of(const ParsedOptions& options) {
    machine::Surroundings surroundings = machine::Surroundings::here();
    if (!options.has("toolkit")) return surroundings;
    std::error_code error;
    const auto folder = std::filesystem::canonical(options.value("toolkit"), error);
    if (error || !std::filesystem::is_directory(folder, error))
        throw BadInput(InputError::malformed, "{} is not a directory; pass the directory that contains bin/nvcc",
                       in_quotes(options.value("toolkit")));
    surroundings.variables["CUDA_HOME"] = folder.string();
    return surroundings;
}

/// `named` is the directory in --toolkit, links resolved.
const FoundToolkit& choose_toolkit(const Host& host, const ParsedOptions& options, const std::filesystem::path& named,
                                   const std::optional<WantedRelease>& asked) {
    if (options.has("toolkit")) {
        if (const FoundToolkit* found = find_in(host.toolkits, named, &FoundToolkit::root)) return *found;
        throw MachineError(fmt::format("no working nvcc in {}", shown(options.value("toolkit"))));
    }
    if (host.toolkits.empty()) throw MachineError("nothing to run: no nvcc found on this machine; pass --toolkit DIR");
    if (!asked) return host.toolkits.front();
    if (const FoundToolkit* found = find_toolkit(host, *asked)) return *found;
    throw MachineError(fmt::format("nothing to run: no nvcc of CUDA {} found on this machine{}",
                                   found::wanted_release(*asked), found::but_installed_are(host)));
}

/// The release that the toolkit is compared with.
Version release_for(const FoundToolkit& toolkit, const std::optional<WantedRelease>& asked) {
    if (!asked) {
        if (toolkit.release) return toolkit.release->version;
        throw MachineError(fmt::format(
            "{} is nvcc {}, whose release is not in the tables; pass --cuda with the release to compare with",
            shown(toolkit.nvcc), toolkit.build));
    }
    if (!toolkit.release || may_be(toolkit, *asked)) return release_of(toolkit, *asked);
    throw BadInput(InputError::contradiction, "{} is from CUDA {}, not {}", shown(toolkit.nvcc),
                   to_string(toolkit.version), found::wanted_release(*asked));
}

std::vector<CxxStandard> read_standards(const ParsedOptions& options, const Release& release) {
    std::vector<CxxStandard> standards;
    if (!options.has("std")) {
        standards.push_back(default_standard(release));
        if (release.newest_standard >= CxxStandard::cxx20) standards.push_back(CxxStandard::cxx20);
        return standards;
    }
    for (const std::string_view text : split_list(options.value("std"))) {
        const CxxStandard standard = read_standard(text);
        check_standard(release, standard);
        if (!contains(standards, standard)) standards.push_back(standard);
    }
    if (standards.empty())
        throw BadInput(InputError::malformed, "--std contains no C++ standard; pass a list like c++17,c++20");
    return standards;
}

/// The options of a query about one release, with this machine's values as defaults.
OptionTexts as_question(const ParsedOptions& options, const Host& host, Version release) {
    OptionTexts question = options.with("cuda", to_string(release)).without("std");
    for (const std::string_view name : {"stdenv", "available"})
        if (!question.has(name)) question = question.with(name, host_name);
    // The C library is this machine's, unless the named environment has its own.
    if (!question.has("glibc") && host.glibc && named_compiler(question.value("stdenv")))
        question = question.with("glibc", to_string(*host.glibc));
    return question;
}

std::vector<VerifyRow> try_all(const Query& question, const Run& run, const Host& host, const FoundToolkit& toolkit,
                               const machine::Surroundings& surroundings) {
    const Release& release = *find_release(question.tables(), question.request().cuda);
    const std::vector<CxxStandard> standards = read_standards(run, release);
    const VerifySubject subject{.tables = question.tables(),
                                .host = host,
                                .set_up =
                                    [&](const HostCompiler& chosen, const FoundCompiler& compiler) {
                                        return machine::build_choice(surroundings, host, question.tables(), toolkit,
                                                                     release.version, chosen, compiler);
                                    },
                                .toolkit = toolkit,
                                .request = question.request(),
                                .stdenv_is_host = run.value_or("stdenv", host_name) == host_name,
                                .standards = standards,
                                .on_gpu = run.has("run")};
    const std::string jobs = run.value_or("jobs",
                                          std::to_string(std::clamp(std::thread::hardware_concurrency(), 1u, 1000u)));
    const std::size_t count = read_number(jobs, 1000, "not a number of jobs", "a number from 1 to");
    const TrialPlan plan = plan_trials(subject);
    if (std::ranges::all_of(plan.trials, &verify::Trial::is_question))
        throw MachineError("nothing to run: no requested compiler is on this machine");
    Progress progress(run,
                      [](std::size_t done, std::size_t total) { return fmt::format("{} of {} tried", done, total); });
    return run_plan(plan, surroundings, {}, count,
                    [&](std::size_t done, std::size_t total) { progress.at(done, total); });
}

int run_verify(const Run& run) {
    const std::optional<WantedRelease> asked = read_wanted_release(run.context(), run.value_or("cuda", host_name));
    const machine::Surroundings surroundings = surroundings_of(run);
    const Host host = machine::look_at(surroundings, run.tables());
    const FoundToolkit& toolkit = choose_toolkit(host, run, surroundings.variable("CUDA_HOME"), asked);
    const Version release = release_for(toolkit, asked);
    if (host.compilers.empty())
        throw MachineError("nothing to run: no GCC or Clang found on PATH that could be a host compiler");

    const Query question(run.context(), as_question(run, host, release), host);
    const found::VerifyAnswer answer = found::verify_answer(question.answer(), toolkit,
                                                            try_all(question, run, host, toolkit, surroundings));
    return run.end(answer, report::verify_text, answer.different == 0);
}

constexpr std::array verify_options{
    OptionSpec{"cuda", "VERSION", "use nvcc of this CUDA release (default: host, this machine's first toolkit)", 'c'},
    OptionSpec{"toolkit", "DIR", "directory of another toolkit, which contains bin/nvcc"},
    stdenv_option("environment: host (default), a compiler, or a name like debian-12"),
    libstdcxx_option,
    OptionSpec{"std", "LIST", "C++ standards (default: c++17, and c++20 if the release supports it)"},
    OptionSpec{"glibc", "VERSION", "glibc version of the environment (default: this machine's)"},
    OptionSpec{"available", "LIST", "compilers to choose from (default: host, those of this machine)"},
    OptionSpec{"capabilities", "LIST",
               "capabilities to build for with the chosen compiler (default: the release's default list)"},
    OptionSpec{"policy", "POLICY", "limits to choose by: nixpkgs (default), documented, enforced"},
    OptionSpec{"run", "", "also run kernels, if the machine has a GPU"},
    OptionSpec{"jobs", "N", "number of parallel jobs (default: one for each core)"},
    quiet_option,
};

}  // namespace

const Command verify_command{
    .name = "verify",
    .group = CommandGroup::machine,
    .summary = "compile and link with the real nvcc, and compare with the predictions of the tables",
    .arguments = "[VERSION] [OPTIONS]",
    .none = "some result differs from the prediction",
    .examples = {"cudastdenv verify", "cudastdenv verify --toolkit /opt/cuda-12.4 --available gcc-13 --std c++17"},
    .positional = "cuda",
    .options = verify_options,
    .run = run_verify,
};

}  // namespace cudastdenv::cli
