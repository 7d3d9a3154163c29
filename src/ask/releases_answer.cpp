// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "ask/capability_list.hpp"
#include "ask/compiler_name.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/driver_name.hpp"
#include "ask/gpu_name.hpp"
#include "ask/host_answers.hpp"
#include "ask/list.hpp"
#include "ask/owned_request.hpp"
#include "ask/system_name.hpp"
#include "report/text.hpp"
#include "resolve/releases.hpp"
#include "tables/environment_names.hpp"
#include "tables/lookup.hpp"
#include "wire/records/shared.hpp"
#include "words/lists.hpp"
#include "words/releases.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::asking {

namespace {

/// What is wrong with the list in every release is no condition but a slip.
CapabilitiesCondition read_capabilities(const Tables& tables, std::string_view text) {
    CapabilitiesCondition condition{read_capability_list(tables, text)};
    std::vector<Capability> numbers;
    for (const ListedCapability& listed : condition.listed)
        if (const auto* capability = std::get_if<Capability>(&listed)) numbers.push_back(*capability);
    Request request;
    request.cuda = newest_release(tables)->version;
    request.capabilities = numbers;
    for (const CapabilityProblem& problem : check_capabilities(tables, request))
        if (std::holds_alternative<UnknownCapability>(problem) || std::holds_alternative<SlotConflict>(problem))
            throw BadInput(InputError::unfit, words::say(tables, request, problem).text);
    return condition;
}

/// The texts of the stdenv and of the candidates as every other question reads them; the release is no matter.
class ReadStdenv {
public:
    ReadStdenv(const Context& context, const Texts& texts) : question_(context, only_stdenv(context.tables, texts)) {}

    [[nodiscard]] Condition stdenv(std::string_view name) {
        if (const EnvironmentRow* environment = question_.environment()) return EnvironmentCondition(*environment);
        const Request& request = question_.request();
        StdenvCondition condition{.name = std::string(name),
                                  .stdenv = request.stdenv,
                                  .available = {request.available.begin(), request.available.end()},
                                  .versions = {request.compiler_versions.begin(), request.compiler_versions.end()},
                                  .libstdcxx_headers = {request.libstdcxx_headers.begin(),
                                                        request.libstdcxx_headers.end()}};
        if (const Host* host = question_.host_if_seen(); host && name == host_name) add_machine(*host, condition);
        return condition;
    }

    [[nodiscard]] CompilerCondition candidates() const {
        const Request& request = question_.request();
        CompilerCondition condition{{request.available.begin(), request.available.end()},
                                    {request.compiler_versions.begin(), request.compiler_versions.end()}};
        if (condition.any_of.empty())
            throw BadInput(InputError::empty,
                           "the compiler list is empty; write one like gcc-14,clang-19, or leave --available out");
        return condition;
    }

private:
    static Texts only_stdenv(const Tables& tables, const Texts& texts) {
        Texts only = Texts().with("cuda", to_string(newest_release(tables)->version));
        for (const std::string_view name : {"stdenv", "available"})
            if (texts.has(name)) only = only.with(name, texts.value(name));
        return only;
    }

    void add_machine(const Host& host, StdenvCondition& condition) const {
        condition.system = host.system;
        condition.any_system = true;
        for (const Release& release : question_.tables().releases)
            if (const auto headers = toolkit_headers_of(host, release.version))
                condition.toolkit_headers.emplace_back(release.version, *headers);
    }

    OwnedRequest question_;
};

}  // namespace

ReleasesQuestion read_releases_question(const Context& context, const Texts& texts) {
    const Tables& tables = context.tables;
    ReleasesQuestion question;
    const auto read = [&](std::string_view name, auto reader) {
        if (texts.has(name)) question.conditions.emplace_back(reader(std::string_view(texts.value(name))));
    };
    read("capabilities", [&](std::string_view text) { return read_capabilities(tables, text); });
    read("gpu", [&](std::string_view text) { return GpuCondition{read_gpu_list(tables, text)}; });
    read("system", [&](std::string_view text) {
        const SystemName name = read_system_name(tables, "system", text);
        return SystemCondition{name.nix, name.redist};
    });
    read("driver", [](std::string_view text) { return DriverCondition{read_driver(text)}; });
    read("std", [](std::string_view text) { return StandardCondition{read_standard(text)}; });
    if (texts.has("stdenv") || texts.has("available")) {
        ReadStdenv stdenv(context, texts);
        read("available", [&](std::string_view) { return stdenv.candidates(); });
        read("stdenv", [&](std::string_view text) { return stdenv.stdenv(text); });
    }
    read("glibc", [](std::string_view text) { return GlibcCondition{read_glibc(text)}; });
    question.policy = read_policy(texts);
    return question;
}

Outcome answer_releases(const Context& context, const Texts& texts, const Form& form) {
    const ReleasesAnswer answer = words::releases_answer(context.tables, read_releases_question(context, texts),
                                                         user_defaults(texts));
    Outcome outcome{.is_answered = !answer.releases.empty()};
    if (form.json) {
        outcome.text = wire::answer_text(answer);
    } else {
        for (const Said& note : answer.notes) outcome.asides.push_back({"note", note.text});
        outcome.text = report::releases_text(answer, texts.has("why"), form.style);
    }
    return outcome;
}

}  // namespace cudastdenv::asking
