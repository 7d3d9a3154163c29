// SPDX-License-Identifier: MIT
#include "findings/code_coverage.hpp"

#include "builtin.hpp"
#include "gpu_code_image.hpp"
#include "messages/code_files.hpp"
#include "source_directory.hpp"
#include "tables/json_tree.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>

using namespace cudastdenv;

namespace {

using image::fatbin;
using image::Piece;

Piece cubin(std::uint32_t architecture, std::uint64_t flags = 0) {
    return {.architecture = architecture, .flags = flags};
}
Piece ptx(std::uint32_t architecture, std::uint16_t major, std::uint16_t minor, std::uint64_t flags = 0) {
    return {.kind = 1, .architecture = architecture, .flags = flags, .major = major, .minor = minor};
}

struct Asked {
    Capability gpu;
    std::optional<int> branch = {};
    std::optional<Version> release = {};
};

CoverageQuestion question_of(const Asked& asked) {
    CoverageQuestion question{.gpus = {{"", asked.gpu}}, .release = asked.release};
    if (asked.branch) question.driver = DriverVersion{*asked.branch, 200, 50};
    return question;
}

HealthVerdict verdict(const std::string& code, const Asked& asked) {
    return cover_code(tables, read_gpu_code(code), question_of(asked)).verdict();
}

/// Verdict and sentences.
FilesAnswer answer_of(const std::string& code, const Asked& asked) {
    CodeFiles files;
    files.add("lib.so", read_gpu_code(code));
    return messages::files_answer(tables, files, question_of(asked), "the GPU", std::nullopt);
}

/// The code of a row of measured_launches.json.
std::string fatbin_of(const Json& row, Version ptx_version) {
    std::vector<Piece> pieces;
    for (const std::string_view list : {"machineCode", "ptx"})
        for (const Json& name : row.at(list)) {
            const Capability capability = parse_capability(name.get<std::string>()).value();
            const std::uint64_t suffix = capability.kind == Capability::Kind::family         ? image::family
                                         : capability.kind == Capability::Kind::architecture ? image::specific
                                                                                             : 0;
            const auto number = static_cast<std::uint32_t>(10 * capability.major + capability.minor);
            pieces.push_back(list == "ptx" ? ptx(number, static_cast<std::uint16_t>(ptx_version.major),
                                                 static_cast<std::uint16_t>(ptx_version.minor), suffix)
                                           : cubin(number, suffix));
        }
    return fatbin(pieces);
}

constexpr auto yes = HealthVerdict::yes, no = HealthVerdict::no, partly = HealthVerdict::partly,
               unknown = HealthVerdict::unknown;

}  // namespace

TEST_CASE("judges the code of a file like a list") {
    const std::string code = fatbin({cubin(80), cubin(90, image::specific), ptx(90, 8, 0)});
    CHECK(verdict(code, {{8, 0}}) == yes);
    CHECK(verdict(code, {{8, 9}}) == yes);
    CHECK(verdict(code, {{9, 0}}) == yes);
    CHECK(verdict(code, {{12, 0}}) == yes);
    CHECK(verdict(code, {{7, 5}}) == no);
    CHECK(verdict(fatbin({cubin(100, image::family)}), {{10, 3}}) == yes);
    CHECK(verdict(fatbin({cubin(100, image::specific)}), {{10, 3}}) == no);
    CHECK(verdict(fatbin({{.kind = 8, .architecture = 90}}), {{9, 0}}) == no);
}

TEST_CASE("judges each fat binary") {
    const std::string old = fatbin({cubin(70)}), both = fatbin({cubin(70), cubin(80)});
    CHECK(verdict(both + both + old, {{8, 0}}) == partly);
    CHECK(verdict(both + both + old, {{7, 0}}) == yes);
    CHECK(verdict(both + both + old, {{9, 0}}) == no);
    const FilesAnswer answer = answer_of(both + both + old, {{8, 0}});
    CHECK(answer.files.front().text ==
          "2 of 3 fatbins run, by machine code of 8.0; the others do not: no machine code for it; no PTX");
    CHECK(answer.verdict == partly);
}

TEST_CASE("code for single GPUs does not count beside other code") {
    const std::string general = fatbin({cubin(80), cubin(90)}), own = fatbin({cubin(90, image::specific)});
    CHECK(verdict(general + own, {{8, 0}}) == yes);
    CHECK(verdict(own, {{8, 0}}) == no);
    CHECK(verdict(own, {{9, 0}}) == yes);
    CHECK(verdict(general + own, {{12, 0}}) == no);
}

TEST_CASE("linked code does not count beside its source") {
    const std::string linked = fatbin({cubin(80)}), from = fatbin({cubin(80), ptx(80, 8, 0)});
    CHECK(verdict(linked + from, {{9, 0}}) == yes);
    CHECK(verdict(linked + linked + from, {{9, 0}}) == partly);
    CHECK(verdict(fatbin({cubin(70)}) + from, {{9, 0}}) == partly);
}

TEST_CASE("the driver must compile the PTX version of the file") {
    const std::string code = fatbin({ptx(80, 8, 7)});  // of CUDA 12.8
    CHECK(verdict(code, {{9, 0}, 570}) == yes);
    CHECK(verdict(code, {{9, 0}, 550}) == no);
    CHECK(verdict(fatbin({ptx(80, 8, 4)}), {{9, 0}, 550}) == yes);
    CHECK(verdict(fatbin({ptx(80, 99, 0)}), {{9, 0}, 999}) == unknown);
    const FilesAnswer answer = answer_of(code, {{9, 0}, 550});
    CHECK(answer.files.front().text ==
          "no machine code for it; PTX of 8.0: the code fits the GPU, but the driver cannot compile PTX as new as that "
          "of CUDA 12.8");
    REQUIRE(answer.fixes.size() == 1);
    CHECK(answer.fixes.front().code == "code-needs-driver");
    CHECK(answer.fixes.front().text == "use driver 570 or later");
}

TEST_CASE("the driver must run the release and support the GPU") {
    const std::string code = fatbin({cubin(90), ptx(90, 9, 0)});  // of CUDA 13.0
    CHECK(verdict(code, {{9, 0}, 580}) == yes);
    CHECK(verdict(code, {{9, 0}, 550}) == no);
    // Without PTX the release is unknown, unless the question has it.
    const std::string bare = fatbin({cubin(90)});
    CHECK(verdict(bare, {{9, 0}, 550}) == yes);
    CHECK(verdict(bare, {{9, 0}, 550, Version{13, 0}}) == no);
    CHECK(verdict(fatbin({cubin(120)}), {{12, 0}, 550}) == no);
    REQUIRE(answer_of(bare, {{9, 0}, 550}).notes.size() == 1);
    CHECK(answer_of(bare, {{9, 0}, 550}).notes.front().code == "code-release-unknown");
    CHECK(answer_of(fatbin({cubin(120)}), {{12, 0}, 550}).fixes.front().text == "use driver 570 or later");
    const auto fixes = answer_of(fatbin({cubin(80)}), {{12, 0}}).fixes;
    REQUIRE(fixes.size() == 1);
    CHECK(fixes.front().code == "code-needs-build");
    CHECK(fixes.front().text == "use a build with machine code of 12.0, or PTX of 12.0 or lower");
}

TEST_CASE("a GPU with two numbers is found by the code") {
    CHECK(verdict(fatbin({cubin(101)}), {{11, 0}}) == yes);
    CHECK(verdict(fatbin({cubin(110)}), {{11, 0}}) == yes);
}

TEST_CASE("the verdict is that of a real GPU") {
    const Json measured = Json::parse(std::ifstream(source_directory() / "tests/data/measured_launches.json"));
    const auto text_of = [&](const char* key) { return measured.at(key).get<std::string>(); };
    CoverageQuestion question{.gpus = {{"", parse_capability(text_of("gpu")).value()}}};
    question.driver = parse_driver_version(text_of("driver"));
    const Version ptx_version = parse_version(text_of("ptxVersion")).value();
    CHECK(measured.at("rows").size() >= 200);
    for (const Json& row : measured.at("rows")) {
        CAPTURE(row.dump());
        const GpuCode code = read_gpu_code(fatbin_of(row, ptx_version));
        CHECK((cover_code(tables, code, question).verdict() == yes) == row.at("runs").get<bool>());
    }
}
