// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "diagnose/log_reader.hpp"

#include "query.hpp"

namespace cudastdenv::diagnose {

namespace {

constexpr std::array<std::string_view, 2> windows_tools{"cmd", "windows"};

struct FactLine {
    Fact fact;
    std::string_view value;
};

/// Facts in the form of a log, one a line.
LogReading log_of(std::initializer_list<FactLine> facts) {
    LogReading reading;
    for (const FactLine& line : facts)
        reading.facts.push_back({line.fact, std::string(line.value), reading.facts.size() + 1});
    return reading;
}

Knowledge known(std::initializer_list<FactLine> facts, const Given& given = {}) {
    return knowledge_of(builtin_tables(), log_of(facts), given);
}

/// `12.4.0-12.6.3`
std::string releases_in(const Knowledge& knowledge) {
    if (knowledge.releases.empty()) return "";
    return to_string(knowledge.releases.front()->version) + "-" + to_string(knowledge.releases.back()->version);
}

std::string format_host(const Knowledge& knowledge) {
    const auto& host = knowledge.facts.host_compiler;
    if (!host) return "";
    return to_string(host->value) + (host->version ? " " + to_string(*host->version) : "");
}

const Release* release_named(std::string_view version) {
    return find_release(builtin_tables(), parse_version(version).value());
}

}  // namespace

TEST_CASE("reads each form of a capability in logs") {
    for (const std::string_view text : {"sm_120a", "compute_120a", "sm120a", "12.0a", "120a", "lto_120a"})
        CHECK_MESSAGE(capability_in(text) == "12.0a"_cap, text);
    CHECK(capability_in("86") == "8.6"_cap);
    CHECK(capability_in("8.6") == "8.6"_cap);
    CHECK(capability_in("sm_100f") == "10.0f"_cap);
    CHECK(capability_in("750") == "7.5"_cap);  // ggml's
    CHECK(capability_in("1210") == "12.1"_cap);
    for (const std::string_view text :
         {"", "sm_", "native", "compute_native", "8", "sm_1200", "1205", "sm_9x", "12.0.1", "a"})
        CHECK_MESSAGE(!capability_in(text), text);
}

TEST_CASE("reads each form of a release in logs") {
    for (const std::string_view text : {"12.4", "12040", "124"}) CHECK(cuda_version_in(text) == Version{12, 4, -1});
    CHECK(cuda_version_in("12.4.131") == Version{12, 4, 131});
    CHECK(cuda_version_in("11080") == Version{11, 8, -1});
    CHECK(cuda_version_in("92") == Version{9, 2, -1});
    for (const std::string_view text : {"", "12", "5", "4000", "x", "99999999999999999999"})
        CHECK_MESSAGE(!cuda_version_in(text), text);
}

TEST_CASE("reads a fact as a value with its line") {
    const Knowledge knowledge = known({{Fact::glibc, "2.41"},
                                       {Fact::driver, "535.129.03"},
                                       {Fact::driver_cuda, "12.2"},
                                       {Fact::torch, "2.5.1+cu124"},
                                       {Fact::torch_cuda, "124"},
                                       {Fact::capability, "sm_90a"},
                                       {Fact::system, "aarch64"},
                                       {Fact::environment, "debian-13"}});
    CHECK(knowledge.facts.glibc->value == Version{2, 41, -1});
    CHECK(knowledge.facts.glibc->line == 1);
    CHECK(to_string(*knowledge.driver) == "535.129.03");
    CHECK(knowledge.facts.driver->value == "535.129.03");
    // Truncated text is unchanged.
    CHECK(known({{Fact::driver, "535.1"}}).facts.driver->value == "535.1");
    CHECK(knowledge.facts.driver->line == 2);
    CHECK(knowledge.driver_cuda->value == Version{12, 2, -1});
    CHECK(knowledge.facts.torch->value == Version{2, 5, 1});
    CHECK(knowledge.facts.torch_cuda->value == Version{12, 4, -1});
    CHECK(knowledge.facts.architectures == std::vector{"9.0a"_cap});
    CHECK(knowledge.system == "aarch64-linux");
    CHECK(knowledge.environment->id == "debian-13");
    CHECK(knowledge.releases.empty());
}

TEST_CASE("ignores text that is not a value") {
    const Knowledge knowledge = known({{Fact::glibc, "two"},
                                       {Fact::driver, "x"},
                                       {Fact::driver, "12.4"},
                                       {Fact::torch, "nightly"},
                                       {Fact::capability, "native"},
                                       {Fact::system, "vax"},
                                       {Fact::environment, "a-distribution"},
                                       {Fact::gcc, "99999999999"},
                                       {Fact::gnu_version, "13"},
                                       {Fact::gcc_bound, "99999999999999999999"},
                                       {Fact::cuda, "99.9"}});
    CHECK_FALSE(knowledge.facts.glibc);
    CHECK_FALSE(knowledge.driver);
    CHECK_FALSE(knowledge.facts.torch);
    CHECK_FALSE(knowledge.facts.architectures);
    CHECK(knowledge.system.empty());
    CHECK(knowledge.environment == nullptr);
    CHECK_FALSE(knowledge.host());
    CHECK(knowledge.releases.empty());
}

TEST_CASE("reads the release in all forms") {
    CHECK(releases_in(known({{Fact::cuda, "12.4"}})) == "12.4.0-12.4.1");
    CHECK(releases_in(known({{Fact::cuda, "12.4.1"}})) == "12.4.1-12.4.1");
    CHECK(releases_in(known({{Fact::nvcc, "12.4.131"}})) == "12.4.1-12.4.1");
    CHECK(releases_in(known({{Fact::cuda, "12040"}})) == "12.4.0-12.4.1");
    CHECK(releases_in(known({{Fact::cuda, "12.4"}, {Fact::nvcc, "12.4.131"}})) == "12.4.1-12.4.1");
    CHECK(known({{Fact::cuda, "12.4"}, {Fact::nvcc, "12.4.131"}}).facts.cuda->line == 2);
}

TEST_CASE("a bound alone allows exactly the releases with it") {
    std::size_t bounds = 0;
    for (const HostCompilerRow& row : tables.host_compilers) {
        if (!row.enforced) continue;
        const bool is_gcc = row.family == Compiler::Family::gcc;
        const std::string printed = std::to_string(is_gcc ? row.enforced->max : row.enforced->max + 1);
        const Knowledge knowledge = known({{is_gcc ? Fact::gcc_bound : Fact::clang_bound, printed}});
        for (const Release& release : tables.releases) {
            const HostCompilerRow* of = find_host_compilers(tables, row.family, release.version);
            const bool fits = of && of->enforced && of->enforced->max == row.enforced->max;
            const bool is_there = std::ranges::find(knowledge.releases, &release) != knowledge.releases.end();
            REQUIRE_MESSAGE(fits == is_there, to_string(release.version), " with the bound ", printed);
        }
        ++bounds;
    }
    CHECK(bounds > 20);
    CHECK(releases_in(known({{Fact::gcc_bound, "13"}})) == "12.4.0-12.6.3");
    CHECK(known({{Fact::gcc_bound, "3"}}).releases.empty());
}

TEST_CASE("combines a bound and a release") {
    CHECK(releases_in(known({{Fact::gcc_bound, "13"}, {Fact::cuda, "12.5"}})) == "12.5.0-12.5.1");
    // A path may belong to another toolkit; the message's own limit is certain.
    const Knowledge contrary = known({{Fact::cuda, "11.8"}, {Fact::gcc_bound, "13"}});
    CHECK(releases_in(contrary) == "12.4.0-12.6.3");
    REQUIRE(contrary.contradictions.size() == 1);
    CHECK(contrary.contradictions[0].first.value == "13");
    CHECK(contrary.contradictions[0].second.value == "11.8");
}

TEST_CASE("uses people's words only if no tool reports the fact") {
    CHECK(releases_in(known({{Fact::spoken_cuda, "12.8"}})).starts_with("12.8.0"));
    const Knowledge both = known({{Fact::spoken_cuda, "12.8"}, {Fact::cuda, "12.4"}});
    CHECK(releases_in(both) == "12.4.0-12.4.1");
    CHECK(both.contradictions.empty());
}

TEST_CASE("reads the distribution in reports of the machine") {
    const auto environment_in = [](std::string_view line) {
        const LogReading reading = read_log(builtin_tables(), [&] { return std::exchange(line, {}); });
        return std::string(knowledge_of(builtin_tables(), reading, {.here = find_environment(builtin_tables(), "arch")})
                               .facts.environment.value_or(""));
    };
    CHECK(environment_in("OS: Ubuntu 22.04.3 LTS (x86_64)") == "ubuntu-22.04");
    CHECK(environment_in("OS: Linux Mint 21.3 (x86_64)") == "ubuntu-22.04");
    CHECK(environment_in("OS: Red Hat Enterprise Linux 8.3 (Ootpa) (x86_64)") == "rhel-8");
    CHECK(environment_in("PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"") == "debian-13");
    CHECK(environment_in("PRETTY_NAME=\"Fedora Linux 42 (Workstation Edition)\"") == "fedora-42");
    // Another machine than this one, and unknown.
    CHECK(environment_in("OS: Fedora Linux 38 (Workstation Edition) (x86_64)") == "");
    CHECK(environment_in("nothing") == "arch");
}

TEST_CASE("options override the log") {
    Given given;
    given.release = release_named("12.9.1");
    given.driver = parse_driver_version("580.65.06");
    given.gpus = {{"H100", "9.0"_cap}};
    const Knowledge knowledge = known({{Fact::cuda, "12.4"}, {Fact::driver, "535.54.03"}, {Fact::capability, "sm_80"}},
                                      given);
    CHECK(releases_in(knowledge) == "12.9.1-12.9.1");
    CHECK_FALSE(knowledge.facts.cuda->line);
    CHECK(to_string(*knowledge.driver) == "580.65.06");
    CHECK_FALSE(knowledge.facts.driver->line);
    REQUIRE(knowledge.gpus().size() == 1);
    CHECK(knowledge.gpus()[0].name == "H100");
    CHECK(knowledge.contradictions.empty());
    // But a limit in the message itself wins.
    CHECK(known({{Fact::gcc_bound, "13"}}, given).contradictions.size() == 1);
}

TEST_CASE("uses the compiler that the message is about") {
    CHECK(format_host(known({{Fact::gcc, "14.2.0"}})) == "gcc-14 14.2.0");
    CHECK(format_host(known({{Fact::gcc, "14"}})) == "gcc-14");
    CHECK(format_host(known({{Fact::gnu_version, "130201"}})) == "gcc-13 13.2.1");
    CHECK(format_host(known({{Fact::clang, "18.1.8"}})) == "clang-18 18.1.8");
    // A compiler that its nvcc accepts is not the rejected one.
    CHECK(format_host(known({{Fact::gcc, "13.3.0"}, {Fact::gcc, "14.2.0"}, {Fact::gcc_bound, "13"}})) ==
          "gcc-14 14.2.0");
    CHECK(format_host(known({{Fact::gcc, "13.3.0"}, {Fact::gcc_bound, "13"}})).empty());
    CHECK(format_host(known({{Fact::gcc, "14.2.0"}, {Fact::clang, "19.1.0"}, {Fact::clang_bound, "18"}})) ==
          "clang-19 19.1.0");
    // Versions that are attributed to nvcc win over others, and complete ones over partial ones.
    CHECK(format_host(known({{Fact::gcc, "14.2.0"}, {Fact::host_gcc, "12"}})) == "gcc-12");
    CHECK(format_host(known({{Fact::gcc, "14"}, {Fact::gcc, "14.2.0"}})) == "gcc-14 14.2.0");
    CHECK(format_host(known({{Fact::gcc, "14.2.0"}, {Fact::gcc, "12.3.0"}})) == "gcc-14 14.2.0");
}

TEST_CASE("counts an architecture once") {
    CHECK(known({{Fact::capability, "sm_90"}, {Fact::capability, "compute_90"}, {Fact::capability, "9.0"}})
              .facts.architectures == std::vector{"9.0"_cap});
}

TEST_CASE("knows a log of Windows by its messages, then by its lines") {
    const MessageTextRow of_windows{.message = "nvcc-not-found", .text = "nvcc is not", .tools = windows_tools};
    const MessageTextRow of_dll{.message = "cuda-library-not-found", .text = "no {name:library}"};
    const auto system = [](const LogReading& reading, const Given& given = {}) {
        const Knowledge knowledge = knowledge_of(builtin_tables(), reading, given);
        const auto& fact = knowledge.facts.system;
        CHECK(knowledge.system == (fact ? fact->value : ""));
        return fact ? fact->value + (fact->line ? " in line " + std::to_string(*fact->line) : "") : "";
    };
    const auto with_message = [](const MessageTextRow& wording, std::string_view file, std::string_view line) {
        LogReading reading;
        reading.messages.push_back({.wording = &wording, .line = {7, std::string(line)}, .fillings = {}});
        if (!file.empty()) reading.messages.back().fillings.push_back({Fact::library, std::string(file)});
        return reading;
    };
    CHECK(system(with_message(of_windows, "", "nvcc is not")) == "x86_64-windows in line 7");
    CHECK(system(with_message(of_dll, "cudart64_12.dll", "")) == "x86_64-windows in line 7");
    CHECK(system(with_message(of_dll, "cublas.lib", "")) == "x86_64-windows in line 7");
    CHECK(system(with_message(of_dll, "", "C:\\a.cu(1): no")) == "x86_64-windows in line 7");
    LogReading of_linux = with_message(of_dll, "libcublas.so.12", "C:\\a: no");
    of_linux.windows_lines = 9;
    CHECK(system(of_linux).empty());
    of_linux = with_message(of_dll, "", "/usr/bin/a: no");
    of_linux.windows_lines = 9;
    CHECK(system(of_linux).empty());
    // Without such a message, most lines decide.
    LogReading mixed = with_message(of_dll, "", "no");
    mixed.windows_lines = 2;
    mixed.first_windows_line = 3;
    mixed.posix_lines = 1;
    CHECK(system(mixed) == "x86_64-windows in line 3");
    mixed.posix_lines = 2;
    CHECK(system(mixed).empty());
    // A machine that is named is another one, and the machine that reads the log too.
    const LogReading reading = with_message(of_windows, "", "nvcc is not");
    Given given;
    given.here = find_environment(builtin_tables(), "debian-12");
    CHECK(system(reading, given) == "x86_64-windows in line 7");
    CHECK(knowledge_of(builtin_tables(), reading, given).environment == nullptr);
    given.environment = environment_of(builtin_tables(), *given.here);
    CHECK(system(reading, given).empty());
    given = {.for_tool = PlanTool::windows};
    CHECK(system({}, given) == "x86_64-windows");
}

TEST_CASE("reads the value of a placeholder") {
    const std::vector<Capture> fillings{{Fact::cuda, "12.4"}, {Fact::gcc, "13"}, {Fact::cuda, "12.5"}};
    CHECK(value_of(fillings, Fact::cuda) == "12.4");
    CHECK(value_of(fillings, Fact::gcc) == "13");
    CHECK(value_of(fillings, Fact::glibc).empty());
}

}  // namespace cudastdenv::diagnose
