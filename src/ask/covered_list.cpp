// SPDX-License-Identifier: MIT
#include "ask/covered_list.hpp"

#include "ask/bad_input.hpp"
#include "ask/driver_name.hpp"
#include "ask/gpu_name.hpp"
#include "ask/spelling_name.hpp"
#include "core/quote.hpp"
#include "core/sort_unique.hpp"
#include "spelling/lint.hpp"
#include "tables/lookup.hpp"
#include "words/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <variant>

namespace cudastdenv::asking {

namespace {

/// Jetsons are no machines of another system.
Texts with_platform_of(const Tables& tables, const Texts& texts, const std::optional<GpuAsked>& gpu) {
    const Texts list = texts.without("gpu");  // here it is no part of the list
    if (!gpu || texts.has("system")) return list;
    return is_jetson(tables, gpu->capabilities.front()) ? list.with("system", "aarch64-linux") : list;
}

}  // namespace

std::optional<GpuAsked> read_gpu_asked(const Tables& tables, const Texts& texts) {
    const int given = texts.has("device") + texts.has("gpu") + texts.has("all-devices");
    if (given == 0)
        throw BadInput(InputError::missing, "on which GPU? Give --device 8.9, --gpu 'RTX 4090' or --all-devices");
    if (given > 1)
        throw BadInput(InputError::contradiction,
                       "--device, --gpu and --all-devices exclude each other; give one of them");
    if (texts.has("all-devices")) return std::nullopt;
    if (texts.has("device")) return GpuAsked{"", {read_device(tables, texts.value("device"))}};
    GpuAsked asked;
    for (const Gpu& gpu : read_gpu(tables, texts.value("gpu"), Alternative::device)) {
        asked.name = gpu.name;
        asked.capabilities.push_back(gpu.capability);
    }
    return asked;
}

CoveredList::CoveredList(const Context& context, const Texts& texts, const std::optional<GpuAsked>& gpu)
    : question_(context, with_platform_of(context.tables, texts, gpu), std::nullopt, Platforms::of_each_gpu),
      system_given_(texts.has("system")),
      resolution_(resolve(question_.tables(), question_.request())),
      answer_(question_.answer(resolution_)),
      list_(build_list(resolution_)) {
    if (texts.has("format") || texts.has("consumer")) read_text(texts);
    else if (texts.has("text"))
        throw BadInput(InputError::missing,
                       fmt::format("in which spelling is the list {}? Give --format cmake; `flags --format list` "
                                   "names them",
                                   in_quotes(texts.value("text"))));
    if (texts.has("compiler") && !texts.has("format") && !texts.has("consumer"))
        throw BadInput(InputError::contradiction, "--compiler goes with --format clang, and a list in it");
    read_driver_option(texts);
    if (gpu) ask_for(*gpu);
    else ask_for_all();
}

void CoveredList::read_text(const Texts& texts) {
    for (const char* other : {"capabilities", "no-forward-compat"})
        if (texts.has(other))
            throw BadInput(InputError::contradiction,
                           std::string("--") + other + " goes without --format: there the text says what is built");
    const ChosenSpelling chosen = read_chosen_spelling(tables(), texts, "");
    const Spelling& spelling = chosen.spelling;
    const Request& request = question_.request();
    const SpellingContext context = context_of(tables(), request.system, request.cuda, chosen.consumer);
    format_ = spelling.name;
    named_consumer_ = chosen.consumer;
    consumer_ = consumer_of(spelling, context);
    if (!texts.has("text"))
        throw BadInput(InputError::missing, "which list? Give its text behind the options, or - for standard input");
    const std::string& text = texts.value("text");
    const Listing listing = read_for_compiler(texts, tables(), spelling, read_listing(spelling, context, text));
    list_ = read_build_list(tables(), request.cuda, listing);
    check_text(spelling, listing);
    if (depends_on_version(listing)) {
        of_older_ = read_build_list(tables(), request.cuda, with_unasked_ptx(listing, true));
        older_until_ = spelling.unasked_ptx_until.value_or(0);
    }
    // What `all` stands for says nothing of the platform: it has a Jetson's code on every one.
    for (const ListEntry& entry : listing.entries)
        for (const auto& capability : {entry.real, entry.ptx})
            if (capability) named_.push_back(*capability);
}

/// Throws BadInput for what nvcc of the release refuses to build.
void CoveredList::check_text(const Spelling& spelling, const Listing& listing) const {
    const Request& request = question_.request();
    const std::vector<Finding> findings = lint(tables(), {request.cuda, std::nullopt, spelling.abilities.ptx}, listing);
    for (const Finding& finding : findings)
        if (finding.severity == FindingSeverity::error)
            throw BadInput(InputError::unfit,
                           words::say({tables(), *resolution_.release, {}, spelling.name}, finding).text);
}

void CoveredList::read_driver_option(const Texts& texts) {
    if (!texts.has("driver")) return;
    driver_requested_ = texts.value("driver");
    driver_version_ = read_driver(driver_requested_);
}

std::optional<DriverAnswer> CoveredList::judge_driver_for(std::span<const Gpu> gpus) const {
    if (!driver_version_) return std::nullopt;
    Request request = question_.request();
    if (!format_.empty()) request.capabilities = named_;
    // The platform is that of the GPU, or of a list for one.
    std::vector<Capability> asked;
    for (const Gpu& gpu : gpus) asked.push_back(number_in(tables(), gpu.capability, request.cuda));
    if (gpus.empty() && !are_jetsons(tables(), request.capabilities))
        std::ranges::copy_if(request.capabilities, std::back_inserter(asked),
                             [&](Capability c) { return !is_jetson(tables(), c); });
    if (!asked.empty()) request.capabilities = asked;
    return judge_driver(tables(), request, *driver_version_, gpus);
}

DriverLoads CoveredList::loads_on(const Gpu& gpu) const {
    const auto driver = judge_driver_for(std::span(&gpu, 1));
    return driver ? loads_of(*driver) : DriverLoads{};
}

void CoveredList::ask_for(const GpuAsked& gpu) {
    gpu_ = gpu.name;
    if (gpu.capabilities.size() == 1) device_requested_ = gpu.capabilities.front();
    std::vector<Gpu> asked;
    for (const Capability capability : gpu.capabilities) asked.push_back({gpu_, capability});
    driver_ = judge_driver_for(asked);
    const bool is_judged = driver_ && asked.size() == 1;
    for (const Gpu& each : asked) {
        const Capability number = number_in(tables(), each.capability, question_.request().cuda);
        devices_.push_back(cover_device(tables(), list_, number, is_judged ? loads_of(*driver_) : loads_on(each)));
    }
}

void CoveredList::ask_for_all() {
    driver_ = judge_driver_for({});
    for (const Capability device : devices_of(tables(), question_.request().cuda))
        devices_.push_back(cover_device(tables(), list_, device, loads_on({"", device})));
}

/// What another version of the consumer makes of the text, where it is one of several.
std::optional<words::OlderConsumer> CoveredList::older_consumer() const {
    if (!of_older_) return std::nullopt;
    words::OlderConsumer older{older_until_, of_older_->ptx, {}};
    for (const DeviceCoverage& device : devices_)
        if (device.place != DevicePlace::reached)
            if (const auto covered = cover_device(tables(), *of_older_, device.device, loads_on({gpu_, device.device}));
                covered.place == DevicePlace::reached)
                older.reached.push_back(device.device);
    return older;
}

/// What the release builds of these capabilities, if that runs on each of the GPUs that are asked about.
std::optional<BuildList> CoveredList::list_that_runs(std::vector<Capability> capabilities) const {
    sort_unique(capabilities);
    Request request = question_.request();
    request.capabilities = capabilities;
    request.forward_compat = !list_.ptx.empty();
    if (!check_capabilities(tables(), request).empty()) return std::nullopt;
    BuildList list = build_list(resolve(tables(), request));
    const bool runs_on_all = std::ranges::all_of(devices_, [&](const DeviceCoverage& asked) {
        return runs(cover_device(tables(), list, asked.device, loads_on({gpu_, asked.device})).coverage) == true;
    });
    return runs_on_all ? std::optional(std::move(list)) : std::nullopt;
}

std::optional<BuildList> CoveredList::mended_list() const {
    const bool is_named = device_requested_ || !gpu_.empty();
    if (!is_named || words::runs(report()) != false) return std::nullopt;
    std::vector<Capability> asked;
    for (const DeviceCoverage& device : devices_) asked.push_back(device.device);
    std::vector<Capability> all = list_.real;
    all.insert(all.end(), asked.begin(), asked.end());
    const std::optional<BuildList> list = list_that_runs(std::move(all));
    return list ? list : list_that_runs(std::move(asked));
}

std::vector<LinesToType> CoveredList::lines(const ToolAsked& asked) const {
    if (words::runs(report()) != false) return {};
    const Version release = question_.request().cuda;
    const ToApply mended{.releases = {release, release}, .system = question_.request().system, .list = mended_list()};
    ToolAsked tool = asked;
    const bool reads_list = format_ == "cmake" || format_ == "torch" || format_ == "nix" || format_ == "spack";
    if (!tool.tool && reads_list && mended.list) tool.tool = find_apply_tool(format_);
    return applied(tables(), mended, tool);
}

words::CoverageReport CoveredList::report() const {
    std::optional<words::CoverageDriver> driver;
    if (driver_) driver.emplace(words::CoverageDriver{*driver_, driver_requested_});
    return {.answer = answer_,
            .list = list_,
            .format = format_,
            .consumer = consumer_,
            .consumer_note = newer_consumer_message(named_consumer_),
            .older_consumer = older_consumer(),
            .driver = driver,
            .system_given = system_given_,
            .gpu = gpu_,
            .device_requested = device_requested_,
            .devices = devices_};
}

}  // namespace cudastdenv::asking
