#include "cli/coverage_question.hpp"

#include "cli/driver_name.hpp"
#include "cli/spelling_name.hpp"
#include "cli/usage_error.hpp"
#include "core/quote.hpp"
#include "report/messages.hpp"

#include <fmt/format.h>

#include <variant>

namespace cudastdenv::cli {

namespace {

/// What is wrong with PTX in a list; that it cannot be built beside other code is a matter of machine code alone.
bool concerns_ptx(const CapabilityProblem& problem) {
    return !std::holds_alternative<SlotConflict>(problem) && !std::holds_alternative<JetsonNeedsArm>(problem) &&
           !std::holds_alternative<JetsonMixed>(problem);
}

void check_text(const Tables& tables, Request request, const Listing& listing) {
    std::vector<Capability> real;
    std::vector<Capability> ptx;
    for (const ListEntry& entry : listing.entries) {
        if (entry.real) real.push_back(*entry.real);
        if (entry.ptx) ptx.push_back(*entry.ptx);
    }
    request.capabilities = real;
    for (const CapabilityProblem& problem : check_capabilities(tables, request))
        throw UsageError(report::problem_message(request, problem));
    request.capabilities = ptx;
    for (const CapabilityProblem& problem : check_capabilities(tables, request))
        if (concerns_ptx(problem)) throw UsageError(report::problem_message(request, problem));
}

}  // namespace

CoverageQuestion::CoverageQuestion(const ParsedOptions& options)
    // `covers --gpu` is the GPU that is asked about, and no part of the list.
    : question_(options.without("gpu")),
      resolution_(resolve(question_.tables(), question_.request())),
      answer_(question_.answer(resolution_)),
      list_(build_list(resolution_)) {
    if (options.has("format")) read_text(options);
    else if (options.has("text"))
        throw UsageError(fmt::format("in which spelling is the list {}? Give --format cmake; `flags --format list` "
                                     "names them",
                                     in_quotes(options.value("text"))));
    read_driver_option(options);
}

void CoverageQuestion::read_text(const ParsedOptions& options) {
    for (const char* other : {"capabilities", "no-forward-compat"})
        if (options.has(other))
            throw UsageError(std::string("--") + other +
                             " goes without --format: there the text says what is built");
    const Spelling& spelling = read_spelling_name(options.value("format"));
    format_ = spelling.name;
    if (!options.has("text"))
        throw UsageError("which list? Give its text behind the options, or - for standard input");
    const std::string text = read_list_text(options.value("text"));
    const Listing listing = read_listing(spelling, text);
    list_ = read_build_list(tables(), question_.request().cuda, listing);
    check_text(tables(), question_.request(), listing);
    // What `all` stands for says nothing of the platform: it has a Jetson's code on every one.
    for (const ListEntry& entry : listing.entries)
        for (const auto& capability : {entry.real, entry.ptx})
            if (capability) named_.push_back(*capability);
}

void CoverageQuestion::read_driver_option(const ParsedOptions& options) {
    if (!options.has("driver")) return;
    driver_requested_ = options.value("driver");
    driver_version_ = read_driver(driver_requested_);
}

std::optional<DriverAnswer> CoverageQuestion::judge_driver_for(std::span<const Gpu> gpus) const {
    if (!driver_version_) return std::nullopt;
    Request request = question_.request();
    if (!format_.empty()) request.capabilities = named_;
    return judge_driver(tables(), request, *driver_version_, gpus);
}

void CoverageQuestion::draw() { graph_ = coverage_graph(question_.request().cuda, list_, devices_); }

void CoverageQuestion::ask_for(Capability device, std::string_view gpu) {
    device_requested_ = device;
    gpu_ = gpu;
    const Capability number = number_in(tables(), device, question_.request().cuda);
    const Gpu asked{gpu_, device};
    driver_ = judge_driver_for(std::span(&asked, 1));
    devices_ = {cover_device(tables(), list_, number, driver_ ? loads_of(*driver_) : DriverLoads{})};
    draw();
}

void CoverageQuestion::ask_for_all() {
    device_requested_.reset();
    gpu_.clear();
    driver_ = judge_driver_for({});
    devices_.clear();
    for (const Capability device : devices_of(tables(), question_.request().cuda)) {
        const Gpu asked{"", device};
        const auto driver = judge_driver_for(std::span(&asked, 1));
        devices_.push_back(cover_device(tables(), list_, device, driver ? loads_of(*driver) : DriverLoads{}));
    }
    draw();
}

report::CoverageReport CoverageQuestion::report() const {
    std::optional<report::CoverageDriver> driver;
    if (driver_) driver.emplace(report::CoverageDriver{*driver_, driver_requested_});
    return {.answer = answer_,
            .list = list_,
            .format = format_,
            .driver = driver,
            .gpu = gpu_,
            .device_requested = device_requested_,
            .graph = graph_,
            .devices = devices_};
}

}  // namespace cudastdenv::cli
