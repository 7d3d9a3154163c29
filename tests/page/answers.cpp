// SPDX-License-Identifier: MIT
/// Answers for page.py, which holds the page's script against them.
///
/// usage: page-answers gpus             for each line of standard input, a GPU's name, the capabilities that find_gpu()
///                                      finds
///        page-answers questions [N]    questions as one types them in the box, and the releases that fit: one a line,
///        a
///                                      tab between the two; `1` for a release that fits, the newest first. Every two
///                                      conditions that can be asked for together, and some more at random; with N only
///                                      each Nth of them

#include "resolve/releases.hpp"
#include "tables/gpu_names.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace cudastdenv;

std::set<Capability> capabilities_of(const GpuMeaning& answer) {
    std::set<Capability> capabilities;
    if (const auto* found = std::get_if<GpuFound>(&answer)) capabilities.insert(found->capability);
    if (const auto* ambiguous = std::get_if<GpuAmbiguous>(&answer))
        for (const GpuRow* row : ambiguous->rows) capabilities.insert(row->capability);
    return capabilities;
}

/// What one can ask for, and how one types it.
struct Asked {
    std::variant<Compiler, ListedCapability, Gpu, DriverVersion, const EnvironmentRow*, CxxStandard, const Release*>
        what;
    std::string text;
};

template <class What>
std::vector<What> all_of(const std::vector<Asked>& asked) {
    std::vector<What> found;
    for (const Asked& one : asked)
        if (const auto* what = std::get_if<What>(&one.what)) found.push_back(*what);
    return found;
}

class Questions {
public:
    Questions(const Tables& tables, std::size_t every) : tables_(tables), every_(every) {}

    /// Writes the question and its answer, if they can be asked for together.
    void write(const std::vector<Asked>& asked) {
        const bool is_single = all_of<DriverVersion>(asked).size() < 2 && all_of<CxxStandard>(asked).size() < 2 &&
                               all_of<const EnvironmentRow*>(asked).size() < 2;
        if (!is_single || count_++ % every_ != 0) return;
        std::string text;
        for (const Asked& one : asked) text += (text.empty() ? "" : ", ") + one.text;
        std::printf("%s\t%s\n", text.c_str(), has_several_drivers(asked) ? "ask" : fitting(asked).c_str());
    }

private:
    /// A Jetson's driver and another's: what the page leaves to the command.
    [[nodiscard]] bool has_several_drivers(const std::vector<Asked>& asked) const {
        std::set<bool> jetsons;
        for (const ListedCapability& listed : all_of<ListedCapability>(asked)) {
            const auto* capability = std::get_if<Capability>(&listed);
            jetsons.insert(capability && is_jetson(tables_, *capability));
        }
        for (const Gpu& gpu : all_of<Gpu>(asked)) jetsons.insert(is_jetson(tables_, gpu.capability));
        return jetsons.size() > 1 && !all_of<DriverVersion>(asked).empty();
    }

    [[nodiscard]] std::string fitting(const std::vector<Asked>& asked) {
        ReleasesQuestion question;
        const auto add = [&]<class What>(const std::vector<What>& all, auto make) {
            if (!all.empty()) question.conditions.emplace_back(make(all));
        };
        add(all_of<ListedCapability>(asked), [](const auto& all) { return CapabilitiesCondition{all}; });
        add(all_of<Gpu>(asked), [](const auto& all) { return GpuCondition{all}; });
        add(all_of<DriverVersion>(asked), [](const auto& all) { return DriverCondition{all.front()}; });
        add(all_of<CxxStandard>(asked), [](const auto& all) { return StandardCondition{all.front()}; });
        add(all_of<Compiler>(asked), [](const auto& all) { return CompilerCondition{all}; });
        add(all_of<const EnvironmentRow*>(asked), [](const auto& all) { return EnvironmentCondition{*all.front()}; });

        ReleaseSet set = fitting_releases(tables_, question);
        const std::vector<const Release*> named = all_of<const Release*>(asked);
        bool has_public = false;
        for (std::size_t i = 0; i < set.size(); ++i) {
            set[i] = set[i] && (named.empty() || std::ranges::find(named, &tables_.releases[i]) != named.end());
            has_public = has_public || (set[i] && !tables_.releases[i].preview);
        }
        std::string bits;
        for (std::size_t i = set.size(); i-- > 0;)
            bits += set[i] && !(has_public && tables_.releases[i].preview) ? '1' : '0';
        if (named.empty() && ++written_ % 50 == 0) check(question, bits);
        return bits;
    }

    /// find_releases() takes longer: it says why, too.
    void check(const ReleasesQuestion& question, const std::string& bits) const {
        std::string expected(tables_.releases.size(), '0');
        for (const FittingRelease& fitting : find_releases(tables_, question).releases)
            expected[static_cast<std::size_t>(&tables_.releases.back() - fitting.release)] = '1';
        if (bits == expected) return;
        std::fputs("fitting_releases() and find_releases() do not agree\n", stderr);
        std::exit(1);
    }

    const Tables& tables_;
    std::size_t every_;
    std::size_t count_ = 0;
    long written_ = 0;
};

std::vector<Asked> compilers_of(const Tables& tables) {
    std::vector<Asked> all;
    for (const auto& [family, names] : {std::pair(Compiler::Family::gcc, std::vector{"gcc-", "gcc", "g++-", "gcc@"}),
                                        std::pair(Compiler::Family::clang, std::vector{"clang-", "llvm", "clang++"})})
        for (int major = 1; major <= known_majors(tables, family).newest + 1; ++major) {
            const std::string_view name = names[static_cast<std::size_t>(major) % names.size()];
            const std::string_view rest = major % 5 == 0 ? ".1.rel1" : "";
            all.push_back({Compiler{family, major}, std::string(name) + std::to_string(major) + std::string(rest)});
        }
    return all;
}

std::vector<Asked> capabilities_of(const Tables& tables) {
    std::vector<Asked> all;
    std::set<std::string_view> names;
    for (const CapabilityRow& row : tables.capabilities) {
        all.push_back({ListedCapability{row.capability}, "capability " + to_string(row.capability)});
        all.push_back({ListedCapability{row.capability}, real_architecture(row.capability)});
        names.insert(row.architecture);
    }
    for (const std::string_view name : names) all.push_back({ListedCapability{name}, std::string(name)});
    return all;
}

std::vector<Asked> gpus_of(const Tables& tables) {
    std::vector<Asked> all;
    for (const GpuRow& row : tables.gpus) {
        const GpuMeaning answer = find_gpu(tables, row.name);
        if (const auto* found = std::get_if<GpuFound>(&answer))
            all.push_back({Gpu{found->rows.front()->name, found->capability}, "GPU " + std::string(row.name)});
    }
    return all;
}

Asked asked_driver(DriverVersion driver) { return {driver, "driver " + to_string(driver)}; }

/// At and around a driver that something is known about.
void add_around(DriverVersion driver, std::vector<Asked>& all) {
    all.push_back(asked_driver(driver));
    all.push_back(asked_driver({driver.branch}));
    all.push_back(asked_driver({driver.branch + 1}));
    if (driver.branch > 100) all.push_back(asked_driver({driver.branch - 1, 999}));
    if (driver.minor > 0) all.push_back(asked_driver({driver.branch, driver.minor - 1, 99}));
    if (driver.minor >= 0) all.push_back(asked_driver({driver.branch, driver.minor, driver.patch + 1}));
}

void make_unique(std::vector<Asked>& all) {
    std::ranges::sort(all, {}, &Asked::text);
    const auto same = [](const Asked& left, const Asked& right) { return left.text == right.text; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
}

std::vector<Asked> drivers_of(const Tables& tables) {
    std::vector<Asked> all;
    for (const DriverRow& row : tables.drivers)
        for (const auto* datum : {&row.linux_minimum, &row.linux_bundled})
            if (*datum) all.push_back(asked_driver((*datum)->driver));
    for (const MinorVersionRow& row : tables.minor_versions) add_around(row.linux_minimum, all);
    for (const JetsonDriverRow& row : tables.jetson_drivers) add_around(row.driver, all);
    make_unique(all);
    return all;
}

std::vector<Asked> others_of(const Tables& tables) {
    std::vector<Asked> all;
    for (const EnvironmentRow& row : tables.environments) all.push_back({&row, std::string(row.id)});
    using enum CxxStandard;
    for (const CxxStandard standard : {cxx11, cxx14, cxx17, cxx20, cxx23})
        all.push_back({standard, std::string(to_string(standard))});
    for (std::size_t i = 0; i < tables.releases.size(); i += 7)
        all.push_back({&tables.releases[i], "CUDA " + to_string(tables.releases[i].version)});
    for (const Release& release : tables.releases)
        if (release.preview) all.push_back({&release, "CUDA " + to_string(release.version)});
    make_unique(all);
    return all;
}

/// One product for each capability.
std::vector<Asked> one_of_each_capability(const std::vector<Asked>& gpus) {
    std::vector<Asked> all;
    std::set<Capability> seen;
    for (const Asked& gpu : gpus)
        if (seen.insert(std::get<Gpu>(gpu.what).capability).second) all.push_back(gpu);
    return all;
}

void write_questions(const Tables& tables, std::size_t every) {
    Questions questions(tables, every);
    const std::vector<Asked> gpus = gpus_of(tables);
    std::vector<Asked> all = one_of_each_capability(gpus);
    const auto add = [&](const std::vector<Asked>& more) { all.insert(all.end(), more.begin(), more.end()); };
    add(compilers_of(tables));
    add(capabilities_of(tables));
    add(drivers_of(tables));
    add(others_of(tables));

    questions.write({});
    for (std::size_t i = 0; i < all.size(); ++i) {
        questions.write({all[i]});
        for (std::size_t j = i + 1; j < all.size(); ++j) questions.write({all[i], all[j]});
    }
    // Each product with the drivers at which it may begin or cease to be known.
    for (const GpuRow& row : tables.gpus) {
        const GpuMeaning answer = find_gpu(tables, row.name);
        const auto* found = std::get_if<GpuFound>(&answer);
        if (!found || !row.drivers) continue;
        std::vector<Asked> drivers;
        for (const DriverVersion from : row.drivers->from) add_around(from, drivers);
        for (const GpuDriversRow& generation : tables.gpu_drivers)
            if (generation.capability == row.capability)
                for (const auto branch : {generation.first_branch, generation.last_branch})
                    if (branch) add_around({*branch}, drivers);
        make_unique(drivers);
        const Asked gpu{Gpu{found->rows.front()->name, found->capability}, "GPU " + std::string(row.name)};
        for (const Asked& driver : drivers) questions.write({gpu, driver});
    }
    add(gpus);
    std::mt19937 dice(13);
    for (int i = 0; i < 4000; ++i) {
        std::vector<Asked> some(3 + dice() % 3);
        for (Asked& one : some) one = all[dice() % all.size()];
        questions.write(some);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const Tables tables = builtin_tables();
    if (argc >= 2 && std::string_view(argv[1]) == "questions") {
        write_questions(tables, argc == 3 ? std::stoul(argv[2]) : 1);
        return 0;
    }
    for (std::string name; std::getline(std::cin, name);) {
        std::string line;
        for (const Capability capability : capabilities_of(find_gpu(tables, name))) line += ' ' + to_string(capability);
        std::puts(line.c_str());
    }
}
