// SPDX-License-Identifier: MIT
// Laws of Jetsons: every command gives one answer on whether a board runs a release, and it is the answer of NVIDIA's
// archive and of its guide about upgrades.

#include "builtin.hpp"
#include "resolve/jetpacks.hpp"
#include "sample.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/ask.hpp>

#include <doctest/doctest.h>

#include <map>

namespace cudastdenv::laws {

namespace {

struct Board {
    std::string name;
    std::string runs;     ///< minor releases that a JetPack runs
    std::string unknown;  ///< those of which no source says it
};

constexpr const char* xavier = "11.4 11.8 12.0 12.1 12.2";
constexpr const char* orin = "11.4 11.8 12.0 12.1 12.2 12.4 12.5 12.6 12.8 12.9 13.2 13.3 13.4";
constexpr const char* thor = "12.8 12.9 13.0 13.1 13.2 13.3 13.4";

/// Each board, from the releases' pages and not from the table.
const std::vector<Board>& boards() {
    static const std::vector<Board> all{{"IGX Orin", orin, "13.5"},
                                        {"IGX Thor", thor, "13.5"},
                                        {"Jetson AGX Orin", orin, "13.5"},
                                        {"Jetson AGX Thor", thor, "13.5"},
                                        {"Jetson AGX Xavier", std::string("10.0 10.2 ") + xavier, ""},
                                        {"Jetson Nano", "10.0 10.2", ""},
                                        {"Jetson Orin NX", orin, "13.5"},
                                        {"Jetson Orin Nano", orin, "13.5"},
                                        {"Jetson T4000", thor, "13.5"},
                                        {"Jetson T5000", thor, "13.5"},
                                        {"Jetson TK1", "", ""},
                                        {"Jetson TX1", "10.0 10.2", ""},
                                        {"Jetson TX2", "10.0 10.2", ""},
                                        {"Jetson Xavier NX", std::string("10.2 ") + xavier, ""}};
    return all;
}

bool lists(std::string_view minors, Version release) {
    const std::string padded = " " + std::string(minors) + " ";
    return padded.find(" " + to_string(minor_of(release)) + " ") != std::string::npos;
}

bool has_platform(const CompatAnswer& answer) {
    return std::ranges::none_of(answer.obstacles, [](const auto& mode) { return mode.way == platform_way; });
}

/// Whether each command says that the board runs the release.
std::map<std::string, bool> answers(const Board& board, const Release& release, const ReleasesAnswer& fitting) {
    const std::string cuda = to_string(release.version);
    const Question question{.cuda = cuda, .gpus = {board.name}, .policy = "enforced"};
    const Capability number = number_in(tables, find_in(tables.gpus, board.name, &GpuRow::name)->capability,
                                        release.version);
    std::map<std::string, bool> said;
    const auto needed = needed_driver(question);
    said["compat"] = needed && has_platform(*needed);
    const auto covered = covers({.cuda = cuda, .capabilities = {to_string(number)}, .gpu = board.name});
    said["covers"] = covered && covered->runs == true;
    said["releases"] = find_in(fitting.releases, release.version, &ReleasesAnswer::Fitting::release) != nullptr;
    said["flags"] = bool(spell(question, "gencode"));
    const auto resolved = ask(question);
    said["resolve"] = resolved && resolved->works;
    return said;
}

bool has_note(const std::vector<Sentence>& notes) {
    return std::ranges::any_of(notes,
                               [](const Sentence& note) { return std::string_view(note.code) == "system-assumed"; });
}

ReleasesAnswer fitting_on(const Board& board) {
    auto found = releases({.gpus = {board.name}, .policy = "enforced"});
    REQUIRE(found);
    return *found;
}

}  // namespace

TEST_CASE("a board runs the same releases for every command") {
    std::uint64_t checks = 0, wrong = 0;
    for (const Board& board : boards()) {
        const ReleasesAnswer fitting = fitting_on(board);
        const auto described = gpu(board.name);
        REQUIRE(described);
        for (const Release& release : tables.releases) {
            if (release.preview) continue;  // `releases` leaves them out
            const bool may_run = lists(board.runs, release.version) || lists(board.unknown, release.version);
            auto said = answers(board, release, fitting);
            if (!lists(board.unknown, release.version))
                said["gpu"] = contains(described->gpus.front().jetpack_releases, minor_of(release.version));
            for (const auto& [command, runs] : said) {
                ++checks;
                if (runs == may_run || ++wrong > 20) continue;
                MESSAGE(command, " of ", board.name, " with CUDA ", to_string(release.version), ": ", runs);
            }
        }
    }
    MESSAGE("boards: ", checks, " checks, ", wrong, " wrong");
    CHECK(checks > 5000);
    CHECK(wrong == 0);
}

TEST_CASE("a driver runs nothing on boards of other JetPacks") {
    std::uint64_t checks = 0, wrong = 0;
    for (const JetpackRow& row : tables.jetpacks) {
        if (!row.driver) continue;
        for (const Board& board : boards())
            for (const Release& release : sampled<3>(tables.releases)) {
                const auto answer = compat({.cuda = to_string(release.version), .gpus = {board.name}},
                                           to_string(*row.driver));
                const Gpu named{board.name, find_in(tables.gpus, board.name, &GpuRow::name)->capability};
                const bool is_its = is_for(tables, row, named, release.version);
                const bool has = lists(board.runs, release.version) && !is_before(row.cuda, release.version);
                ++checks;
                // Another JetPack with the driver may be for the board.
                const bool may = is_its || std::ranges::any_of(tables.jetpacks, [&](const JetpackRow& other) {
                                     return other.driver == row.driver && is_for(tables, other, named, release.version);
                                 });
                const bool runs = answer && answer->runs == true;
                if (runs && !may) ++wrong;
                if (is_its && has && !runs) ++wrong;
            }
    }
    CHECK(checks > 1000);
    CHECK(wrong == 0);
}

TEST_CASE("the default list of a JetPack runs on its Jetsons") {
    std::uint64_t checks = 0, wrong = 0;
    for (const EnvironmentRow& row : tables.environments) {
        const auto jetpacks = jetpacks_in(tables, row.id);
        if (jetpacks.empty()) continue;
        for (const Release& release : tables.releases) {
            const std::string cuda = to_string(release.version);
            const auto answer = ask({.cuda = cuda, .stdenv = std::string(row.id), .policy = "enforced"});
            REQUIRE(answer);
            ++checks;
            const bool runs = best_offer(tables, jetpacks, release.version) != JetpackSupport::none;
            const auto& built = answer->capabilities.resolved;
            bool is_right = answer->system.nix == jetson_system && runs == !built.empty() && (runs || !answer->works);
            for (const Capability number : built) {
                const auto covered =
                    covers({.cuda = cuda, .capabilities = {to_string(number)}, .device = to_string(number)});
                is_right = is_right && is_jetson(tables, number) && covered && covered->runs == true;
            }
            if (is_right || ++wrong > 5) continue;
            MESSAGE(row.id, " with CUDA ", cuda, ": ", built.size(), " capabilities, works: ", answer->works);
        }
    }
    CHECK(checks > 400);
    CHECK(wrong == 0);
}

TEST_CASE("a product with an Arm CPU implies Arm") {
    for (const char* name : {"GB10", "GB200", "GB300", "GH200"}) {
        const auto answer = needed_driver({.cuda = "13.2", .gpus = {name}});
        REQUIRE(answer);
        CHECK(answer->system.redist == "linux-sbsa");
        CHECK(has_note(answer->notes));
    }
    const auto other = needed_driver({.cuda = "13.2", .gpus = {"H100"}});
    REQUIRE(other);
    CHECK(other->system.redist == "linux-x86_64");
    const auto number = ask({.cuda = "12.6", .capabilities = {"8.7"}});
    REQUIRE(number);
    CHECK(has_note(number->notes));
}

TEST_CASE("a list with a Jetson does not move another GPU's platform") {
    const auto covered =
        covers({.cuda = "10.0.130", .capabilities = {"7.2"}, .gpu = "GeForce GTX 1660 SUPER", .driver = "465.31"});
    const auto compatible = compat({.cuda = "10.0.130", .gpus = {"GeForce GTX 1660 SUPER"}}, "465.31");
    REQUIRE(covered);
    REQUIRE(compatible);
    REQUIRE(covered->driver);
    CHECK(covered->driver->how == compatible->how);
}

}  // namespace cudastdenv::laws
