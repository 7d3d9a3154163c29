// SPDX-License-Identifier: MIT
// Judges which messages of a log count, and why the others do not.
#include "diagnose/log_reader.hpp"
#include "tables/message_template.hpp"

namespace cudastdenv::diagnose {

namespace {

using Outcome = MessageTextRow::Outcome;

/// A log that ends so soon after a warning is an excerpt around it.
constexpr std::size_t lines_behind_warning = 6;

bool is_failure(const SeenMessage& message) noexcept {
    const bool fails = message.wording->outcome == Outcome::failure || message.wording->outcome == Outcome::any_build;
    return fails && message.status == FindingStatus::failure;
}

/// Whether it is printed only while programs run, and never by a build.
bool is_of_running(const SeenMessage& message) {
    constexpr std::string_view running =
        "Caffe XLA ctranslate2 cudart cudnn ffmpeg jax jitify ld.so ldd libcuda numba nvidia-container-cli nvidia-smi "
        "nvrtc ollama python tensorflow torch triton vllm";
    const auto& tools = message.wording->tools;
    const auto runs = [&](std::string_view tool) { return contains(pieces_of(running, ' '), tool); };
    return !tools.empty() && std::ranges::all_of(tools, runs);
}

/// Whether a success is one of the build that the message is about: pip's of the same package, CMake's of the
/// configuration that printed it. A build does not make a program run that failed outside of it.
bool is_about(const LogSuccess& success, const SeenMessage& message, const LogReading& reading) {
    const auto& tools = success.wording->tools;
    if (contains(tools, "pip"))
        return std::ranges::any_of(reading.facts, [&](const SeenFact& fact) {
            return fact.fact == Fact::package && contains(success.packages, fact.value);
        });
    if (contains(tools, "ctest")) return true;
    if (is_of_running(message) && message.is_configuring != false) return false;
    return !success.wording->text.starts_with("Build files") || message.is_configuring == true;
}

/// The success of the same build behind the message; nullptr: none, or the build failed again.
const LogSuccess* success_after(const LogReading& reading, const SeenMessage& message) {
    const LogSuccess* last = nullptr;
    for (const LogSuccess& success : reading.successes)
        if (success.offset > message.offset && (!last || success.offset > last->offset) &&
            is_about(success, message, reading))
            last = &success;
    if (!last) return nullptr;
    const auto fails_later = [&](const SeenMessage& other) { return is_failure(other) && other.offset > last->offset; };
    // A failure after a success, without a message, may be explained by this message.
    const bool is_unexplained = reading.last_failure && *reading.last_failure > last->offset &&
                                std::ranges::none_of(reading.messages, fails_later);
    return is_unexplained ? nullptr : last;
}

/// Whether the missing library was loaded from another place later.
bool was_loaded_later(const LogReading& reading, const SeenMessage& message) {
    const std::string file = file_in(*message.wording, message.fillings);
    return std::ranges::any_of(reading.loaded, [&](const LoadedLibrary& library) {
        const bool is_it = file.empty() ? message.wording->text.find(library.name) != std::string_view::npos
                                        : file == library.name;
        return is_it && library.offset > message.offset;
    });
}

/// Whether pip found nothing because it reached no index.
bool is_without_network(const LogReading& reading, const SeenMessage& message) {
    constexpr std::string_view no_file = "pip-no-file", no_network = "no-network";
    return message.wording->message == no_file && contains(reading.tools, no_network);
}

bool has_fact(const LogReading& reading, std::span<const Fact> facts) {
    return std::ranges::any_of(reading.facts, [&](const SeenFact& seen) { return contains(facts, seen.fact); });
}

/// Whether nvcc compiled where the error in a header is, by the text around it or by any fact.
bool is_of_nvcc(const LogReading& reading) {
    constexpr std::array facts{Fact::cuda, Fact::nvcc, Fact::spoken_cuda, Fact::gnu_version};
    return reading.is_header_error_of_nvcc || has_fact(reading, facts);
}

/// Whether the log is of a build or a program with CUDA, by any tool or fact of it.
bool shows_cuda(const LogReading& reading) {
    constexpr std::array<std::string_view, 6> tools{"cuda", "find-cuda", "nvcc", "own-cuda", "ptxas", "torch"};
    constexpr std::array facts{Fact::capability, Fact::driver, Fact::torch_cuda, Fact::wheel_cuda};
    return is_of_nvcc(reading) || !reading.gpus.empty() || has_fact(reading, facts) ||
           std::ranges::any_of(tools, [&](std::string_view tool) { return contains(reading.tools, tool); });
}

/// The status, without the other messages.
JudgedMessage judge_alone(const LogReading& reading, const SeenMessage& seen) {
    JudgedMessage judged{.seen = &seen, .status = seen.status};
    if (judged.status == FindingStatus::mention) {
        judged.reason = {"status-mention"};
    } else if (is_without_network(reading, seen)) {
        judged.status = FindingStatus::mention;
        judged.reason = {"status-without-network"};
    } else if (judged.status == FindingStatus::recovered || reading.is_reported_working) {
        judged.status = FindingStatus::recovered;
        judged.reason = {"status-gone"};
    } else if (const LogSuccess* success = success_after(reading, seen)) {
        judged.status = FindingStatus::recovered;
        judged.reason = {"status-succeeded", {{"line", success->line}}};
    } else if (was_loaded_later(reading, seen)) {
        judged.status = FindingStatus::recovered;
        judged.reason = {"status-loaded"};
    } else if (judged.status == FindingStatus::quoted) {
        judged.reason = {seen.is_partial ? "status-partial" : "status-quoted"};
    } else if (!is_failure(seen)) {
        judged.status = FindingStatus::warning;
        judged.reason = {"status-warning"};
    }
    return judged;
}

/// Whether a warning counts. `is_stopped`: a failure or a quotation counts.
bool does_warning_count(const LogReading& reading, const SeenMessage& seen, bool is_stopped) {
    const std::optional<LogLine>& error = reading.first_error;
    const bool is_foretelling = seen.wording->outcome == Outcome::cause;
    const bool has_other_failure = error || reading.last_failure || !reading.successes.empty();
    // The tool itself calls it a warning.
    if (seen.status == FindingStatus::warning && !seen.is_user_warning) {
        const bool is_last = !has_other_failure && reading.line_count <= seen.line.number;
        const bool foretells = error && error->number > seen.line.number && is_compile_error(error->text);
        return is_foretelling ? is_stopped || foretells || is_last : !is_stopped && is_last;
    }
    if (is_stopped) return true;
    const bool is_unexplained = reading.last_failure && *reading.last_failure > seen.offset && !error;
    if (seen.is_user_warning && (seen.wording->outcome == Outcome::failure || (!error && !reading.last_failure)))
        return true;
    const bool is_all = !has_other_failure && reading.line_count <= seen.line.number + lines_behind_warning;
    // CMake prints it as a status line, and the build fails without another message.
    return is_all || (is_unexplained && seen.wording->outcome == Outcome::warning);
}

}  // namespace

bool is_compile_error(std::string_view line) {
    const std::string text = squeezed(line);
    const std::size_t error = text.find("error:");
    if (error == text.npos) return false;
    std::string_view before = std::string_view(text).substr(0, error);
    take_suffix(before, "internalcompiler");
    return read_preamble(before, {}).has_place;
}

std::vector<JudgedMessage> judge_messages(const LogReading& reading, bool is_of_cuda,
                                          const std::function<bool(const SeenMessage&)>& is_possible) {
    std::vector<JudgedMessage> all;
    for (const SeenMessage& seen : reading.messages)
        if ((seen.wording->outcome != Outcome::any_build || is_of_cuda || shows_cuda(reading)) && is_possible(seen))
            all.push_back(judge_alone(reading, seen));
    const auto has = [&](FindingStatus status) {
        return std::ranges::find(all, status, &JudgedMessage::status) != all.end();
    };
    const bool fails = has(FindingStatus::failure), is_stopped = fails || has(FindingStatus::quoted);
    for (JudgedMessage& one : all) {
        const bool is_warning = one.status == FindingStatus::warning;
        one.counts = one.status == FindingStatus::failure || (one.status == FindingStatus::quoted && !fails) ||
                     (is_warning && does_warning_count(reading, *one.seen, is_stopped));
        if (is_warning && one.counts && (is_stopped || reading.first_error || reading.last_failure))
            one.reason = {"status-explains"};
    }
    const auto place = [](const JudgedMessage& one) {
        const bool is_reason = one.status == FindingStatus::warning;
        return std::pair(!one.counts, one.counts ? (is_reason ? 1 : 0) : static_cast<int>(one.status));
    };
    const bool is_explained = std::ranges::find(all, true, &JudgedMessage::counts) != all.end();
    if (!is_explained && reading.header_error && (is_of_cuda || is_of_nvcc(reading))) {
        JudgedMessage judged = judge_alone(reading, *reading.header_error);
        judged.counts = judged.status == FindingStatus::failure || judged.status == FindingStatus::quoted;
        all.push_back(std::move(judged));
    }
    std::ranges::stable_sort(all, {}, place);
    std::vector<JudgedMessage> each;
    const auto id_of = [](const JudgedMessage& one) { return one.seen->wording->message; };
    for (JudgedMessage& one : all)
        if (!find_in(each, id_of(one), id_of)) each.push_back(std::move(one));
    return each;
}

}  // namespace cudastdenv::diagnose
