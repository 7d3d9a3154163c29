// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "tables/names.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

// A GPU's name is from nvidia-smi, from a box or from memory. The answer is the capability of that GPU, or that it is
// unknown, but never that of another GPU.

namespace cudastdenv {

namespace {

std::string names_of(const std::vector<const GpuRow*>& rows) {
    std::string names;
    for (const GpuRow* row : rows) names += (names.empty() ? "" : " | ") + std::string(row->name);
    return names;
}

/// `8.9: GeForce RTX 4090`, `ambiguous: …` or `unknown: …`
std::string answer(std::string_view name) {
    const GpuMeaning found = find_gpu(builtin_tables(), name);
    if (found.capability) return to_string(*found.capability) + ": " + names_of(found.rows);
    if (!found.rows.empty()) return "ambiguous: " + names_of(found.rows);
    std::string text = "unknown:";
    for (const std::string_view near : found.nearest) text += " " + std::string(near) + ";";
    return text;
}

struct Case {
    std::string_view name;
    std::string_view answer;
};

}  // namespace

TEST_CASE("finds names that nvidia-smi prints") {
    static constexpr Case cases[] = {
        {"Tesla K20Xm", "3.5: Tesla K20Xm"},
        {"Tesla K40m", "3.5: Tesla K40m"},
        {"Tesla K80", "3.7: Tesla K80"},
        {"GeForce GTX 750 Ti", "5.0: GeForce GTX 750 Ti"},
        {"GeForce 940MX", "5.0: GeForce 940MX"},
        {"Quadro K2200", "5.0: Quadro K2200"},
        {"Tesla M40 24GB", "5.2: Tesla M40"},
        {"Tesla M40 24GiB", "5.2: Tesla M40"},
        {"Quadro M6000 24GB", "5.2: Quadro M6000"},
        {"GeForce GTX TITAN X", "5.2: GeForce GTX TITAN X"},
        {"Tesla P100-PCIE-16GB", "6.0: Tesla P100"},
        {"Tesla P100-SXM2-16GB", "6.0: Tesla P100"},
        {"Quadro GP100", "6.0: Quadro GP100"},
        {"GeForce GTX 1060 6GB", "6.1: GeForce GTX 1060"},
        {"GeForce GTX 1070 with Max-Q Design", "6.1: GeForce GTX 1070"},
        {"NVIDIA GeForce GTX 1080 Ti", "6.1: GeForce GTX 1080 Ti"},
        {"NVIDIA GeForce MX350", "6.1: GeForce MX350"},
        {"TITAN X (Pascal)", "6.1: TITAN X (Pascal)"},
        {"NVIDIA TITAN Xp", "6.1: TITAN Xp"},
        {"Tesla V100-SXM2-16GB", "7.0: Tesla V100"},
        {"Tesla V100-DGXS-32GB", "7.0: Tesla V100"},
        {"Tesla V100S-PCIE-32GB", "7.0: Tesla V100S"},
        {"NVIDIA TITAN V", "7.0: TITAN V"},
        {"Tesla T4", "7.5: Tesla T4"},
        {"NVIDIA GeForce GTX 1650", "7.5: GeForce GTX 1650"},
        {"NVIDIA GeForce RTX 2070 Super with Max-Q Design", "7.5: GeForce RTX 2070 SUPER"},
        {"Quadro RTX 6000", "7.5: Quadro RTX 6000"},
        {"NVIDIA T1000 8GB", "7.5: T1000"},
        {"NVIDIA A100-SXM4-40GB", "8.0: A100"},
        {"NVIDIA A100-SXM4-80GB", "8.0: A100"},
        {"NVIDIA A100 80GB PCIe", "8.0: A100"},
        {"NVIDIA A100-SXM4-40GB MIG 1g.5gb", "8.0: A100"},
        {"NVIDIA A30", "8.0: A30"},
        {"NVIDIA A800-SXM4-80GB", "8.0: A800"},
        {"GeForce RTX 3060 Lite Hash Rate", "8.6: GeForce RTX 3060"},
        {"NVIDIA GeForce RTX 3080 Laptop GPU", "8.6: GeForce RTX 3080 Laptop GPU"},
        {"NVIDIA GeForce RTX 3050Ti Laptop GPU", "8.6: GeForce RTX 3050 Ti Laptop GPU"},
        {"NVIDIA GeForce RTX 3050 6GB Laptop GPU", "8.6: GeForce RTX 3050 6GB Laptop GPU"},
        {"NVIDIA RTX A2000 12GB", "8.6: RTX A2000"},
        {"NVIDIA RTX A6000", "8.6: RTX A6000"},
        {"NVIDIA A10G", "8.6: A10G"},
        {"Orin (nvgpu)", "8.7: Jetson AGX Orin | Jetson Orin NX | Jetson Orin Nano"},
        {"NVIDIA GeForce RTX 4090", "8.9: GeForce RTX 4090"},
        {"NVIDIA GeForce RTX 4090 D", "8.9: GeForce RTX 4090 D"},
        {"NVIDIA GeForce RTX 3050 A Laptop GPU", "8.9: GeForce RTX 3050 A Laptop GPU"},
        {"NVIDIA RTX 6000 Ada Generation", "8.9: RTX 6000 Ada Generation"},
        {"NVIDIA L40S", "8.9: L40S"},
        {"NVIDIA L4", "8.9: L4"},
        {"NVIDIA H100 80GB HBM3", "9.0: H100"},
        {"NVIDIA H100 PCIe", "9.0: H100"},
        {"NVIDIA H100 NVL", "9.0: H100"},
        {"NVIDIA H200", "9.0: H200"},
        {"NVIDIA GH200 480GB", "9.0: GH200"},
        {"NVIDIA GH200 144G HBM3e", "9.0: GH200"},
        {"NVIDIA B200", "10.0: B200"},
        {"NVIDIA GB200", "10.0: GB200"},
        {"NVIDIA B300 SXM6 AC", "10.3: B300"},
        {"NVIDIA GB300", "10.3: GB300"},
        {"NVIDIA Thor", "11.0: Jetson AGX Thor | Jetson T4000 | Jetson T5000"},
        {"NVIDIA GeForce RTX 5090", "12.0: GeForce RTX 5090"},
        {"NVIDIA GeForce RTX 5070 Ti Laptop GPU", "12.0: GeForce RTX 5070 Ti Laptop GPU"},
        {"NVIDIA RTX PRO 6000 Blackwell Server Edition", "12.0: RTX PRO 6000 Blackwell Server Edition"},
        {"NVIDIA RTX PRO 500 Blackwell Generation Laptop GPU", "12.0: RTX PRO 500 Blackwell Generation Laptop GPU"},
        {"NVIDIA GB10", "12.1: GB10"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        CHECK(answer(one.name) == one.answer);
        CHECK(answer(" " + std::string(one.name) + "\n") == one.answer);
    }
}

TEST_CASE("finds names that people type") {
    static constexpr Case cases[] = {
        {"rtx4090", "8.9: GeForce RTX 4090"},
        {"4090", "8.9: GeForce RTX 4090"},
        {"RTX-4090", "8.9: GeForce RTX 4090"},
        {"GeForce 4090", "8.9: GeForce RTX 4090"},
        {"geforce_rtx_4090", "8.9: GeForce RTX 4090"},
        {"NVIDIA\xc2\xae GeForce RTX\xe2\x84\xa2 4090", "8.9: GeForce RTX 4090"},
        {"Nvidia Corporation GeForce(R) RTX(TM) 4090", "8.9: GeForce RTX 4090"},
        {"NVIDIA-RTX4090", "8.9: GeForce RTX 4090"},
        {"nvidiartx4090", "8.9: GeForce RTX 4090"},
        {"4090 laptop", "8.9: GeForce RTX 4090 Laptop GPU"},
        {"4070 ti super", "8.9: GeForce RTX 4070 Ti SUPER"},
        {"3080ti", "8.6: GeForce RTX 3080 Ti"},
        {"RTX 3060 12GB", "8.6: GeForce RTX 3060"},
        {"a100", "8.0: A100"},
        {"Tesla A100", "8.0: A100"},
        {"A100 GPU", "8.0: A100"},
        {"t4", "7.5: Tesla T4"},
        {"v100", "7.0: Tesla V100"},
        {"a6000", "8.6: RTX A6000"},
        {"gt 1030", "6.1: GeForce GT 1030"},
        {"titan rtx", "7.5: TITAN RTX"},
        {"RTX 6000 Ada", "8.9: RTX 6000 Ada Generation"},
        {"RTX PRO 6000", "12.0: RTX PRO 6000 Blackwell Server Edition | RTX PRO 6000 Blackwell Workstation Edition"},
        {"RTX PRO 6000 Blackwell Max-Q", "12.0: RTX PRO 6000 Blackwell Max-Q Workstation Edition"},
        {"dgx spark", "12.1: GB10"},
        {"orin nano", "8.7: Jetson Orin Nano"},
        {"orin", "8.7: Jetson AGX Orin | Jetson Orin NX | Jetson Orin Nano"},
        {"Jetson Xavier NX", "7.2: Jetson Xavier NX"},
        {"xavier", "7.2: Jetson AGX Xavier | Jetson Xavier NX"},
        {"jetson tx2", "6.2: Jetson TX2"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        CHECK(answer(one.name) == one.answer);
    }
}

TEST_CASE("a name for several capabilities is ambiguous") {
    static constexpr Case cases[] = {
        {"RTX 6000", "ambiguous: Quadro RTX 6000 | RTX 6000 Ada Generation"},
        {"NVIDIA RTX 4000", "ambiguous: Quadro RTX 4000 | RTX 4000 Ada Generation"},
        {"Titan X", "ambiguous: GeForce GTX TITAN X | TITAN X (Pascal)"},
        {"GeForce GTX 860M", "ambiguous: GeForce GTX 860M | GeForce GTX 860M"},
        {"GeForce GT 730", "ambiguous: GeForce GT 730 | GeForce GT 730"},
        {"quadro m620", "ambiguous: Quadro M620 | Quadro M620"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        CHECK(answer(one.name) == one.answer);
    }
    const std::vector<const GpuRow*> rows = find_gpu(builtin_tables(), "GeForce GTX 860M").rows;
    REQUIRE(rows.size() == 2);
    CHECK(to_string(rows[0]->capability) == "3.0");
    CHECK(to_string(rows[1]->capability) == "5.0");
}

TEST_CASE("finds each name and alias with and without vendor") {
    for (const GpuRow& row : builtin_tables().gpus) {
        CAPTURE(row.name);
        for (const std::string& name : {std::string(row.name), "NVIDIA " + std::string(row.name)}) {
            CHECK(knows_gpu(builtin_tables(), name));
            const GpuMeaning found = find_gpu(builtin_tables(), name);
            REQUIRE_FALSE(found.rows.empty());
            // Only the rows with that exact name: a shorter name must not hide a longer one.
            for (const GpuRow* other : found.rows) CHECK(other->name == row.name);
            if (found.capability) CHECK(*found.capability == row.capability);
        }
        for (const std::string_view alias : row.aliases) {
            const GpuMeaning found = find_gpu(builtin_tables(), alias);
            REQUIRE_FALSE(found.rows.empty());
            CHECK(std::ranges::find(found.rows, &row) != found.rows.end());
            // A machine with several GPUs is an alias of each.
            if (!found.capability)
                for (const GpuRow* other : found.rows)
                    CHECK(std::ranges::find(other->aliases, alias) != other->aliases.end());
        }
    }
}

TEST_CASE("suggests GPUs for a misspelling") {
    static constexpr Case cases[] = {
        {"GeForce RTX 4900", "GeForce RTX 4090"},
        {"RTX 3O90", "GeForce RTX 3090"},
        {"gefroce gtx 1080", "GeForce GTX 1080"},
        {"RTX A600", "RTX A6000"},
        {"H10", "H100"},
        {"Telsa P40", "Tesla P40"},
        {"Quadro RTX 600", "Quadro RTX 6000"},
        {"Jetson Orin Nanno", "Jetson Orin Nano"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        const GpuMeaning found = find_gpu(builtin_tables(), one.name);
        REQUIRE(found.rows.empty());
        const auto& nearest = found.nearest;
        CHECK(nearest.size() <= 5);
        CHECK(std::ranges::find(nearest, one.answer) != nearest.end());
    }
    CHECK(answer("GeForce GTX 860N").starts_with("unknown: GeForce GTX 860M;"));
    CHECK(answer("GeForce GTX 860N").find("860M", 24) == std::string::npos);  // once, although it has two rows
}

TEST_CASE("finds nothing for GPUs outside the table") {
    for (const std::string_view name : {"Radeon RX 7900 XTX",
                                        "AMD Instinct MI300X",
                                        "Intel Arc A770",
                                        "Graphics Device",
                                        "NVIDIA Graphics Device",
                                        "GeForce 8800 GTX",
                                        "NVIDIA",
                                        "Tesla",
                                        "GeForce",
                                        "RTX",
                                        "GeForce RTX",
                                        "Laptop GPU",
                                        "80GB",
                                        "SXM4",
                                        "NVIDIA PCIe 80GB",
                                        "GeForce RTX 4090 4090",
                                        "RTX 4090 Banana",
                                        "Quadro 4090",
                                        "GTX 4090",
                                        "GeForce RTX 409",
                                        "GeForce RTX 40900",
                                        "80GB A100"}) {
        CAPTURE(name);
        CHECK(find_gpu(builtin_tables(), name).rows.empty());
        CHECK_FALSE(knows_gpu(builtin_tables(), name));
    }
}

TEST_CASE("accepts any text") {
    using namespace std::string_literals;
    CHECK(answer("") == "unknown:");
    CHECK(answer("   \t\n") == "unknown:");
    CHECK(answer("---()/") == "unknown:");
    CHECK(answer("(R)(TM)") == "unknown:");
    CHECK(answer(std::string(10'000, 'x')) == "unknown:");
    CHECK(answer(std::string(10'000, ' ') + "RTX 4090") == "unknown:");
    CHECK(answer("RTX 4090" + std::string(121, ' ')) == "unknown:");
    CHECK(answer("RTX 4090" + std::string(120, ' ')) == "8.9: GeForce RTX 4090");
    CHECK(answer("RTX 4090\0"s) == "unknown:");
    CHECK(answer("RTX\x1b[31m 4090") == "unknown:");
    CHECK(answer("RTX 4090\x7f") == "unknown:");
    CHECK(answer("RTX 4090\xff") == "unknown:");
    CHECK(answer("\xef\xbc\xb4"
                 "4") == "unknown:");  // a fullwidth T
    // Each single byte, alone and after a name.
    for (int byte = 0; byte < 256; ++byte) {
        const std::string one(1, static_cast<char>(byte));
        CAPTURE(byte);
        CHECK(find_gpu(builtin_tables(), one).rows.empty());
        const bool hidden = !find_gpu(builtin_tables(), "H100" + one).rows.empty();
        if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') CHECK_FALSE(hidden);
        if (byte >= 0x7f) CHECK_FALSE(hidden);
    }
}

TEST_CASE("finds nothing in empty tables") { CHECK(find_gpu(Tables{}, "RTX 4090").rows.empty()); }

}  // namespace cudastdenv
