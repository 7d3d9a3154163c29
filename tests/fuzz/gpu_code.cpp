// SPDX-License-Identifier: MIT
// Mutated files with GPU code: each is read or refused with one line, quickly, at any offset and forward, and what is
// read can be judged.
#include "builtin.hpp"
#include "gpu_code_image.hpp"
#include "mutate.hpp"

#include "findings/gpu_code.hpp"
#include "messages/code_files.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

using namespace cudastdenv;

namespace {

std::vector<std::string> gpu_code_seeds() {
    using namespace image;
    const std::string small = fatbin({{.architecture = 90, .flags = 0x11 | specific},
                                      {.architecture = 100, .flags = family | zstd, .header_size = 112},
                                      {.kind = 1, .architecture = 80, .major = 8, .minor = 7, .header_size = 80}});
    const std::string library = elf({{".text", "code"}, {".nv_fatbin", small + std::string(8, '\0') + small}});
    const std::string object = elf({{"__nv_relfatbin", small}});
    const Sections notes{{".nv.compat", std::string("\4\x0b\x08\0........\2\x09\1\0", 16)},
                         {".note.nv.tkinfo", "ptxas -arch sm_100f -m 64"}};
    return {small,
            library,
            object,
            pe(small),
            elf(notes, 190, 0x06006402, 8),
            archive({{"/", "table"}, {"a.o/", object}, {"#1/4", "b.o\0" + object}, {"c/", library}})};
}

/// Numbers written over headers.
class CodeMutator {
public:
    CodeMutator() : engine_(static_cast<std::mt19937::result_type>(fuzz::seed())), seeds_(gpu_code_seeds()) {}

    std::string next() {
        std::string bytes = seeds_[below(seeds_.size())];
        for (std::size_t changes = 1 + below(5); changes > 0; --changes) change(bytes);
        return bytes;
    }

private:
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : engine_() % bound; }

    void change(std::string& bytes) {
        constexpr std::array<std::uint64_t, 10> telling{0, 1, 15, 16, 63, 64, 0xffff, 0xffffffff, ~std::uint64_t{0}, 8};
        const std::size_t at = below(bytes.size() + 1);
        switch (below(8)) {
            case 0: bytes.resize(at); return;
            case 1: bytes.insert(at, bytes.substr(below(bytes.size() + 1), below(200))); return;
            case 2: bytes.erase(at, below(80)); return;
            default: break;
        }
        const std::uint64_t value = below(2) == 0 ? telling[below(telling.size())] : below(bytes.size() + 32);
        const std::size_t width = std::size_t{1} << below(4);
        for (std::size_t i = 0; i < width && at + i < bytes.size(); ++i)
            bytes[at + i] = static_cast<char>(value >> (8 * i));
    }

    std::mt19937 engine_;
    std::vector<std::string> seeds_;
};

void judge_code(const GpuCode& code) {
    static const Gpu gpus[]{{"", {9, 0}}, {"", {12, 0}}};
    CodeFiles files;
    files.add("fuzz", code);
    const FilesAnswer answer = messages::files_answer(tables, files, {.gpus = {std::begin(gpus), std::end(gpus)}},
                                                      "GPU", std::nullopt);
    for (const FilesAnswer::File& file : answer.files) REQUIRE(file.text);
}

/// Whether it is valid.
bool read_code(const std::function<GpuCode()>& read) {
    try {
        judge_code(read());
        return true;
    } catch (const GpuCodeError& error) {
        REQUIRE(std::string_view(error.what()).find('\n') == std::string_view::npos);
        return false;
    }
}

}  // namespace

TEST_CASE("mutated GPU code") {
    constexpr std::chrono::seconds too_long{10};
    for (const std::string& seed : gpu_code_seeds()) REQUIRE_FALSE(read_gpu_code(seed).kinds.empty());
    CodeMutator mutator;
    int valid = 0, refused = 0;
    const auto until = fuzz::Clock::now() + fuzz::duration();
    while (fuzz::Clock::now() < until) {
        const std::string bytes = mutator.next();
        const auto start = fuzz::Clock::now();
        ++(read_code([&] { return read_gpu_code(bytes); }) ? valid : refused);
        const auto forward = [&](std::uint64_t offset, std::size_t size) {
            return offset < bytes.size() ? std::string_view(bytes).substr(static_cast<std::size_t>(offset), size)
                                         : std::string_view();
        };
        (void)read_code([&] { return scan_gpu_code(forward, bytes.size()); });
        REQUIRE(fuzz::Clock::now() - start < too_long);
    }
    MESSAGE(valid, " read, ", refused, " refused");
    CHECK(valid > 0);
    CHECK(refused > 0);
}
