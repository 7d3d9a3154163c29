// SPDX-License-Identifier: MIT
#include <cudastdenv.h>
#include <cudastdenv/ask.hpp>

#include "ask/answers.hpp"
#include "ask/bad_input.hpp"
#include "ask/context.hpp"
#include "ask/host_reading.hpp"
#include "ask/names.hpp"
#include "ask/result_of.hpp"
#include "tables/json_tree.hpp"
#include "tables/strict_json.hpp"
#include "wire/records/reply.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace cudastdenv {

namespace {

using namespace asking;

std::string text_of_json(const Json& json) { return json_text(json) + '\n'; }

const AskedCommand& read_command(std::string_view name) {
    const std::span<const AskedCommand> all = asked_commands();
    const auto found = std::ranges::find(all, name, &AskedCommand::name);
    if (found != all.end()) return *found;
    std::vector<std::string_view> names;
    for (const AskedCommand& command : all) names.push_back(command.name);
    throw BadInput(InputError::unknown, "unknown command {}{}", in_quotes(name), suggestion(name, names));
}

/// `nixpkgs-exact` as JSON has it: `nixpkgsExact`.
std::string key_of(std::string_view name) {
    std::string key;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] != '-') key += name[i];
        else if (++i < name.size()) key += static_cast<char>(std::toupper(static_cast<unsigned char>(name[i])));
    }
    return key;
}

/// What a command takes under a name, whether as an option or behind them.
struct TakenKey {
    std::string_view given;  ///< an option's name, or its other one
    std::string_view name;
    std::string_view value;  ///< as the help shows it; empty: a switch
    std::string_view help;

    [[nodiscard]] bool is_switch() const noexcept { return value.empty(); }
    [[nodiscard]] bool is_list() const noexcept { return value.find(',') != value.npos; }
};

std::vector<TakenKey> taken_by(const AskedCommand& command) {
    std::vector<TakenKey> all;
    for (const OptionSpec& option : command.options) {
        all.push_back({option.name, option.name, option.value, option.help});
        if (!option.alias.empty()) all.push_back({option.alias, option.name, option.value, option.help});
    }
    for (const std::string_view text : command.texts) all.push_back({text, text, "TEXT", ""});
    return all;
}

/// What the command takes under that name, as `write` has names there. Throws BadInput, which names what there is.
template <class Write>
TakenKey read_taken(const AskedCommand& command, std::string_view what, std::string_view name, Write write) {
    const std::vector<TakenKey> all = taken_by(command);
    const auto found = std::ranges::find_if(all, [&](const TakenKey& taken) { return write(taken.given) == name; });
    if (found != all.end()) return *found;
    std::vector<std::string> names;
    for (const TakenKey& taken : all) names.emplace_back(write(taken.given));
    const std::vector<std::string_view> choices(names.begin(), names.end());
    throw BadInput(InputError::unknown, "{} takes no {} {}{}", command.name, what, in_quotes(name),
                   suggestion(name, choices));
}

/// The text of one member of a request; nothing where it is null, or a switch that is off.
std::optional<std::string> text_of(const nlohmann::json& value, const TakenKey& taken) {
    const std::string key = key_of(taken.given);
    if (value.is_null()) return std::nullopt;
    if (taken.is_switch()) {
        if (!value.is_boolean()) throw BadInput(InputError::malformed, "{} is a switch: write true or false", key);
        return value.get<bool>() ? std::optional(std::string()) : std::nullopt;
    }
    if (value.is_string()) return value.get<std::string>();
    const bool is_list = value.is_array() && taken.is_list();
    if (!is_list || !std::ranges::all_of(value, [](const auto& entry) { return entry.is_string(); }))
        throw BadInput(InputError::malformed, "{} is a text{}: write \"...\"", key,
                       taken.is_list() ? ", or a list of texts" : "");
    return joined_list(value.get<std::vector<std::string>>(), key);
}

/// Throws BadInput where it was given by its other name too.
void give(const TakenKey& taken, const std::string& text, Texts& texts) {
    if (texts.has(taken.name)) throw BadInput(InputError::contradiction, "{} is given twice", key_of(taken.name));
    texts = texts.with(taken.name, text);
}

Texts texts_of(const AskedCommand& command, const nlohmann::json& request) {
    Texts texts;
    for (const auto& [key, value] : request.items()) {
        if (key == "command" || key == "host") continue;
        const TakenKey taken = read_taken(command, "key", key, key_of);
        if (const auto text = text_of(value, taken)) give(taken, *text, texts);
    }
    return texts;
}

Context context_of(const nlohmann::json& request, const Tables& tables) {
    const auto host = request.find("host");
    if (host == request.end() || host->is_null()) return without_machine(tables);
    return {tables, [found = read_host(tables, *host)](const Tables&, HostPart) { return found; }};
}

nlohmann::json parse_request(std::string_view text) {
    constexpr int deepest = 16;
    try {
        nlohmann::json request = parse_strict_json("request", text, deepest);
        if (!request.is_object() || !request.contains("command") || !request["command"].is_string())
            throw BadInput(InputError::malformed,
                           "a request is an object with a command: {\"command\": \"resolve\", \"cuda\": \"12.8\"}");
        return request;
    } catch (const DataError& error) {
        throw BadInput(InputError::malformed, error.what());
    }
}

std::string failed_reply(int status, std::string_view code, std::string_view message) {
    return wire::answer_text(
        wire::ReplyRecord{status, std::nullopt, {}, words::SaidProblem{{code}, std::string(message)}});
}

std::string answer_request(std::string_view text, const Tables& tables) {
    const nlohmann::json request = parse_request(text);
    const AskedCommand& command = read_command(request["command"].get_ref<const std::string&>());
    Outcome outcome = command.answer(context_of(request, tables), texts_of(command, request), {.json = true});
    wire::ReplyRecord reply{.status = outcome.is_answered ? 0 : 1, .answer = {}, .notes = {}, .error = {}};
    for (Aside& aside : outcome.asides) reply.notes.push_back({aside.kind, std::move(aside.text)});
    const Json answer = Json::parse(outcome.text, nullptr, false);
    // The names of the spellings are a text, whatever was asked for.
    if (answer.is_discarded()) reply.answer.emplace(std::move(outcome.text));
    else reply.answer.emplace(answer);
    return wire::answer_text(reply);
}

/// A copy that C can free; nullptr: out of memory.
char* for_c(const std::string& text) noexcept {
    char* copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy) std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

Json schema_of(const TakenKey& taken) {
    const Json text{{"type", "string"}};
    Json schema;
    if (taken.is_switch()) schema = {{"type", "boolean"}};
    else if (taken.is_list()) schema = {{"anyOf", {text, {{"type", "array"}, {"items", text}}}}};
    else schema = text;
    if (!taken.help.empty()) schema["description"] = taken.help;
    return schema;
}

Json schema_of(const AskedCommand& command) {
    Json properties{{"command", {{"const", command.name}}}, {"host", {{"$ref", "#/$defs/host"}}}};
    for (const TakenKey& taken : taken_by(command)) properties[key_of(taken.given)] = schema_of(taken);
    return {{"type", "object"}, {"properties", properties}, {"required", {"command"}}, {"additionalProperties", false}};
}

}  // namespace

Result<Written> run(std::string_view command, const std::map<std::string, std::string>& options, bool json,
                    const Tables& tables) {
    return result_of<Written>([&]() -> Written {
        const AskedCommand& asked = read_command(command);
        Texts texts;
        for (const auto& [name, text] : options)
            give(read_taken(asked, "option", name, [](std::string_view taken) { return taken; }), text, texts);
        Outcome outcome = asked.answer(without_machine(tables), texts, {.json = json});
        Written written{std::move(outcome.text), outcome.is_answered, {}};
        for (Aside& aside : outcome.asides) written.notes.push_back({std::string(aside.kind), std::move(aside.text)});
        return written;
    });
}

std::string ask_json(std::string_view request, const Tables& tables) {
    try {
        return answer_request(request, tables);
    } catch (const BadInput& error) {
        return failed_reply(2, to_string(error.error()), error.what());
    } catch (const DataError& error) {
        return failed_reply(3, "bad-data", error.what());
    }
}

std::string request_schema() {
    Json requests = Json::array();
    for (const AskedCommand& command : asked_commands()) requests.push_back(schema_of(command));
    return text_of_json({{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                         {"title", "A question for cudastdenv"},
                         {"oneOf", requests},
                         {"$defs",
                          {{"host",
                            {{"type", "object"},
                             {"description", "what `cudastdenv detect --json` printed on the machine that a question "
                                             "calls host"}}}}}});
}

}  // namespace cudastdenv

extern "C" {

const char* cudastdenv_version() { return CUDASTDENV_VERSION; }

char* cudastdenv_ask(const char* request) {
    try {
        return cudastdenv::for_c(cudastdenv::ask_json(request ? request : ""));
    } catch (...) {
        return nullptr;  // no exception reaches C; only memory can be wanting here
    }
}

char* cudastdenv_request_schema() {
    try {
        return cudastdenv::for_c(cudastdenv::request_schema());
    } catch (...) {
        return nullptr;
    }
}

void cudastdenv_free(char* text) { std::free(text); }
}
