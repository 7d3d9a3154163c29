// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "messages/coverage.hpp"
#include "messages/diagnostics.hpp"
#include "messages/drivers.hpp"
#include "messages/nix.hpp"
#include "messages/resolution.hpp"
#include "resolve/host_compiler.hpp"
#include "spelling/reading.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

using namespace cudastdenv;

namespace {

bool is_code(std::string_view text) {
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !text.empty() && std::ranges::all_of(text, fits);
}

/// One sentence without a full stop, with valid citations.
void check_sentence(const Sentence& note) {
    CHECK_MESSAGE(is_code(note.code), note.code);
    CHECK_MESSAGE(!note.text.empty(), note.code);
    CHECK_MESSAGE((!note.text.ends_with('.') && note.text.find('\n') == note.text.npos), note.text);
    for (const std::string_view id : note.sources) CHECK_MESSAGE(find_source(tables, id), id);
}

/// One of each alternative, each with its own code.
template <class Variant, class Describe>
void check_each(const std::vector<Variant>& one_of_each, Describe describe) {
    REQUIRE(one_of_each.size() == std::variant_size_v<Variant>);
    std::set<std::string_view> codes;
    for (std::size_t i = 0; i < one_of_each.size(); ++i) {
        REQUIRE(one_of_each[i].index() == i);
        const Sentence note = describe(one_of_each[i]);
        check_sentence(note);
        CHECK_MESSAGE(codes.insert(note.code).second, note.code);
    }
}

Request request_for(Version release) {
    Request request;
    request.cuda = release;
    return request;
}

/// The answer to a simple query.
struct Plain {
    Request request = request_for(newest_release(tables)->version);
    Resolution resolution = resolve(tables, request);
    DriverAnswer driver = judge_driver(tables, request, {.branch = 550, .minor = 54, .patch = 15});
    messages::ResolutionReport answer{{.cuda_requested = "latest"}, tables, request, resolution};
};

const RedistSystemRow& platform() {
    return *std::ranges::find_if(tables.redist_systems,
                                 [](const RedistSystemRow& row) { return row.last.has_value(); });
}

constexpr Capability hopper{9, 0};
constexpr Capability hopper_specific{9, 0, Capability::Kind::architecture};

/// Arguments of the messages about lists.
const std::vector<Argument> about_lists{
    {"gpu", "Jetson Nano"}, {"runs", ""},       {"capability", "9.0"}, {"release", "12.8"},  {"knower", "nvcc"},
    {"table", "it"},        {"nearest", "9.0"}, {"first", "12.0"},     {"last", "12.0"},     {"now", "9.0"},
    {"before", "9.0"},      {"since", "13.0"},  {"other", "9.0"},      {"specific", "9.0f"}, {"redist", "linux"},
    {"system", "linux"},    {"asked", "9.0a"},  {"built", "9.0"},      {"kept", "8.0"},      {"real", "sm_90"},
    {"added", "9.0"},       {"written", "9.0"}};

}  // namespace

TEST_CASE("a note names the toolkit") {
    const Plain plain;
    const Diagnostic spared{"spared-by-headers", {{"place", "under a prefix"}, {"advisories", "two"}}};
    CHECK(messages::describe(plain.answer, spared).text ==
          "assuming that the headers of the toolkit are under a prefix; elsewhere, two would break the build");
}

TEST_CASE("an unsupported platform has its code and reason") {
    const Diagnostic never = no_platform({}, request_for({12, 8}), "no-platform");
    const RedistSystemRow row = platform();
    const Diagnostic ended = no_platform({row.redist, &row}, request_for({99, 0, 0}), "not-shipped");
    CHECK(messages::sentence(never).code == "no-platform");
    CHECK(messages::sentence(ended).code == "not-shipped");
    CHECK(messages::sentence(ended).text.find("NVIDIA shipped it in CUDA ") != std::string::npos);
}

TEST_CASE("describes each problem of a capability with its correction") {
    for (const std::string_view id : {"unknown-capability", "capability-too-new", "capability-too-old",
                                      "capability-renamed", "capability-not-yet-renamed", "slot-conflict",
                                      "jetson-needs-arm", "jetson-mixed", "excepted-gpu", "jetpack-lacks-release"}) {
        const Diagnostic problem{id, about_lists};
        check_sentence(messages::sentence(problem));
        CHECK(messages::code_of(problem) == id);
        CHECK_MESSAGE(!messages::instead_of(problem).empty(), id);
    }
}

TEST_CASE("describes each loss of a format") {
    for (const std::string_view id :
         {"no-architecture-targets", "no-family-targets", "entry-replaced", "entry-dropped", "entry-dropped-beside",
          "machine-code-added", "machine-code-dropped", "ptx-dropped", "ptx-added", "ptx-changed"})
        check_sentence(messages::describe("torch", {id, about_lists}));
}

TEST_CASE("a loss names other versions that accept the entry") {
    const auto lost = [](std::string_view id, const spelling::OtherVersions& elsewhere) {
        Diagnostic loss{id, about_lists};
        for (const Argument& argument : elsewhere.arguments()) loss.arguments.push_back(argument);
        return messages::describe("torch", loss).text;
    };
    const spelling::OtherVersions later{"PyTorch", {2, 7}, Version{2, 8, 0}, Version{2, 1}, {}};
    const spelling::OtherVersions earlier{"PyTorch", {2, 15, 0}, {}, Version{2, 8}, {}};
    CHECK(lost("entry-dropped-by-version", later) ==
          "PyTorch 2.7 does not accept 9.0a (2.8.0 or later does): it is left out");
    CHECK(lost("entry-dropped-by-version", earlier) ==
          "PyTorch 2.15.0 does not accept 9.0a (2.8 or older does): it is left out");
    CHECK(lost("entry-changed-by-version", later) ==
          "PyTorch 2.7 does not accept 9.0a (2.8.0 or later does): it is written as 9.0");
}

TEST_CASE("describes each finding in a list") {
    const auto instead = [](const Diagnostic& what) {
        check_sentence(messages::describe("torch", what));
        return messages::instead_of(what);
    };
    CHECK(instead({"jetson-among-others", {{"jetson", "8.7"}}}).empty());
    CHECK(instead({"jetson-elsewhere", {{"jetson", "8.7"}, {"system", "x86_64-linux"}}}) == "leave it out");
    CHECK(instead({"ptx-by-version", {{"until", "19"}, {"next", "20"}}}).empty());
    CHECK(instead({"refused-pair", {{"real", "9.0"}, {"from", "9.0a"}, {"baseline", "9.0"}}}) == "9.0 from PTX of 9.0");
}

TEST_CASE("describes each driver obstacle with its direction") {
    const Gpu gpu{"RTX 4090", {8, 9}};
    const std::set<std::string_view> ways{platform_way, gpu_way, native_way, minor_version_way, package_way};
    const std::array obstacles{
        BlockedMode{native_way, {"jetson-driver-not-known"}},
        BlockedMode{gpu_way, {}, false, GpuKnowledge{.gpu = gpu, .has_driver = true, .known = {}}},
    };
    std::set<std::string_view> codes;
    for (const BlockedMode& obstacle : obstacles) {
        const CompatAnswer::UnavailableMode closed = messages::describe(obstacle);
        CHECK_MESSAGE(ways.contains(closed.way), closed.code);
        check_sentence({closed.code, closed.text, closed.sources});
        CHECK_MESSAGE(codes.insert(closed.code).second, closed.code);
    }
}

TEST_CASE("describes a GPU outside NVIDIA's lists") {
    const Gpu gpu{"", {8, 8}};
    CHECK(messages::describe(GpuKnowledge{.gpu = gpu, .has_driver = true, .known = {}}).text ==
          "NVIDIA lists no GPU of 8.8 for this driver");
    CHECK(messages::describe(GpuKnowledge{.gpu = gpu, .known = {}}).text ==
          "NVIDIA's lists do not say which drivers support 8.8");
}

TEST_CASE("describes rare answers") {
    CHECK(messages::text_of({"jetson-system", {{"system", "x86_64-linux"}}}) ==
          "a Jetson runs only aarch64-linux programs, and the system is x86_64-linux");
    CHECK(messages::text_of({"standard-not-known", {{"releases", "13.5.0"}}}) ==
          "the C++ standards that the nvcc of 13.5.0 supports are unknown");
    CHECK(messages::text_of({"use-older-compiler", {{"gcc", "14"}}}) ==
          "or compile it, and everything linked with it, with a GCC older than 14");
    CHECK(messages::text_of({"cannot-be-read", {{"line", ": no symbols"}}}) ==
          "cannot read the program that the trial built: no symbols");
    CHECK(messages::text_of({"headers-of-releases", {{"releases", "13.0"}}}) ==
          "the libstdc++ headers are expected to work, but not tested, with the nvcc of 13.0");
    CHECK(messages::text_of({"only-previews"}) == "only developer previews meet all these conditions");
    CHECK(messages::text_of({"default-is-open", {{"capability", "12.1"}, {"release", "12.9"}}})
              .starts_with("this row builds 12.1 by default in CUDA 12.9 or later; "));
    CHECK(messages::text_of({"tensorrt-is-open", {{"releases", "13.5"}}})
              .starts_with("TensorRT for CUDA 13.5: if it drops a capability, set that row's "));
}

TEST_CASE("a driver note has the version as typed") {
    Plain plain;
    plain.driver.notes = {{"perhaps-windows-driver"}, {"other-platform", {{"asked", "a"}, {"redist", "b"}}}};
    const std::vector<Sentence> notes = messages::describe_notes(plain.driver, "550.54.15");
    CHECK(notes.front().text.starts_with("550.54.15 is read as a Linux driver"));
    CHECK(notes.back().text.starts_with("a is the wrong one of NVIDIA's two Arm platforms: this release uses b "));
}

TEST_CASE("describes each obstacle of code") {
    for (const CodeObstacle obstacle : enumerators<CodeObstacle>) {
        const Sentence note = messages::describe(tables, {12, 8}, {Code::Form::ptx, hopper_specific}, hopper, obstacle);
        CHECK(note.code == to_string(obstacle));
        CHECK_FALSE(note.text.empty());
    }
    const auto labelled_changes = [](Capability code, CodeObstacle obstacle) {
        return messages::describe(tables, {12, 8}, {Code::Form::machine_code, code}, hopper, obstacle).text;
    };
    CHECK(labelled_changes(hopper, CodeObstacle::driver_runs_nothing) ==
          "the code fits the GPU, but the driver does not run CUDA 12.8");
    CHECK(labelled_changes({9, 9, Capability::Kind::family}, CodeObstacle::outside_family) ==
          "the family of 9.9f is unknown");
}

TEST_CASE("describes each obstacle of a release") {
    const Plain plain;
    check_each<ReleaseObstacle>({Diagnostic{"preview-too"}, plain.driver, NoHostCompiler{}},
                                [&](const ReleaseObstacle& obstacle) {
                                    return messages::describe(LeftOutRelease{newest_release(tables), {}, obstacle});
                                });
}
