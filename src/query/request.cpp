// SPDX-License-Identifier: MIT
#include <cudastdenv.h>

#include "core/text.hpp"
#include "query/answers.hpp"
#include "tables/json_tree.hpp"
#include "tables/lookup.hpp"
#include "wire/json.hpp"

#include <cctype>
#include <cstdlib>
#include <cstring>

namespace cudastdenv {

namespace {

using namespace query;
using AnyJson = nlohmann::json;

const AskedCommand& read_command(std::string_view name) {
    return read_row("command", name, asked_commands(), &AskedCommand::name);
}

/// The JSON key of an option: `nixpkgsExact` of `nixpkgs-exact`.
std::string key_of(std::string_view name) {
    std::string key;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] != '-') key += name[i];
        else if (++i < name.size()) key += static_cast<char>(std::toupper(static_cast<unsigned char>(name[i])));
    }
    return key;
}

/// A key that a command accepts: an option, by its name or alias, or an argument.
struct TakenKey {
    std::string_view given;
    OptionSpec option;
};

std::vector<TakenKey> taken_by(const AskedCommand& command) {
    std::vector<TakenKey> all;
    for (const OptionSpec& option : command.options)
        for (const std::string_view name : {option.name, option.alias})
            if (!name.empty()) all.push_back({name, option});
    for (const std::string_view text : command.texts) all.push_back({text, {text, "TEXT", ""}});
    return all;
}

/// The key with that name, in the spelling of `write`. Throws BadInput with the valid names.
template <class Write>
TakenKey read_taken(const AskedCommand& command, std::string_view what, std::string_view name, Write write) {
    std::vector<std::string> names;
    for (const TakenKey& taken : taken_by(command))
        if (names.emplace_back(write(taken.given)) == name) return taken;
    throw BadInput(InputError::unknown, "{} has no {} {}{}", command.name, what, in_quotes(name),
                   suggestion(name, names));
}

/// The text of one member of a request; absent if it is null, or a switch that is off.
std::optional<std::string> text_of(const AnyJson& value, const TakenKey& taken) {
    const std::string key = key_of(taken.given);
    if (value.is_null()) return std::nullopt;
    if (taken.option.value.empty()) {
        if (!value.is_boolean()) throw BadInput(InputError::malformed, "{} is a switch; pass true or false", key);
        return value.get<bool>() ? std::optional(std::string()) : std::nullopt;
    }
    if (value.is_string()) return value.get<std::string>();
    const bool is_list = value.is_array() && taken.option.is_list();
    if (!is_list || !std::ranges::all_of(value, [](const auto& entry) { return entry.is_string(); }))
        throw BadInput(InputError::malformed, "{} is a string{}; pass \"...\"", key,
                       taken.option.is_list() ? ", or a list of strings" : "");
    return joined_list(value.get<std::vector<std::string>>(), key);
}

/// Throws BadInput if its alias is given too.
void give(const TakenKey& taken, const std::string& text, OptionTexts& texts) {
    if (texts.has(taken.option.name))
        throw BadInput(InputError::contradiction, "{} is given twice", key_of(taken.option.name));
    texts = texts.with(taken.option.name, text);
}

OptionTexts texts_of(const AskedCommand& command, const AnyJson& request) {
    OptionTexts texts;
    for (const auto& [key, value] : request.items()) {
        if (key == "command" || key == "host" || key == "as") continue;
        const TakenKey taken = read_taken(command, "key", key, key_of);
        if (const auto text = text_of(value, taken)) give(taken, *text, texts);
    }
    return texts;
}

[[noreturn]] void fail(std::string_view key) {
    throw BadInput(InputError::malformed, "host: {} is not as in the output of `cudastdenv detect --json`", key);
}

// Parses the output of `detect --json` back into its structs. For a list, `key` is the key of the list.

void read(const AnyJson& json, std::string_view key, std::string& text) {
    if (!json.is_string()) fail(key);
    json.get_to(text);
}

void read(const AnyJson& json, std::string_view key, std::filesystem::path& path) {
    std::string text;
    read(json, key, text);
    path = text;
}

void read(const AnyJson& json, std::string_view key, int& number) {
    if (!json.is_number_integer()) fail(key);
    json.get_to(number);
}

/// A value that is a string in JSON.
template <TextScalar T>
void read(const AnyJson& json, std::string_view key, T& value) {
    std::string text;
    read(json, key, text);
    if (!shape_of<T>.parse(text, &value)) fail(key);
}

void read(const AnyJson& json, std::string_view key, FoundToolkit& toolkit);
void read(const AnyJson& json, std::string_view key, FoundCompiler& found);
void read(const AnyJson& json, std::string_view key, LoadedLibstdcxx& library);
void read(const AnyJson& json, std::string_view key, FoundGpu& gpu);

template <class T>
void read(const AnyJson& json, std::string_view key, std::optional<T>& value) {
    read(json, key, value.emplace());
}

template <class T>
void read(const AnyJson& json, std::string_view key, std::vector<T>& list) {
    if (!json.is_array()) fail(key);
    for (const AnyJson& element : json) read(element, key, list.emplace_back());
}

/// Reads a member; false if it is absent or null, which means "unknown".
template <class T>
bool take(const AnyJson& object, std::string_view key, T& value) {
    if (!object.is_object()) fail(key);
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return false;
    read(*found, key, value);
    return true;
}

/// Reads a required member.
template <class T>
void need(const AnyJson& object, std::string_view key, T& value) {
    if (!take(object, key, value)) fail(key);
}

void read(const AnyJson& json, std::string_view, FoundToolkit& toolkit) {
    need(json, "path", toolkit.nvcc);
    take(json, "root", toolkit.root);
    need(json, "nvcc", toolkit.build);
    need(json, "version", toolkit.version);
    take(json, "headers", toolkit.headers);
    take(json, "headersPlace", toolkit.headers_place);
    take(json, "sameBuild", toolkit.same_build);
}

void read(const AnyJson& json, std::string_view, FoundCompiler& found) {
    need(json, "compiler", found.compiler);
    take(json, "version", found.version);
    need(json, "path", found.path);
    take(json, "libstdcxxHeaders", found.libstdcxx_headers);
    take(json, "libstdcxx", found.libstdcxx);
    take(json, "glibc", found.glibc);
}

void read(const AnyJson& json, std::string_view, LoadedLibstdcxx& library) {
    take(json, "path", library.path);
    need(json, "glibcxx", library.glibcxx);
    take(json, "cxxabi", library.cxxabi);
    take(json, "gcc", library.gcc);
}

void read(const AnyJson& json, std::string_view, FoundGpu& gpu) {
    need(json, "name", gpu.name);
    take(json, "capability", gpu.capability);
}

/// Parses the output of `detect --json`, as far as queries need it: system, toolkits, compilers, libraries, driver and
/// GPUs, without notes. Throws BadInput if it is malformed.
Host read_host(const Tables& tables, const AnyJson& detected) {
    Host host;
    need(detected, "system", host.system);
    take(detected, "toolkits", host.toolkits);
    for (FoundToolkit& toolkit : host.toolkits) toolkit.release = find_release(tables, toolkit.version);
    if (take(detected, "compilers", host.compilers))
        for (std::size_t i = 0; i < host.compilers.size(); ++i)
            if (const AnyJson& json = detected["compilers"][i]; json.contains("default") && json["default"] == true)
                host.default_compiler = host.compilers[i].compiler;
    take(detected, "libstdcxx", host.libstdcxx);
    take(detected, "glibc", host.glibc);
    take(detected, "driver", host.driver);
    take(detected, "gpus", host.gpus);
    return host;
}

Context context_of(const AnyJson& request, const Tables& tables) {
    const auto host = request.find("host");
    if (host == request.end() || host->is_null()) return without_machine(tables);
    return {tables, [found = read_host(tables, *host)](const Tables&, HostPart) { return found; }};
}

AnyJson parse_request(std::string_view text) {
    constexpr int deepest = 16;
    try {
        AnyJson request = parse_strict_json("request", text, deepest);
        if (!request.is_object() || !request.contains("command") || !request["command"].is_string())
            throw BadInput(
                InputError::malformed,
                "a request must be an object with a command: {\"command\": \"resolve\", \"cuda\": \"12.8\"}");
        return request;
    } catch (const DataError& error) {
        throw BadInput(InputError::malformed, error.what());
    }
}

std::string failed_reply(int status, std::string_view code, std::string_view message) {
    return wire::answer_text(wire::ReplyRecord{status, std::nullopt, {}, ProblemMessage{{code}, std::string(message)}});
}

constexpr std::string_view forms = "json text";

/// The form of the answer. Throws BadInput.
Form form_of(const AnyJson& request) {
    const auto as = request.find("as");
    if (as == request.end() || as->is_null()) return {.json = true};
    if (!as->is_string()) throw BadInput(InputError::malformed, "as is a string; pass \"json\" or \"text\"");
    return {.json = read_word("as", as->get_ref<const std::string&>(), forms) == "json"};
}

std::string answer_request(std::string_view text, const Tables& tables) {
    const AnyJson request = parse_request(text);
    const AskedCommand& command = read_command(request["command"].get_ref<const std::string&>());
    const Form form = form_of(request);
    Written outcome = answer_of(command, context_of(request, tables), texts_of(command, request), form);
    wire::ReplyRecord reply{
        .status = outcome.answered ? 0 : 1, .answer = {}, .notes = std::move(outcome.notes), .error = {}};
    const Json answer = form.json ? Json::parse(outcome.text, nullptr, false) : Json(Json::value_t::discarded);
    // The names of the formats are text, even for a JSON request.
    if (answer.is_discarded()) reply.answer.emplace(std::move(outcome.text));
    else reply.answer.emplace(answer);
    return wire::answer_text(reply);
}

Json schema_of(const TakenKey& taken) {
    const Json text{{"type", "string"}};
    Json schema;
    if (taken.option.value.empty()) schema = {{"type", "boolean"}};
    else if (taken.option.is_list()) schema = {{"anyOf", {text, {{"type", "array"}, {"items", text}}}}};
    else schema = text;
    if (!taken.option.help.empty()) schema["description"] = taken.option.help;
    return schema;
}

Json schema_of(const AskedCommand& command) {
    Json properties{{"command", {{"const", command.name}}},
                    {"host", {{"$ref", "#/$defs/host"}}},
                    {"as", {{"enum", pieces_of(forms, ' ')}, {"description", "form of the answer (default: json)"}}}};
    for (const TakenKey& taken : taken_by(command)) properties[key_of(taken.given)] = schema_of(taken);
    return {{"type", "object"}, {"properties", properties}, {"required", {"command"}}, {"additionalProperties", false}};
}

}  // namespace

Result<Written> run(std::string_view command, const std::map<std::string, std::string>& options, bool json,
                    const Tables& tables) {
    return result_of<Written>([&] {
        const AskedCommand& asked = read_command(command);
        OptionTexts texts;
        for (const auto& [name, text] : options)
            give(read_taken(asked, "option", name, [](std::string_view taken) { return taken; }), text, texts);
        return answer_of(asked, without_machine(tables), texts, {.json = json});
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
    return json_text(Json{
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "A question for cudastdenv"},
        {"oneOf", requests},
        {"$defs",
         {{"host",
           {{"type", "object"},
            {"description", "the output of `cudastdenv detect --json` on the machine that the query calls host"}}}}}});
}

}  // namespace cudastdenv

extern "C" {

const char* cudastdenv_version() { return CUDASTDENV_VERSION; }

char* cudastdenv_ask(const char* request) {
    try {
        return ::strdup(cudastdenv::ask_json(request ? request : "").c_str());
    } catch (...) {
        return nullptr;  // no exception may reach C; the only one here is a lack of memory
    }
}

char* cudastdenv_request_schema() {
    try {
        return ::strdup(cudastdenv::request_schema().c_str());
    } catch (...) {
        return nullptr;
    }
}

void cudastdenv_free(char* text) { std::free(text); }
}
