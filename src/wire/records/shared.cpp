// SPDX-License-Identifier: MIT
#include "wire/records/shared.hpp"

#include "words/drivers.hpp"

#include <utility>

namespace cudastdenv::wire {

std::vector<ForeignText> foreign_texts(const std::vector<std::string>& texts) {
    std::vector<ForeignText> foreign;
    for (const std::string& text : texts) foreign.push_back({text});
    return foreign;
}

SaidRecord record_of(const words::Said& said) { return {{said.code}, said.text, said.sources}; }

std::vector<SaidRecord> records_of(const std::vector<words::Said>& said) {
    std::vector<SaidRecord> records;
    for (const words::Said& one : said) records.push_back(record_of(one));
    return records;
}

CudaRecord cuda_record(const words::ResolutionReport& answer) {
    const Release& release = *answer.resolution.release;
    const words::PackageSet& set = answer.package_set;
    return {.requested = std::string(answer.cuda_requested),
            .release = release.version,
            .nvcc = release.nvcc,
            .channel = some_text(set.channel)};
}

std::vector<DriverVersion> drivers_from(const GpuKnowledge& gpu) {
    if (!gpu.product || !gpu.product->drivers) return {};
    return {gpu.product->drivers->from.begin(), gpu.product->drivers->from.end()};
}

std::optional<ConsumerRecord> consumer_record(const std::optional<ConsumerVersion>& consumer) {
    if (!consumer) return std::nullopt;
    return ConsumerRecord{consumer->name, consumer->version};
}

std::vector<DriverGpuRecord> driver_gpus(const DriverAnswer& answer) {
    std::vector<DriverGpuRecord> gpus;
    for (const GpuKnowledge& gpu : answer.gpus) {
        words::Said said = words::say(gpu);
        gpus.push_back({.name = some_text(gpu.gpu.name),
                        .capability = gpu.gpu.capability,
                        .known = gpu.known,
                        .from = drivers_from(gpu),
                        .first_branch = gpu.generation ? gpu.generation->first_branch : std::nullopt,
                        .last_branch = gpu.generation ? gpu.generation->last_branch : std::nullopt,
                        .message = std::move(said.text),
                        .sources = said.sources});
    }
    return gpus;
}

std::vector<ApplyRecord> apply_records(const std::vector<LinesToType>& apply) {
    std::vector<ApplyRecord> records;
    for (const LinesToType& each : apply) records.push_back({each.tool, each.lines});
    return records;
}

std::vector<AdvisoryRecord> advisory_records(const std::vector<const AdvisoryRow*>& advisories) {
    std::vector<AdvisoryRecord> records;
    for (const AdvisoryRow* advisory : advisories)
        records.push_back({.id = advisory->id,
                           .severity = advisory->severity,
                           .message = advisory->message,
                           .workaround = advisory->workaround,
                           .ways_out = {advisory->ways_out.begin(), advisory->ways_out.end()},
                           .sources = advisory->sources});
    return records;
}

}  // namespace cudastdenv::wire
