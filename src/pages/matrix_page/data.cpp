#include "pages/matrix_page/data.hpp"

#include "tables/lookup.hpp"

#include <nlohmann/json.hpp>

#include <variant>

namespace cudastdenv::report::page {

namespace {

using Json = nlohmann::ordered_json;

/// `0110`: one figure for each release, the newest first.
std::string bits(const ReleaseSet& set) {
    std::string text;
    for (auto flag = set.rbegin(); flag != set.rend(); ++flag) text += *flag ? '1' : '0';
    return text;
}

Json platforms_json(const SetsByPlatform& sets) {
    Json list = Json::array();
    for (const ReleaseSet& set : sets) list.push_back(bits(set));
    return list;
}

Json releases_json(const Tables& tables, const Filter& filter) {
    Json list = Json::array();
    for (std::size_t i = tables.releases.size(); i-- > 0;) {
        const auto& driver = filter.drivers[i];
        list.push_back({{"version", to_string(tables.releases[i].version)},
                        {"preview", tables.releases[i].preview},
                        {"driver", driver ? Json(to_string(*driver)) : Json(nullptr)}});
    }
    return list;
}

Json compilers_json(const Filter& filter) {
    Json json = Json::object();
    for (const CompilerFits& fits : filter.compilers) json[to_string(fits.compiler)] = platforms_json(fits.releases);
    return json;
}

Json fits_json(const CapabilityFits& fits) {
    return {{"jetson", fits.jetson}, {"releases", bits(fits.releases)}, {"asJetson", bits(fits.as_jetson)}};
}

Json capabilities_json(const std::vector<CapabilityFits>& list) {
    Json json = Json::object();
    for (const CapabilityFits& fits : list)
        if (const auto* capability = std::get_if<Capability>(&fits.listed))
            json[to_string(*capability)] = fits_json(fits);
    return json;
}

/// With the capabilities that a name can stand for.
Json architectures_json(const Tables& tables, const std::vector<CapabilityFits>& list) {
    Json json = Json::object();
    for (const CapabilityFits& fits : list) {
        const auto* name = std::get_if<std::string_view>(&fits.listed);
        if (!name) continue;
        Json members = Json::array();
        for (const CapabilityRow& row : tables.capabilities)
            if (row.architecture == *name && !row.jetson && row.capability.kind == Capability::Kind::baseline)
                members.push_back(to_string(row.capability));
        Json entry = fits_json(fits);
        entry["members"] = std::move(members);
        json[std::string(*name)] = std::move(entry);
    }
    return json;
}

/// Name, capability, other names.
Json gpus_json(const Tables& tables) {
    Json list = Json::array();
    for (const GpuRow& row : tables.gpus) {
        Json entry{row.name, to_string(row.capability)};
        for (const std::string_view alias : row.aliases) entry.push_back(alias);
        list.push_back(std::move(entry));
    }
    return list;
}

/// For each product its drivers, and the branches between which they count.
Json gpu_drivers_json(const Filter& filter) {
    Json json = Json::object();
    for (const ProductFits& fits : filter.gpu_drivers) {
        Json from = Json::array();
        for (const DriverVersion driver : fits.gpu->drivers->from) from.push_back(to_string(driver));
        json[std::string(fits.gpu->name) + ' ' + to_string(fits.gpu->capability)] = {
            {"from", from}, {"first", fits.first}, {"end", fits.end ? Json(*fits.end) : Json(nullptr)}};
    }
    return json;
}

/// The drivers of JetPacks, and the CUDA version of each.
Json jetson_drivers_json(const Tables& tables) {
    Json list = Json::array();
    for (const JetsonDriverRow& row : tables.jetson_drivers)
        list.push_back({{"driver", to_string(row.driver)}, {"cuda", to_string(row.cuda)}});
    return list;
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

std::string data_json(const Tables& tables, const Filter& filter, const Texts& texts) {
    Json json{{"releases", releases_json(tables, filter)},
              {"anyCompiler", platforms_json(filter.any_compiler)},
              {"compilers", compilers_json(filter)},
              {"capabilities", capabilities_json(filter.capabilities)},
              {"architectures", architectures_json(tables, filter.capabilities)},
              {"gpuCapabilities", capabilities_json(filter.gpus)},
              {"gpus", gpus_json(tables)},
              {"gpuDrivers", gpu_drivers_json(filter)},
              {"jetsonDrivers", jetson_drivers_json(tables)}};
    add_texts(tables, texts, json);
    return safe_in_script(json.dump(-1, ' ', true));
}

}  // namespace cudastdenv::report::page
