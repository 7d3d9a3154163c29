// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "messages/diagnostics.hpp"
#include "resolve/resolve.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>

using namespace cudastdenv;

namespace {

Resolution answer(Version cuda, std::string_view build, std::string_view system) {
    const EnvironmentRow& environment = *find_environment(tables, tables.assumed_environment);
    return resolve(tables, {.cuda = cuda,
                            .system = system,
                            .build_system = build,
                            .redist_asked = {},
                            .stdenv = {environment.compiler, environment.libstdcxx, {}, {}},
                            .available = {},
                            .libstdcxx_headers = {},
                            .capabilities = {}});
}

const Diagnostic* missing_toolkit(const Resolution& resolution) {
    for (const Diagnostic& note : resolution.notes)
        if (messages::code_of(note) == "no-toolkit-to-build-with") return &note;
    return nullptr;
}

}  // namespace

TEST_CASE("tools are for the build system and libraries for the host") {
    const Resolution resolution = answer({12, 8, 1}, "x86_64-linux", "aarch64-linux");
    REQUIRE(resolution.cross);
    CHECK(resolution.cross->build.redist == "linux-x86_64");
    REQUIRE(resolution.cross->parts.size() == 4);
    for (const CrossPart& part : resolution.cross->parts) {
        const bool is_tool = part.part == CrossPart::Part::nvcc || part.part == CrossPart::Part::host_compiler;
        CHECK(part.system == (is_tool ? "x86_64-linux" : "aarch64-linux"));
        CHECK(part.makes_code_for.value_or("") == (is_tool ? "aarch64-linux" : ""));
    }
    CHECK_FALSE(missing_toolkit(resolution));
}

TEST_CASE("equal build and host systems are not a cross build") {
    CHECK_FALSE(answer({12, 8, 1}, "", "aarch64-linux").cross);
    CHECK_FALSE(answer({12, 8, 1}, "aarch64-linux", "aarch64-linux").cross);
}

TEST_CASE("notes a build system without a toolkit") {
    const Resolution never = answer({12, 8, 1}, "aarch64-darwin", "x86_64-linux");
    REQUIRE(missing_toolkit(never));
    CHECK(missing_toolkit(never)->id == "no-toolkit-to-build-with");
    const Resolution ended = answer({12, 6, 3}, "powerpc64le-linux", "x86_64-linux");
    REQUIRE(missing_toolkit(ended));
    CHECK(argument_of(*missing_toolkit(ended), "platform") == "linux-ppc64le");
}
