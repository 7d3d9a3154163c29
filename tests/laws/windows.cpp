// SPDX-License-Identifier: MIT
/// Logs of Windows, for every message and tool: lines are for its command prompt, and nothing is assumed of the machine
/// that reads the log.

#include "block_laws.hpp"
#include "builtin.hpp"
#include "core/quote.hpp"
#include "message_lines.hpp"
#include "query/answers.hpp"
#include "query/query.hpp"
#include "sample.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::laws {

namespace windows {

namespace {

std::string with_replaced(std::string text, std::string_view part, std::string_view by) {
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + by.size()))
        text.replace(at, part.size(), by);
    return text;
}

/// The message as its tool prints it on Windows, after the beginning of such a log.
std::string log_with(const MessageTextRow& wording, std::string_view builder) {
    std::string message = message_line(wording);
    message = with_replaced(std::move(message), "/usr/include/", "C:/include/");
    message = with_replaced(std::move(message), "/usr/local/cuda/", "C:/cuda/");
    return std::string("PS C:\\Users\\me\\code> ") + std::string(builder) +
           "\r\n-- The CXX compiler identification is MSVC 19.40.33811.0\r\n"
           "C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA\\v12.4\\bin\\nvcc.exe -c a.cu\r\n" +
           message;
}

/// Whether only other systems print it, also in such a log: the loader, the linker, a library of theirs, or Nix.
bool is_of_other_system(const MessageTextRow& wording, std::string_view log) {
    const auto is_posix = [](std::string_view tool) { return tool == "ld" || tool == "ld.so" || tool == "ldd"; };
    return std::ranges::any_of(wording.tools, is_posix) || log.find(".so") != log.npos || log.find(" /") != log.npos ||
           log.find("'/") != log.npos || log.find("./") != log.npos || log.find("/nix/store/") != log.npos;
}

class WindowsLaws {
public:
    /// `is_known`: the options name the release and the GPU.
    void check(const MessageTextRow& wording, std::string_view builder, std::optional<PlanTool> tool, bool is_known) {
        const std::string log = log_with(wording, builder);
        std::map<std::string, std::string, std::less<>> options{
            {std::string(query::environment_of_machine), "debian-12"}};
        if (tool) options["for"] = to_string(*tool);
        if (is_known) options.insert({{"cuda", "12.8.1"}, {"gpu", "RTX 4090"}});
        const DiagnoseAnswer answer = query::diagnose_answer(
            query::without_machine(tables), query::OptionTexts(options), query::read_log_text(tables, log));
        const auto example = [&] {
            return shell_quoted(log) + (tool ? " --for " + std::string(to_string(*tool)) : "");
        };
        if (is_of_other_system(wording, log)) return;
        const std::string kind(wording.message);
        system_.expect(answer.facts.system && answer.facts.system->value == "x86_64-windows", kind, example);
        const auto& host = answer.facts.host_compiler;
        const auto& glibc = answer.facts.glibc;
        machine_.expect(!answer.facts.environment && (!host || host->line) && (!glibc || glibc->line), kind, example);
        for (const DiagnoseAnswer::Finding& finding : answer.findings)
            for (const Plan& plan : finding.fix)
                for (const std::string& line : plan.lines) {
                    ++lines;
                    prompt_.expect(is_cmd_line(line), kind, [&] { return example() + "\n" + line; });
                }
    }

    std::size_t lines = 0;

private:
    CountedLaw system_{"windows system", "a log of Windows is known as such"};
    CountedLaw machine_{"windows machine", "nothing of the reading machine is in the answer"};
    CountedLaw prompt_{"windows prompt", "each line is one of the Windows command prompt"};
};

}  // namespace

}  // namespace windows

TEST_CASE("lines for a log of Windows are for its command prompt") {
    windows::WindowsLaws laws;
    Sample sample(7, 499);
    std::vector<std::optional<PlanTool>> tools{std::nullopt};
    for (const PlanTool tool : enumerators<PlanTool>) tools.emplace_back(tool);
    for (const MessageTextRow& wording : tables.message_texts)
        for (const std::string_view builder :
             {"nvcc -c a.cu", "cmake -B build\r\nCMake Error", "pip install .\r\nsite-packages/"})
            for (const std::optional<PlanTool> tool : tools)
                for (const bool is_known : {false, true})
                    if (sample.takes_next()) laws.check(wording, builder, tool, is_known);
    CHECK(laws.lines > static_cast<std::size_t>(where_every_case_is_tried(100)));
}

}  // namespace cudastdenv::laws
