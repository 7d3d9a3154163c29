// SPDX-License-Identifier: MIT
#include "messages/coverage.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "messages/diagnostics.hpp"
#include "messages/drivers.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::messages {

namespace {

std::string not_reached_message(const Tables& tables, Version release, bool has_ptx, const DeviceCoverage& device) {
    const bool runs_nothing = std::ranges::any_of(device.codes, [](const CodeVerdict& verdict) {
        return verdict.obstacle == CodeObstacle::driver_runs_nothing;
    });
    if (device.place != DevicePlace::unknown && runs_nothing)
        return fmt::format("the driver does not run {}", format_release(release));
    const auto lacks_jetpack = [](const CodeVerdict& verdict) { return verdict.obstacle == CodeObstacle::no_jetpack; };
    if (std::ranges::any_of(device.codes, lacks_jetpack))
        return fmt::format("no JetPack for it runs {}", format_release(release));
    std::vector<std::string> reasons;
    bool tells_machine_code = false;
    for (const auto& [code, obstacle] : device.codes) {
        const bool is_ptx = code.form == Code::Form::ptx;
        // Names only the machine code that could be expected to run.
        if (!is_ptx && obstacle != CodeObstacle::jetson && !is_of_driver(*obstacle)) continue;
        tells_machine_code = tells_machine_code || !is_ptx;
        reasons.push_back(
            fmt::format("{}: {}", format_code(code), describe(tables, release, code, device.device, *obstacle).text));
    }
    if (!tells_machine_code) reasons.insert(reasons.begin(), "no machine code for it");
    if (!has_ptx) reasons.emplace_back("no PTX");
    return joined(reasons, "; ");
}

/// The GPUs that family code is for; empty if the family is unknown.
std::vector<Capability> members_of_family(const Tables& tables, Capability code) {
    std::vector<Capability> members;
    const CapabilityRow* known = find_capability(tables, code);
    for (const CapabilityRow& row : tables.capabilities)
        if (known && known->family && row.family == known->family && row.capability == baseline_of(row.capability))
            members.push_back(row.capability);
    return members;
}

Sentence describe_older_consumer(const CoverageReport& report) {
    const OlderConsumer& older = *report.older_consumer;
    const std::string runs = older.reached.empty()     ? "which changes nothing here"
                             : report.device_requested ? "and then it runs"
                                                       : "and then it runs on " + joined(older.reached, " ") + " too";
    return sentence({"older-consumer",
                     {{"format", report.format},
                      {"until", older.until},
                      {"next", older.until + 1},
                      {"ptx", joined(older.ptx, " ")},
                      {"runs", runs}}});
}

/// The steps from the list to the device; empty if no code reaches it.
std::vector<std::string> format_path(const DeviceCoverage& device) {
    const std::optional<Code> code = device.running;
    if (!code) return {};
    const bool is_ptx = code->form == Code::Form::ptx;
    return {"list", format_code(*code), is_ptx ? "compiled by the driver at load" : "loaded by the driver",
            to_string(device.device)};
}

/// Notes on the answer.
std::vector<Sentence> describe_notes(const CoverageReport& report) {
    const ResolutionReport& answer = report.answer;
    std::vector<Sentence> notes;
    const auto add = [&](Sentence note) {
        if (!find_in(notes, note.text, &Sentence::text)) notes.push_back(std::move(note));
    };
    for (Sentence& note : describe_reading(answer)) add(std::move(note));
    for (const Diagnostic& note : answer.resolution.notes) {
        const bool is_of_list = note.id == "ptx-of-baseline" && report.format.empty();
        if (is_of_list || note.id == "preview") add(describe(answer, note));
    }
    if (!report.consumer_note.empty()) add({"newer-consumer", report.consumer_note});
    if (report.older_consumer) add(describe_older_consumer(report));
    if (report.driver)
        for (Sentence& note : messages::describe_notes(report.driver->answer, report.driver->requested))
            add(std::move(note));
    const auto& asked = report.device_requested;
    if (asked && *asked != report.devices.front().device)
        add(sentence(
            {"renumbered",
             {{"cuda", format_release(answer.resolution.release->version)}, {"gpu", report.devices.front().device}}}));
    const auto reaches_jetson = [&](const DeviceCoverage& device) {
        return device.place == DevicePlace::reached && is_jetson(answer.tables, device.device);
    };
    if (report.system_given && answer.request.system != jetson_system &&
        std::ranges::any_of(report.devices, reaches_jetson))
        add(sentence({"jetson-system", {{"system", answer.request.system}}}));
    return notes;
}

CoversAnswer::CodeVerdict to_answer(const CoverageReport& report, const DeviceCoverage& device,
                                    const CodeVerdict& verdict) {
    const Tables& tables = report.answer.tables;
    const auto& obstacle = verdict.obstacle;
    CoversAnswer::CodeVerdict shown{.form = verdict.code.form, .capability = verdict.code.capability, .runs = true};
    if (const RuleRow* rule = find_by_id(tables.rules, rule_of(verdict.code, obstacle))) {
        shown.rule = rule->id;
        shown.sources = rule->sources;
        shown.statement = rule->statement;
    }
    if (obstacle) {
        Sentence note = describe(tables, report.answer.resolution.release->version, verdict.code, device.device,
                                 *obstacle);
        shown.runs = is_certain(*obstacle) ? std::optional(false) : std::nullopt;
        shown.code = note.code;
        shown.text = std::move(note.text);
    }
    return shown;
}

CoversAnswer::Device to_answer(const CoverageReport& report, const DeviceCoverage& device) {
    CoversAnswer::Device shown{.capability = device.device,
                               .jetson = is_jetson(report.answer.tables, device.device),
                               .place = device.place,
                               .runs = runs(device),
                               .text = describe(report, device).text,
                               .path = format_path(device)};
    if (const std::optional<Code> running = device.running) {
        shown.how = running->form;
        shown.code = running->capability;
    }
    for (const CodeVerdict& verdict : device.codes) shown.codes.push_back(to_answer(report, device, verdict));
    if (const CapabilityRow* row = find_capability(report.answer.tables, device.device)) {
        shown.architecture = row->architecture;
        if (row->nvcc.first > report.answer.request.cuda) shown.first_release = row->nvcc.first;
    }
    return shown;
}

CoversAnswer::Driver to_answer(const CoverageDriver& driver) {
    CoversAnswer::Driver shown{.requested = std::string(driver.requested),
                               .how = driver.answer.support,
                               .ptx_loads = driver.answer.ptx_loads,
                               .gpus = driver_gpus(driver.answer),
                               .verdict = format_driver(driver.answer)};
    for (const BlockedMode& obstacle : driver.answer.obstacles) {
        auto mode = describe(obstacle);
        shown.obstacles.push_back({std::move(mode.text), mode.certain, mode.sources});
    }
    return shown;
}

}  // namespace

Sentence describe(std::string_view spelling, Diagnostic what) {
    what.arguments.emplace_back("format", spelling);
    return sentence(what);
}

std::string list_error_message(std::string_view spelling, std::string_view text, const ListReadError& error) {
    Diagnostic what = error.what;
    what.arguments.emplace_back("found", error.found.empty() ? "the end of the text" : in_quotes(error.found));
    std::string message = fmt::format("{} list, {}: {}", spelling, format_place(text, error.offset), text_of(what));
    if (!error.expected.empty()) message += fmt::format(" (right would be: {})", error.expected);
    return message;
}

std::string guess_message(const LintAnswer& answer) {
    if (answer.also_fits.empty()) return fmt::format("read as {}", answer.format);
    return fmt::format("read as {}; it could be {} too", answer.format, joined(answer.also_fits));
}

std::optional<bool> runs(const CoverageReport& report) {
    const auto count = [&](std::optional<bool> verdict) {
        return std::ranges::count(report.devices, verdict, [](const DeviceCoverage& device) { return runs(device); });
    };
    const bool must_all = !report.gpus.empty();
    if (count(true) > 0 && (!must_all || count(true) == std::ssize(report.devices))) return true;
    // Of one product with several capabilities it is unknown which one is there.
    if (report.gpus.size() > 1 && count(false) > 0) return false;
    return count(false) == std::ssize(report.devices) ? std::optional(false) : std::nullopt;
}

std::string format_code(Code code) {
    return (code.form == Code::Form::ptx ? "PTX of " : "machine code of ") + to_string(code.capability);
}

Sentence describe(const Tables& tables, Version release, Code code, Capability device, CodeObstacle obstacle) {
    const std::vector<Capability> family = members_of_family(tables, code.capability);
    std::string_view id = to_string(obstacle);
    if (obstacle == CodeObstacle::jetson && !is_jetson(tables, code.capability)) id = "not-of-jetson";
    if (obstacle == CodeObstacle::outside_family && family.empty()) id = "family-not-known";
    const RuleRow* rule = find_by_id(tables.rules, rule_of(code, obstacle));
    return sentence({id,
                     {{"code", code.capability},
                      {"codeBaseline", baseline_of(code.capability)},
                      {"codeMajor", code.capability.major},
                      {"cuda", format_release(release)},
                      {"family", joined(family)},
                      {"gpu", device},
                      {"gpuMajor", device.major}},
                     rule ? rule->sources : SourceIds{}});
}

Sentence describe(const CoverageReport& report, const DeviceCoverage& device) {
    return describe(report.answer.tables, report.answer.resolution.release->version, !report.list.ptx.empty(), device);
}

Sentence describe(const Tables& tables, Version release, bool has_ptx, const DeviceCoverage& device) {
    if (!device.running) return {to_string(device.place), not_reached_message(tables, release, has_ptx, device)};
    const std::string_view how = device.running->form == Code::Form::ptx ? ", which the driver compiles at load" : "";
    return {to_string(device.place), fmt::format("{}{}", format_code(*device.running), how)};
}

CoversAnswer covers_answer(const CoverageReport& report) {
    CoversAnswer answer{.cuda = asked_release(report.answer),
                        .system = std::string(report.answer.request.system),
                        .list = {{}, report.consumer, report.list.real, report.list.ptx},
                        .runs = runs(report),
                        .notes = describe_notes(report),
                        .device_requested = report.device_requested};
    if (!report.format.empty()) answer.list.format = report.format;
    if (report.driver) answer.driver = to_answer(*report.driver);
    if (!report.gpus.empty()) answer.gpu = joined(report.gpus);
    for (const DeviceCoverage& device : report.devices) answer.devices.push_back(to_answer(report, device));
    return answer;
}

}  // namespace cudastdenv::messages
