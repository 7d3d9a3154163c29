// SPDX-License-Identifier: MIT
#include "matrix/data.hpp"

#include "matrix/sets.hpp"
#include "matrix/words.hpp"
#include "tables/gpu_words.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <variant>

namespace cudastdenv::report::page {

namespace {

using Json = nlohmann::ordered_json;

/// The sets of the page, each once.
class SetPool {
public:
    /// A number: bit i is the i-th release from the newest one on x86_64, and those of the other platforms follow.
    [[nodiscard]] std::size_t number_of(const PlatformSets& sets) {
        const auto [known, added] = numbers_.emplace(sets, numbers_.size());
        if (added) list_.push_back(hexadecimal(sets));
        return known->second;
    }
    [[nodiscard]] const Json& list() const noexcept { return list_; }

private:
    static std::string hexadecimal(const PlatformSets& sets) {
        std::string digits;  // the lowest first
        std::size_t bit = 0;
        for (const ReleaseSet& set : sets)
            for (auto flag = set.rbegin(); flag != set.rend(); ++flag, ++bit) {
                if (bit % 4 == 0) digits += '\0';
                if (*flag) digits.back() = static_cast<char>(digits.back() | 1 << bit % 4);
            }
        for (char& digit : digits) digit = "0123456789abcdef"[static_cast<unsigned char>(digit)];
        return {digits.rbegin(), digits.rend()};
    }

    std::map<PlatformSets, std::size_t> numbers_;
    Json list_ = Json::array();
};

/// `gcc13|g++-13`, without the name itself in lower case, which names it too.
std::string other_words(const std::vector<std::string>& words, std::string_view name) {
    std::vector<std::string_view> others;
    for (const std::string_view word : words)
        if (word != name && std::ranges::find(others, word) == others.end()) others.push_back(word);
    return fmt::format("{}", fmt::join(others, "|"));
}

std::string name_of(const ListedCapability& listed) {
    if (const auto* capability = std::get_if<Capability>(&listed)) return to_string(*capability);
    return std::string(std::get<std::string_view>(listed));
}

Json releases_json(const Tables& tables) {
    Json list = Json::array();
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        const std::string version = to_string(release->version);
        list.push_back({version, other_words(words_of(tables, *release), version), release->preview ? 1 : 0});
    }
    return list;
}

Json capabilities_json(const std::vector<CodeSets>& capabilities, SetPool& pool) {
    Json list = Json::array();
    for (const CodeSets& code : capabilities) {
        const std::string name = name_of(code.listed);
        list.push_back(
            {name, other_words(words_of(code.listed), name), pool.number_of(code.sets), code.jetson ? 1 : 0});
    }
    return list;
}

/// For two names the releases that do not build both in one list.
Json apart_json(const std::vector<ApartSets>& pairs, SetPool& pool) {
    Json list = Json::array();
    for (const ApartSets& apart : pairs)
        list.push_back({name_of(apart.one->listed), name_of(apart.other->listed), pool.number_of(apart.sets)});
    return list;
}

/// The names, and for each environment and standard the sets of all compilers: a row of `hosts`, each row once.
void add_hosts(const HostSets& hosts, SetPool& pool, Json& json) {
    for (const Compiler compiler : hosts.compilers) {
        const std::string name = to_string(compiler);
        json["compilers"].push_back({name, other_words(words_of(compiler), name)});
    }
    for (const EnvironmentRow* row : hosts.environments)
        json["environments"].push_back({row->id, other_words(words_of(*row), row->id), row->title});
    for (const CxxStandard standard : hosts.standards) {
        const std::string_view name = to_string(standard);
        json["standards"].push_back({name, other_words(words_of(standard), name)});
    }
    std::map<std::vector<std::size_t>, std::size_t> rows;
    for (const auto& by_standard : hosts.sets) {
        Json& of_environment = json["hostRow"].emplace_back(Json::array());
        for (const auto& by_compiler : by_standard) {
            std::vector<std::size_t> row;
            for (const PlatformSets& sets : by_compiler) row.push_back(pool.number_of(sets));
            const auto [known, added] = rows.emplace(row, rows.size());
            if (added) json["hosts"].push_back(row);
            of_environment.push_back(known->second);
        }
    }
}

Json drivers_json(const std::vector<DriverSets>& drivers, SetPool& pool) {
    Json list = Json::array();
    for (const DriverSets& driver : drivers)
        list.push_back({to_string(driver.from), pool.number_of(driver.sets), driver.jetson ? 1 : 0});
    return list;
}

/// The capabilities of GPUs with their sets, the drivers that know them, each list once, and the products.
void add_gpus(const Tables& tables, SetPool& pool, Json& json) {
    std::map<Capability, std::size_t> codes;
    for (const CodeSets& code : gpu_sets(tables)) {
        const Capability capability = std::get<Capability>(code.listed);
        codes.emplace(capability, codes.size());
        json["gpuCodes"].push_back({to_string(capability), pool.number_of(code.sets), code.jetson ? 1 : 0});
    }
    std::map<std::vector<DriverVersion>, std::size_t> lists;
    std::map<const GpuRow*, std::size_t> numbers;
    json["gpus"] = Json::array();
    for (const GpuRow& row : tables.gpus) {
        const auto [list, added] = lists.emplace(knowing_drivers(tables, row), lists.size());
        if (added) {
            Json& drivers = json["knownFrom"].emplace_back(Json::array());
            for (const DriverVersion driver : list->first) drivers.push_back(to_string(driver));
        }
        numbers.emplace(&row, numbers.size());
        json["gpus"].push_back({row.name, codes.at(row.capability), list->second});
    }
    // Of several rows the first one is meant where all are of one capability; else all of them are named. A row's own
    // name, where it means that row, is not repeated.
    json["gpuNames"] = Json::object();
    for (const auto& [name, rows] : all_gpu_names(tables)) {
        const GpuRow* first = rows.front();
        const bool agree = std::ranges::all_of(rows,
                                               [&](const GpuRow* row) { return row->capability == first->capability; });
        if (agree && name == compact_gpu_name(first->name)) continue;
        Json meant = numbers.at(first);
        if (!agree) {
            meant = Json::array();
            for (const GpuRow* row : rows) meant.push_back(numbers.at(row));
        }
        json["gpuNames"][name] = std::move(meant);
    }
    json["gpuText"] = {{"marks", gpu_marks},
                       {"longest", longest_gpu_name},
                       {"vendor", gpu_words(tables, GpuWordsRow::Use::vendor)},
                       {"formerLines", gpu_words(tables, GpuWordsRow::Use::former_line)},
                       {"dropped", dropped_behind_gpu(tables)}};
}

/// On which platform is what asks for none: without a driver, and with one that is taken for a Jetson's.
Json assumed_json(const Tables& tables, SetPool& pool) {
    const ReleaseSet none(tables.releases.size(), false);
    const ReleaseSet all(tables.releases.size(), true);
    return {pool.number_of({all, none, none}), pool.number_of({none, all, none})};
}

/// Texts with the numbers of their sources, and those sources.
void add_texts(const Tables& tables, const Texts& texts, Json& json) {
    std::map<std::string_view, std::size_t> numbers;
    json["texts"] = Json::array();
    json["sources"] = Json::array();
    for (const auto& [message, ids] : texts.all()) {
        Json sources = Json::array();
        for (const std::string_view id : ids) {
            const auto [known, added] = numbers.emplace(id, numbers.size());
            sources.push_back(known->second);
            const SourceRow* row = added ? find_source(tables, id) : nullptr;
            if (row)
                json["sources"].push_back({id, row->title, row->locator, row->url ? Json(*row->url) : Json(nullptr),
                                           to_string(row->confidence)});
            else if (added) json["sources"].push_back({id, "", "", nullptr, ""});
        }
        json["texts"].push_back({message, std::move(sources)});
    }
}

/// Nothing in it ends the script element or begins a comment in it.
std::string safe_in_script(const std::string& json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json) {
        if (c == '<') safe += "\\u003c";
        else if (c == '>') safe += "\\u003e";
        else if (c == '&') safe += "\\u0026";
        else safe += c;
    }
    return safe;
}

}  // namespace

std::size_t Texts::number_of(const CellText& text) {
    const auto [known, added] = numbers_.emplace(std::pair(text.message, text.sources.data()), all_.size());
    if (added) all_.emplace_back(text.message, text.sources);
    return known->second;
}

std::string data_json(const Tables& tables, int majors_ahead, const Texts& texts) {
    SetPool pool;
    const std::vector<CodeSets> capabilities = capability_sets(tables);
    Json json{{"releases", releases_json(tables)},
              {"assumed", assumed_json(tables, pool)},
              {"capabilities", capabilities_json(capabilities, pool)},
              {"apart", apart_json(apart_sets(tables, capabilities), pool)},
              {"drivers", drivers_json(driver_sets(tables, capabilities), pool)}};
    add_hosts(host_sets(tables, capabilities, majors_ahead), pool, json);
    add_gpus(tables, pool, json);
    json["sets"] = pool.list();
    add_texts(tables, texts, json);
    return safe_in_script(json.dump(-1, ' ', true));
}

}  // namespace cudastdenv::report::page
