// SPDX-License-Identifier: MIT
/// Laws of wheels: for every row, GPU and driver, `wheel`, `covers --wheel`, JSON and text give one verdict, and it
/// follows from the code in the row.

#include "builtin.hpp"
#include "query/answers.hpp"
#include "resolve/jetpacks.hpp"
#include "resolve/wheels.hpp"
#include "sample.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::query::wheel_laws {

namespace {

constexpr std::array<std::string_view, 3> wheel_systems{"aarch64-linux", "x86_64-linux", "x86_64-windows"};
constexpr std::array<std::string_view, 5> wheel_drivers{"", "450.80.02", "535.54.03", "570.172.08", "590.44.01"};

std::string name_of(const WheelBuildRow& row, PackageVersion version) {
    return to_string(version).insert(0, std::string(row.install) + "==") +
           (row.variant ? "+" + std::string(*row.variant) : "");
}

std::vector<Capability> gpu_capabilities() {
    std::vector<Capability> all;
    for (const GpuRow& row : tables.gpus) all.push_back(row.capability);
    sort_unique(all);
    return all;
}

OptionTexts place(const std::string& gpu, std::string_view driver, std::string_view system) {
    const OptionTexts texts = OptionTexts().with("gpu", gpu).with("system", system);
    return driver.empty() ? texts : texts.with("driver", driver);
}

/// The answers of `covers --wheel` and `wheel` about one build.
struct BuildAnswers {
    WheelAnswer covers, wheel;
};

BuildAnswers ask_for(const std::string& build, const OptionTexts& where) {
    const Context context = without_machine(tables);
    return {wheel_coverage(context, where.with("wheel", build)), wheel_answer(context, where.with("name", build))};
}

/// Whether a GPU runs code of the row, by a second and shorter rule, with any driver.
bool has_code_for(const WheelBuildRow& row, Capability gpu) {
    if (row.machine_code)
        for (const Capability code : *row.machine_code)
            if (code.major == gpu.major && code.minor <= gpu.minor) return true;
    if (row.ptx)
        for (const Capability code : *row.ptx)
            if (baseline_of(code) <= gpu) return true;
    return false;
}

/// Calls `check(row, system, gpu)` for a sample of all of them.
template <class Check>
void each_build(unsigned one_in, Check check) {
    Sample sample(one_in, one_in * 13);
    for (const WheelBuildRow& row : tables.wheel_builds)
        for (const std::string_view system : wheel_systems)
            if (contains(row.systems, *wheel_system(system)) && !row.channel)
                for (const Capability gpu : gpu_capabilities())
                    if (sample.takes_next()) check(row, system, gpu);
}

}  // namespace

TEST_CASE("wheel names a build exactly if covers says that it runs") {
    int yes = 0, no = 0;
    each_build(5, [&](const WheelBuildRow& row, std::string_view system, Capability gpu) {
        for (const std::string_view driver : wheel_drivers) {
            const std::string build = name_of(row, row.first);
            CAPTURE(build);
            CAPTURE(std::string(driver));
            CAPTURE(to_string(gpu));
            const BuildAnswers answers = ask_for(build, place(to_string(gpu), driver, system));
            const WheelAnswer &covers = answers.covers, &wheel = answers.wheel;
            CHECK(covers.runs == wheel.runs);
            CHECK(wheel.use.has_value() == (covers.runs == true));
            if (wheel.use) CHECK(name_of(row, wheel.use->version) == build);
            ++(covers.runs == true ? yes : no);
            if (covers.runs != true) {
                // The build that it names instead runs.
                if (covers.use) CHECK(covers.use->runs == true);
                continue;
            }
            // One GPU was renumbered.
            CHECK((has_code_for(row, gpu) || has_code_for(row, number_in(tables, gpu, row.cuda.value_or(Version{})))));
            REQUIRE(covers.use->code);
            const auto& list = covers.use->how == CodeForm::ptx ? row.ptx : row.machine_code;
            CHECK(contains(*list, *covers.use->code));
        }
    });
    CHECK(yes > where_every_case_is_tried(1000));
    CHECK(no > where_every_case_is_tried(1000));
}

TEST_CASE("conda's builds are judged like wheels") {
    int yes = 0, no = 0;
    for (const WheelBuildRow& row : tables.wheel_builds)
        for (const Capability gpu : sampled(gpu_capabilities())) {
            if (!row.channel || !contains(row.systems, WheelSystem::linux_x86_64)) continue;
            CAPTURE(std::string(row.install));
            OptionTexts where = place(to_string(gpu), "", "x86_64-linux").with("for", "conda");
            const std::string version = fmt::format("{}=={}", row.project, row.last);
            std::optional<bool> runs;
            if (row.variant) {
                runs = ask_for(version + "+" + std::string(*row.variant), where).covers.runs;
            } else {
                where = where.with("name", version).with("cuda", to_string(minor_of(*row.cuda)));
                runs = wheel_answer(without_machine(tables), where).runs;
            }
            if (runs == true) CHECK(has_code_for(row, gpu));
            ++(runs == true ? yes : no);
        }
    CHECK(yes > 0);
    CHECK(no > 0);
}

TEST_CASE("each build with a CUDA release names the oldest driver") {
    int counted = 0;
    for (const WheelBuildRow& row : tables.wheel_builds)
        for (const std::string_view system : wheel_systems) {
            if (!row.cuda || !contains(row.systems, *wheel_system(system))) continue;
            CAPTURE(std::string(row.install));
            CAPTURE(to_string(row.first));
            WheelQuestion question;
            question.system = system;
            const auto driver = needed_driver(tables, row, question);
            REQUIRE(driver);
            ++counted;
            if (!row.ptx || row.ptx->empty()) continue;
            // No older driver compiles the PTX.
            const auto with_ptx = needed_driver(tables, row, question, CodeForm::ptx);
            if (with_ptx) CHECK(*driver <= *with_ptx);
        }
    CHECK(counted > 500);
}

TEST_CASE("wheel names the newest build that runs") {
    for (const WheelProjectRow& project : tables.wheel_projects)
        for (const Capability gpu : sampled(gpu_capabilities())) {
            CAPTURE(std::string(project.id));
            CAPTURE(to_string(gpu));
            const OptionTexts where = place(to_string(gpu), "", "x86_64-linux");
            const WheelAnswer wheel = wheel_answer(without_machine(tables), where.with("name", project.id));
            for (const WheelBuildRow& row : tables.wheel_builds) {
                if (row.project != project.id || !contains(row.systems, WheelSystem::linux_x86_64) || row.channel)
                    continue;
                const BuildAnswers one = ask_for(name_of(row, row.last), where);
                if (one.covers.runs == true) {
                    REQUIRE(wheel.use);
                    CHECK(row.last <= wheel.use->version);
                }
            }
        }
}

TEST_CASE("a newer driver loses no build that ran by machine code") {
    constexpr std::array<std::string_view, 8> drivers{"450.80.02", "470.82.01",  "525.60.13", "535.54.03",
                                                      "550.54.14", "570.172.08", "580.65.06", "590.44.01"};
    int lasting = 0;
    each_build(7, [&](const WheelBuildRow& row, std::string_view system, Capability gpu) {
        if (is_jetson(tables, gpu)) return;
        const GpuDriversRow* supported = find_in(tables.gpu_drivers, gpu, &GpuDriversRow::capability);
        bool ran = false;
        for (const std::string_view text : drivers) {
            const auto driver = parse_driver_version(text);
            if (supported && supported->last_branch && driver->branch > *supported->last_branch) break;
            const WheelAnswer answer = ask_for(name_of(row, row.last), place(to_string(gpu), text, system)).covers;
            CAPTURE(name_of(row, row.last));
            CAPTURE(std::string(text));
            CAPTURE(to_string(gpu));
            if (ran) CHECK(answer.runs == true);
            if (ran) ++lasting;
            ran = answer.runs == true && answer.use->how == CodeForm::machine_code;
        }
    });
    CHECK(lasting > where_every_case_is_tried(100));
}

TEST_CASE("wheel answers the same for a GPU's name and its capability") {
    const auto key = [](const std::optional<WheelFacts>& build) {
        return build ? std::string(build->install) + " " + to_string(build->version) + " " +
                           std::string(build->variant.value_or("")) + " " + build->text
                     : "";
    };
    int asked = 0;
    for (const GpuRow& gpu : sampled(tables.gpus)) {
        // The boards of a Jetson differ in their JetPacks.
        if (is_jetson(tables, gpu.capability)) continue;
        for (const std::string_view project : {"torch", "jax", "tensorflow"}) {
            CAPTURE(std::string(gpu.name));
            const auto ask = [&](const std::string& name) {
                const OptionTexts where = place(name, "", "x86_64-linux");
                return wheel_answer(without_machine(tables), where.with("name", project));
            };
            try {
                // Products of one name that differ: it has to run on each.
                if (read_gpu(tables, gpu.name).size() > 1) continue;
                const WheelAnswer named = ask(std::string(gpu.name)), numbered = ask(to_string(gpu.capability));
                CHECK(named.runs == numbered.runs);
                CHECK(key(named.use) == key(numbered.use));
                CHECK(key(named.asked) == key(numbered.asked));
                ++asked;
            } catch (const BadInput& error) {
                // A name of several products.
                CHECK(error.error() == InputError::ambiguous);
            }
        }
    }
    CHECK(asked > where_every_case_is_tried(100));
}

TEST_CASE("JSON and text about a wheel have the same verdict") {
    const std::map<std::string, std::string> json_of{
        {"Yes", "true"}, {"Use", "true"}, {"No", "false"}, {"Unknown", "null"}};
    const auto check = [&](std::string_view command, const OptionTexts& texts) {
        const AskedCommand& asked = *asked_command(command);
        const Written text = asked.answer(without_machine(tables), texts, {});
        const Written json = asked.answer(without_machine(tables), texts, {.json = true});
        const std::string first = text.text.substr(0, text.text.find_first_of(": "));
        CAPTURE(text.text);
        REQUIRE(json_of.contains(first));
        CHECK(json.text.find("\n  \"runs\": " + json_of.at(first) + ",") != std::string::npos);
        CHECK(text.answered == json.answered);
        CHECK(text.answered == (json_of.at(first) == "true"));
    };
    each_build(23, [&](const WheelBuildRow& row, std::string_view system, Capability gpu) {
        for (const std::string_view driver : {"", "535.54.03"}) {
            const OptionTexts where = place(to_string(gpu), driver, system);
            check("covers", where.with("wheel", name_of(row, row.last)));
            check("wheel", where.with("name", name_of(row, row.last)));
            check("wheel", where.with("name", row.project));
        }
    });
}

}  // namespace cudastdenv::query::wheel_laws
