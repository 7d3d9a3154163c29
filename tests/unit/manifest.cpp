// SPDX-License-Identifier: MIT
#include "manifest/manifest.hpp"
#include "messages/diagnostics.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace cudastdenv;
using namespace cudastdenv::manifest;

namespace {

const std::string archive =
    R"({"relative_path": "a/b.tar.xz", "md5": "0123456789abcdef0123456789abcdef", "size": "12",
        "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"})";

std::string package(const std::string& version, const std::string& rest) {
    return R"({"name": "n", "license": "l", "version": ")" + version + "\"" + rest + "}";
}

std::string root(const std::string& packages) {
    return R"({"release_date": "2025-03-06", "release_label": "12.8.1", "release_product": "cuda")" + packages + "}";
}

Manifest manifest_of(const std::string& text) { return read_manifest(builtin_tables(), "test", text); }

/// Its message is valid.
const Manifest::Problem* find(const std::vector<Manifest::Problem>& problems, std::string_view id) {
    for (const Manifest::Problem& problem : problems) {
        CHECK_FALSE(messages::text_of(problem.what).empty());
        if (problem.what.id == id) return &problem;
    }
    return nullptr;
}

Manifest judge(const std::string& text, const std::string& file = "test") {
    Manifest manifest = manifest_of(text);
    judge_manifest(builtin_tables(), manifest, file);
    return manifest;
}

std::string all_systems(const std::string& leaf) {
    std::string text;
    for (const char* system : {"linux-x86_64", "linux-sbsa", "linux-aarch64", "windows-x86_64"})
        text += ", \"" + std::string(system) + "\": " + leaf;
    return text;
}

}  // namespace

TEST_CASE("accepts a manifest without problems") {
    const std::string text = root(", \"cuda_nvcc\": " + package("12.8.93", all_systems(archive)));
    const Manifest manifest = manifest_of(text);
    CHECK(manifest.problem_count == 0);
    CHECK(manifest.kind == "redistrib");
    REQUIRE(manifest.packages.size() == 1);
    CHECK(manifest.packages[0].systems.entries.size() == 4);
    const Manifest verdict = judge(text);
    CHECK(verdict.product == "cuda");
    CHECK(verdict.release == Version{12, 8, 1});
    CHECK(verdict.nvcc == "12.8.93");
    CHECK(verdict.problems.empty());
    CHECK(verdict.new_rows.releases.empty());
    CHECK(verdict.new_rows.redist.empty());
}

TEST_CASE("reads packages that CUDA variants split") {
    const auto with_list = [](const std::string& list) {
        const std::string rest = R"(, "linux-x86_64": {"cuda12": )" + archive + "}";
        return manifest_of(root(", \"cudnn\": " + package("9.1", ", \"cuda_variant\": " + list + rest)));
    };
    const Manifest manifest = with_list("[\"12\"]");
    CHECK(manifest.problem_count == 0);
    CHECK(manifest.packages[0].systems.entries[0].second == std::vector<std::string>{"cuda12"});
    CHECK(find(with_list("[\"11\"]").problems, "variants-differ"));
}

TEST_CASE("reads a feature manifest") {
    const Manifest manifest = manifest_of(R"({"cuda_nvcc": {"linux-x86_64": {"outputs": {"bin": true, "dev": 1}}}})");
    CHECK(manifest.kind == "feature");
    CHECK(manifest.problem_count == 1);
    CHECK(find(manifest.problems, "not-true-or-false")->pointer == "/cuda_nvcc/linux-x86_64/outputs/dev");
}

TEST_CASE("reports each problem of an archive") {
    const auto problems = [](const std::string& leaf) {
        return manifest_of(root(", \"p\": " + package("1.0", ", \"linux-x86_64\": " + leaf))).problems;
    };
    const auto changed = [&](const std::string& key, const std::string& value) {
        std::string text = R"({"relative_path": "a", "md5": "0123456789abcdef0123456789abcdef", "size": "12", "sha256":
            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"})";
        const std::size_t at = text.find("\"" + key + "\":") + key.size() + 3;
        const std::size_t open = text.find('"', at);
        return text.replace(open, text.find('"', open + 1) - open + 1, value);
    };
    CHECK(problems(archive).empty());
    CHECK(find(problems(changed("size", "12")), "size-is-number"));
    CHECK(find(problems(changed("size", "\"12 MB\"")), "malformed-size"));
    CHECK(find(problems(changed("size", "null")), "not-a-text"));
    CHECK(find(problems(changed("md5", "\"0123\"")), "malformed-hash"));
    CHECK(find(problems(changed("sha256", "\"" + std::string(64, 'G') + "\"")), "malformed-hash"));
    for (const char* path : {"\"\"", "\"/etc/passwd\"", "\"../x\"", "\"a/../../x\"", "\"a b\"", "\"a\\n\""})
        CHECK_MESSAGE(find(problems(changed("relative_path", path)), "unsafe-path"), path);
    CHECK(find(problems("{\"md5\": \"0\"}"), "missing-key"));
    CHECK(find(problems("{\"rocm\": " + archive + "}"), "unknown-variant"));
    CHECK(find(manifest_of(root(", \"p\": " + package("1.0", ""))).problems, "empty-package"));
    CHECK(find(manifest_of(root(", \"p\": " + package("1.0", ", \"linux-mips\": " + archive))).problems,
               "unknown-system"));
    CHECK(find(manifest_of(root(", \"p\": " + package("one", all_systems(archive)))).problems, "malformed-version"));
}

TEST_CASE("rejects input that is not a manifest") {
    for (const char* text : {"", "5", "[]", "{\"p\": 5}", "{\"p\": []}", "{\"p\": {\"linux-x86_64\": []}}", "{",
                             "{\"a\":{},\"a\":{}}", "{\"p\": {\"cuda_variant\": {}}}", "{\"p\": 1e999}",
                             "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{}}}}}}}}}}"})
        CHECK_THROWS_AS((void)manifest_of(text), DataError);
    CHECK_THROWS_AS((void)manifest_of(std::string(max_manifest_bytes + 1, ' ')), DataError);
}

TEST_CASE("counts problems beyond the stored ones") {
    std::string many;
    for (int i = 0; i < 1000; ++i) many += ", \"p" + std::to_string(i) + "\": {}";
    const Manifest manifest = manifest_of(root(many));
    CHECK(manifest.problems.size() == max_manifest_problems);
    CHECK(manifest.problem_count > 1000);
}

TEST_CASE("finds the release of a manifest") {
    const std::string nvcc = ", \"cuda_nvcc\": " + package("11.4.152", all_systems(archive));
    const auto without_label = [&](const std::string& date) {
        return "{\"release_date\": \"" + date + "\"" + nvcc + "}";
    };
    CHECK(judge(without_label("2022-02-01"), "/x/redistrib_11.4.3.json").release == Version{11, 4, 3});
    CHECK(judge(without_label("2022-02-01")).release == Version{11, 4, 4});
    CHECK(judge(without_label("2021-11-03")).release == Version{11, 4, 3});
    CHECK(find(judge(without_label("2020-01-01")).problems, "no-release"));
    CHECK(find(judge(root(nvcc), "redistrib_12.8.0.json").problems, "label-differs"));
    CHECK(find(judge(without_label("2021-01-01"), "redistrib_11.4.3.json").problems, "date-differs"));
}

TEST_CASE("writes the row of a new release") {
    std::string text = root(", \"cuda_nvcc\": " + package("99.1.20", all_systems(archive)));
    text.replace(text.find("12.8.1"), 6, "99.1.0");
    const Manifest verdict = judge(text);
    REQUIRE(verdict.new_rows.releases.size() == 1);
    CHECK(verdict.new_rows.releases[0].version == Version{99, 1, 0});
    CHECK(verdict.new_rows.releases[0].nvcc == "99.1.20");
    CHECK(verdict.new_rows.releases[0].sources[0] == "nvidia-redistrib-99.1.0");
}
