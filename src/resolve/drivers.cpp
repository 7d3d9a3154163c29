// SPDX-License-Identifier: MIT
#include "resolve/drivers.hpp"

#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <tuple>

namespace cudastdenv {

namespace {

/// Whether `driver` has too few numbers to compare it with `bound`.
bool is_cut_short(DriverVersion driver, DriverVersion bound) noexcept {
    if (driver.branch != bound.branch || bound.minor == -1) return false;
    return driver.minor == -1 || (driver.minor == bound.minor && driver.patch == -1 && bound.patch != -1);
}

bool has_distributions(std::string_view redist) noexcept {
    return redist == "linux-x86_64" || redist == "linux-sbsa" || redist == "linux-ppc64le";
}

const std::optional<DriverDatum>& minimum_of(const DriverRow& row, std::string_view system) noexcept {
    return is_windows(system) ? row.windows_minimum : row.linux_minimum;
}

/// The lowest driver that is surely as new as the release: the bundled one, or the minimum of a later release.
std::optional<DriverVersion> new_enough(const Tables& tables, Version release, std::string_view system) noexcept {
    std::optional<DriverVersion> lowest;
    const auto add = [&](DriverVersion driver) {
        if (!lowest || driver < *lowest) lowest = driver;
    };
    for (const DriverRow& row : tables.drivers) {
        if (row.release == release && row.linux_bundled && !is_windows(system)) add(row.linux_bundled->driver);
        if (row.release > release && minimum_of(row, system)) add(minimum_of(row, system)->driver);
    }
    return lowest;
}

/// The newest JetPack with a driver of the branch that is at most as new.
const JetpackRow* find_jetpack(const Tables& tables, DriverVersion driver) noexcept {
    return find_last_in(tables.jetpacks, [&](const JetpackRow& row) {
        return row.driver && row.driver->branch == driver.branch && *row.driver <= driver;
    });
}

/// The branch of a driver, among the branches in the tables: Windows has 572 and 573 for 570.
int known_branch(const Tables& tables, DriverVersion driver) noexcept {
    const PtxVersionRow* known = find_last_in(tables.ptx_versions, [&](const PtxVersionRow& row) {
        return row.branch && *row.branch <= driver.branch;
    });
    return known ? *known->branch : 0;
}

/// The package for exactly one of the capabilities, otherwise the package for all GPUs of the platform.
const CompatPackageRow* find_package(const Tables& tables, const DriverAnswer& answer) noexcept {
    const CompatPackageRow* general = nullptr;
    for (const CompatPackageRow& row : tables.compat_packages) {
        if (row.release != answer.release->version || row.redist != answer.redist) continue;
        if (!row.capability) general = &row;
        else if (contains(answer.machine_code, *row.capability)) return &row;
    }
    return general;
}

/// The GPUs of the tables, Jetsons or others as in the list, that run only its PTX.
std::vector<Capability> reached_by_ptx_only(const Tables& tables, const DriverAnswer& answer) {
    std::vector<Capability> gpus;
    if (!answer.ptx) return gpus;
    const bool jetson = is_jetson(tables, *answer.ptx);
    const BuildList list{answer.machine_code, {*answer.ptx}};
    for (const DeviceCoverage& gpu : cover_devices(tables, answer.release->version, list))
        if (is_jetson(tables, gpu.device) == jetson && gpu.running && gpu.running->form == Code::Form::ptx)
            gpus.push_back(gpu.device);
    return gpus;
}

/// One question, a request with GPUs and maybe a driver, and its answer in the making.
class DriverJudge {
public:
    DriverJudge(const Tables& tables, const Request& request, std::span<const Gpu> gpus)
        : tables_(tables),
          request_(with_full_release(tables, request)),
          gpus_(gpus),
          resolution_(resolve(tables, request_)) {
        answer_.release = resolution_.release;
        answer_.machine_code = resolution_.resolved;
        answer_.ptx = resolution_.ptx;
        answer_.ptx_loads = false;
    }

    DriverAnswer judge(DriverVersion driver) {
        driver_ = driver;
        if (!answer_.release || !check_shipped()) return std::move(answer_);
        const bool jetson = is_for_jetson();
        if (jetson) judge_jetson();
        else judge_others();
        if (answer_.support != DriverSupport::none && answer_.ptx_loads != true)
            answer_.without_code = reached_by_ptx_only(tables_, answer_);
        add_notes_on_release();
        if (!jetson) add_notes();
        else if (const JetpackRow* row = find_jetpack(tables_, driver_))
            note("jetpack-of-driver", {{"jetpack", row->jetpack}, {"has", row->cuda}}, row->sources);
        else note("jetson-driver");
        return std::move(answer_);
    }

    /// Answers without a driver.
    DriverAnswer needs() {
        if (!answer_.release || !check_shipped()) return std::move(answer_);
        answer_.support = DriverSupport::unknown;
        answer_.ptx_loads.reset();
        answer_.package = find_package(tables_, answer_);
        if (is_for_jetson()) {
            using enum JetpackSupport;
            const std::vector<Gpu> jetsons = jetsons_asked();
            const auto supports = [&](const JetpackRow& row) { return support_on(row, jetsons); };
            answer_.jetson = find_in(tables_.jetpacks, true, [&](auto& row) { return supports(row) >= package; });
            answer_.jetson_native = find_in(tables_.jetpacks, native, supports);
        } else {
            look_up_drivers();
            look_up_ptx();
            if (has_distributions(answer_.redist)) answer_.forward = find_forward_compat(tables_, request_.cuda);
            for (const Gpu& gpu : gpus_) answer_.gpus.push_back(knowledge_of(tables_, gpu));
        }
        add_notes_on_release();
        add_note_on_minimum();
        return std::move(answer_);
    }

private:
    /// The release of the answer: `{cuda}`.
    Argument cuda() const { return {"cuda", cuda_of(request_)}; }
    Argument compat_package() const { return {"package", compat_package_of(request_.cuda)}; }

    void note(std::string_view id, std::vector<Argument> arguments = {}, SourceIds sources = {}) {
        answer_.notes.push_back({id, std::move(arguments), sources});
    }
    void block(std::string_view way, Diagnostic why) { answer_.obstacles.push_back({way, std::move(why)}); }
    /// It is unknown whether the way works.
    void leave_open(std::string_view way, Diagnostic why) { answer_.obstacles.push_back({way, std::move(why), false}); }

    void add_notes_on_release() {
        for (const Diagnostic& each : resolution_.notes)
            if (each.id == "other-platform") answer_.notes.push_back(each);
        if (answer_.release->preview) note("preview", {cuda()});
    }

    /// Whether NVIDIA ships the release for everything in the question; otherwise adds the obstacle. Packages of
    /// nixpkgs do not count.
    bool check_shipped() {
        // The platform is that of the GPUs, without GPUs that of the list.
        std::vector<Capability> numbers;
        for (const Gpu& gpu : gpus_) numbers.push_back(number_in(tables_, gpu.capability, request_.cuda));
        Request asked = request_;
        if (!numbers.empty()) asked.capabilities = numbers;
        const Platform platform = find_platform(tables_, asked);
        answer_.redist = platform.row ? platform.row->redist : unsupported_redist;
        if (!platform.row || !platform.has_release) {
            block(platform_way, no_platform(platform, asked, "no-platform"));
            return false;
        }
        for (const Gpu& gpu : jetsons_asked())
            if (auto obstacle = jetpack_obstacle(tables_, jetpacks_of(request_), gpu, request_.cuda)) {
                block(platform_way, *std::move(obstacle));
                return false;
            }
        return true;
    }

    /// The GPUs that are Jetsons, or without any GPU those of the list.
    std::vector<Gpu> jetsons_asked() const {
        std::vector<Gpu> jetsons(gpus_.begin(), gpus_.end());
        if (gpus_.empty())
            for (const Capability capability : answer_.machine_code) jetsons.push_back({"", baseline_of(capability)});
        std::erase_if(jetsons, [&](const Gpu& gpu) { return !is_jetson(tables_, gpu.capability); });
        return jetsons;
    }

    /// How the JetPack runs the release on each of the Jetsons.
    JetpackSupport support_on(const JetpackRow& row, std::span<const Gpu> jetsons) const noexcept {
        JetpackSupport least = JetpackSupport::native;
        for (const Gpu& gpu : jetsons) least = std::min(least, support_in(tables_, row, gpu, request_.cuda));
        return least;
    }

    bool is_for_jetson() const {
        const auto jetson = [&](Capability capability) { return is_jetson(tables_, capability); };
        if (!gpus_.empty()) return std::ranges::any_of(gpus_, jetson, &Gpu::capability);
        if (!request_.capabilities.empty()) return std::ranges::any_of(answer_.machine_code, jetson);
        return request_.system == jetson_system && is_jetson(tables_, driver_);
    }

    void judge_jetson() {
        const JetpackRow* row = find_jetpack(tables_, driver_);
        answer_.package = find_package(tables_, answer_);
        answer_.support = DriverSupport::unknown;
        answer_.ptx_loads.reset();
        if (!row) {
            leave_open(native_way, {"jetson-driver-not-known"});
            leave_open(package_way, {"package-not-known", {cuda()}});
            return;
        }
        std::vector<Gpu> jetsons = jetsons_asked();
        if (jetsons.empty())  // only the driver is known to be a Jetson's
            for (const std::string_view board : row->boards)
                jetsons.push_back({board, find_in(tables_.gpus, board, &GpuRow::name)->capability});
        const JetpackSupport support = support_on(*row, jetsons);
        answer_.package_works = support == JetpackSupport::package;
        const bool is_its =
            std::ranges::all_of(jetsons, [&](const Gpu& gpu) { return is_for(tables_, *row, gpu, request_.cuda); });
        if (support == JetpackSupport::native) answer_.support = DriverSupport::native;
        else
            block(native_way, {is_its ? "jetpack-too-old" : "jetpack-of-others",
                               {{"jetpack", row->jetpack},
                                {"has", row->cuda},
                                {"boards", fmt::format("{}", fmt::join(row->boards, ", "))}},
                               row->sources});
        if (answer_.package_works) answer_.support = DriverSupport::package;
        else if (support == JetpackSupport::unknown) leave_open(package_way, {"package-not-known", {cuda()}});
        if (support >= JetpackSupport::package) answer_.ptx_loads = true;
        if (support != JetpackSupport::none) return;
        answer_.support = DriverSupport::none;
        answer_.ptx_loads = false;
        if (is_its) block(package_way, {"no-compat-package", {cuda(), {"redist", answer_.redist}}});
    }

    void judge_others() {
        look_up_drivers();
        const std::optional<bool> ptx_loads = look_up_ptx(), native = runs_natively();
        answer_.package = find_package(tables_, answer_);
        if (native == true) {
            answer_.support = DriverSupport::native;
        } else {
            const bool minor_version = runs_by_minor_version();
            const std::optional<bool> package = takes_package();
            answer_.package_works = package == true;
            if (minor_version) answer_.support = DriverSupport::minor_version;
            else if (answer_.package_works) answer_.support = DriverSupport::package;
            else if (!native || !package) answer_.support = DriverSupport::unknown;
        }
        judge_gpus();
        switch (answer_.support) {
            case DriverSupport::none: answer_.ptx_loads = false; break;
            case DriverSupport::unknown: answer_.ptx_loads.reset(); break;
            case DriverSupport::package: answer_.ptx_loads = true; break;
            case DriverSupport::minor_version:
            case DriverSupport::native: answer_.ptx_loads = ptx_loads; break;
        }
    }

    /// Looks up the drivers that the tables have for the release.
    void look_up_drivers() {
        answer_.minimum = driver_minimum(tables_, request_.cuda, request_.system);
        const bool has_bundled = answer_.redist == "linux-x86_64" || answer_.redist == "linux-sbsa";
        if (const DriverRow* row = find_drivers(tables_, request_.cuda); row && has_bundled)
            answer_.bundled = row->linux_bundled;
        answer_.minor_version = minor_version_minimum(tables_, request_.cuda, request_.system);
    }

    /// Whether the driver compiles the PTX; meaningless without a driver.
    std::optional<bool> look_up_ptx() {
        const PtxVersionRow* own = find_ptx_version(tables_, request_.cuda);
        answer_.ptx_row = own;
        if (!own) return std::nullopt;
        answer_.ptx_version = own->ptx;
        answer_.ptx_from_branch = first_branch_of_ptx(tables_, own->ptx);
        return compiles_ptx(tables_, driver_, own->ptx);
    }

    /// The minimum of the newest earlier release, used if the release's own is unknown.
    std::optional<DriverMinimum> earlier_minimum() const {
        std::optional<DriverMinimum> before;
        for (const DriverRow& row : tables_.drivers)
            if (const auto& datum = minimum_of(row, request_.system); datum && row.release < request_.cuda)
                before = DriverMinimum{datum->driver, row.release, datum->sources};
        return before;
    }

    std::optional<bool> runs_natively() {
        if (answer_.minimum && driver_ >= answer_.minimum->driver) return true;
        const auto about = [&](std::string_view id, const DriverMinimum& minimum) {
            return Diagnostic{id, {cuda(), {"driver", minimum.driver}, {"earlier", minimum.release}}, minimum.sources};
        };
        if (answer_.minimum) {
            block(native_way, about("driver-too-old", *answer_.minimum));
            return false;
        }
        const auto enough = new_enough(tables_, request_.cuda, request_.system);
        if (enough && driver_ >= *enough) return true;
        const std::optional<DriverMinimum> before = earlier_minimum();
        // No release needs an older driver than an earlier one.
        if (before && driver_ < before->driver) {
            block(native_way, about("too-old-for-earlier", *before));
            return false;
        }
        if (before) leave_open(native_way, about("known-of-earlier", *before));
        else leave_open(native_way, {"no-known-minimum", {cuda()}});
        return std::nullopt;
    }

    bool runs_by_minor_version() {
        const auto& minimum = answer_.minor_version;
        if (!minimum) block(minor_version_way, {"no-minor-versions", {cuda()}});
        else if (driver_ < minimum->driver)
            block(minor_version_way, {"below-minor-versions",
                                      {{"major", request_.cuda.major}, {"driver", minimum->driver}},
                                      minimum->sources});
        else return true;
        return false;
    }

    /// Whether NVIDIA's forward compatibility package works: with this branch, on these GPUs.
    std::optional<bool> takes_package() {
        if (!has_distributions(answer_.redist)) {
            block(package_way, {"no-compat-package", {cuda(), {"redist", answer_.redist}}});
            return false;
        }
        const ForwardCompatRow* forward = find_forward_compat(tables_, request_.cuda);
        answer_.forward = forward;
        if (forward && !std::ranges::binary_search(forward->branches, driver_.branch)) {
            const std::string branches = fmt::format("{}", fmt::join(forward->branches, ", "));
            block(package_way, {"wrong-branch", {compat_package(), {"branches", branches}}, forward->sources});
            return false;
        }
        const std::optional<bool> gpus = takes_package_of_gpus();
        if (gpus != true) return gpus;
        if (forward) return true;
        leave_open(package_way, {"package-not-known", {cuda()}});
        return std::nullopt;
    }

    std::optional<bool> takes_package_of_gpus() {
        std::optional<bool> all = true;
        for (const Gpu& gpu : gpus_) {
            const GpuRow* row = find_in(tables_.gpus, gpu.name, &GpuRow::name);
            if (!row) continue;
            const std::vector<Argument> arguments{compat_package(), {"gpu", format_gpu(gpu)}};
            switch (row->line) {
                case GpuRow::Line::geforce: block(package_way, {"wrong-gpu", arguments}); return false;
                case GpuRow::Line::workstation:
                case GpuRow::Line::dgx: all.reset(); break;
                case GpuRow::Line::data_center:
                case GpuRow::Line::jetson: continue;
            }
            leave_open(package_way, {"package-gpu-not-known", arguments});
        }
        return all;
    }

    void judge_gpus() {
        for (const Gpu& gpu : gpus_) {
            answer_.gpus.push_back(judge_gpu(tables_, request_.system, driver_, gpu));
            const GpuKnowledge& knowledge = answer_.gpus.back();
            if (knowledge.known != true)
                answer_.obstacles.push_back({gpu_way, {}, knowledge.known.has_value(), knowledge});
            else if (!knowledge.product) note("model-not-named", {{"capability", gpu.capability}});
        }
    }

    void add_note_on_minimum() {
        if (answer_.minimum && answer_.minimum->release < request_.cuda)
            note("minimum-of-same-compiler", {cuda(), {"earlier", answer_.minimum->release}});
    }

    void add_notes() {
        const auto& minimum = answer_.minimum;
        add_note_on_minimum();
        if (minimum && is_cut_short(driver_, minimum->driver)) note("incomplete-driver", {{"from", minimum->driver}});
        else if (answer_.minor_version && is_cut_short(driver_, answer_.minor_version->driver))
            note("incomplete-driver", {{"from", answer_.minor_version->driver}});
        if (answer_.package_works && runs(answer_) != false) {
            if (answer_.support == DriverSupport::minor_version && answer_.ptx && answer_.ptx_loads != true)
                note("package-adds-ptx");
            if (std::ranges::all_of(gpus_, [](const Gpu& gpu) { return gpu.name.empty(); })) note("data-center-only");
            if (!answer_.package) note("distribution-package-only", {cuda(), compat_package()});
        }
        // Windows drivers have two numbers, the second with two digits.
        const bool may_be_of_windows = driver_.minor != -1 && driver_.minor < 100 && driver_.patch == -1;
        if (!is_windows(request_.system) && may_be_of_windows) note("perhaps-windows-driver");
        const int newest = known_branch(tables_, {std::numeric_limits<int>::max()});
        if (driver_.branch > newest && !is_windows(request_.system)) note("driver-beyond-tables", {{"newest", newest}});
    }

    const Tables& tables_;
    const Request request_;
    DriverVersion driver_;
    std::span<const Gpu> gpus_;
    Resolution resolution_;
    DriverAnswer answer_;
};

/// The code of the release that the GPU's last driver loads.
DriverLoads loads_of_last_driver(const Tables& tables, const Release& release, const GpuSupport& gpu) {
    const GpuDriversRow* row = gpu.drivers.generation;
    if (row && !row->last_branch) return {};
    if (!row) return {.machine_code = std::nullopt, .ptx = std::nullopt};
    const std::array capabilities{gpu.capability->capability};
    Request request = plain_request(release.version);
    request.capabilities = capabilities;
    constexpr int end = std::numeric_limits<int>::max();
    const DriverAnswer answer = judge_driver(tables, request, {*row->last_branch, end, end});
    if (answer.support == DriverSupport::package) return {.machine_code = false, .ptx = false};
    return {.machine_code = runs(answer), .ptx = runs(answer) == true ? answer.ptx_loads : runs(answer)};
}

bool knows_product(const Tables& tables, const ProductDrivers& drivers, std::string_view system,
                   DriverVersion driver) noexcept {
    // The lists are for Linux. Drivers of a later branch are newer than the lists.
    if (is_windows(system)) return known_branch(tables, driver) > drivers.from.front().branch;
    if (driver >= drivers.from.back()) return true;
    return std::ranges::any_of(drivers.from,
                               [&](DriverVersion from) { return from.branch == driver.branch && driver >= from; });
}

bool is_product(const GpuRow& row, Gpu gpu) noexcept {
    return row.capability == gpu.capability && (gpu.name.empty() || row.name == gpu.name);
}

}  // namespace

std::optional<CodeObstacle> code_obstacle(const Tables& tables, Code code, Capability device) noexcept {
    using enum Capability::Kind;
    const Capability capability = code.capability;
    if (capability.kind != baseline && baseline_of(capability) == device) return std::nullopt;
    if (capability.kind == architecture) return CodeObstacle::other_architecture;
    if (capability.kind == family) {
        const CapabilityRow* code_row = find_capability(tables, capability);
        const CapabilityRow* device_row = find_capability(tables, device);
        const bool is_of_family = code_row && device_row && code_row->family && device_row->family == code_row->family;
        if (!is_of_family) return CodeObstacle::outside_family;
        if (device < baseline_of(capability)) return CodeObstacle::lower_in_family;
    } else if (code.form == Code::Form::ptx) {
        if (device < capability) return CodeObstacle::newer_ptx;
    } else {
        if (capability.major != device.major) return CodeObstacle::other_major;
        if (capability.minor > device.minor) return CodeObstacle::higher_minor;
        if (is_jetson(tables, capability) != is_jetson(tables, device)) return CodeObstacle::jetson;
    }
    return std::nullopt;
}

std::optional<CodeObstacle> load_obstacle(const DriverLoads& loads, Code::Form form) noexcept {
    const bool is_ptx = form == Code::Form::ptx;
    if (!loads.jetpack) return CodeObstacle::no_jetpack;
    if (loads.gpu == false) return CodeObstacle::gpu_needs_driver;
    if (loads.machine_code == false) return CodeObstacle::driver_runs_nothing;
    if (is_ptx && loads.ptx == false) return CodeObstacle::ptx_needs_driver;
    if (!loads.gpu) return CodeObstacle::gpu_not_known;
    if (!loads.machine_code) return CodeObstacle::release_not_known;
    if (is_ptx && !loads.ptx) return CodeObstacle::ptx_not_known;
    return std::nullopt;
}

std::string_view rule_of(Code code, std::optional<CodeObstacle> obstacle) noexcept {
    using enum CodeObstacle;
    if (obstacle == jetson) return "cubin-jetson";
    if (obstacle == ptx_needs_driver || obstacle == ptx_not_known) return "ptx-driver";
    if (obstacle == gpu_needs_driver || obstacle == gpu_not_known) return "driver-gpu";
    if (obstacle == driver_runs_nothing || obstacle == no_jetpack || obstacle == release_not_known) return "";
    // In the order of Capability::Kind.
    constexpr std::array<std::string_view, 3> of_ptx{"ptx-baseline", "ptx-architecture", "ptx-family"};
    constexpr std::array<std::string_view, 3> of_machine_code{"cubin-major", "cubin-architecture", "cubin-family"};
    const auto kind = static_cast<std::size_t>(code.capability.kind);
    return code.form == Code::Form::ptx ? of_ptx[kind] : of_machine_code[kind];
}

Capability number_in(const Tables& tables, Capability gpu, Version release) noexcept {
    for (const CapabilityRow& row : tables.capabilities) {
        if (!row.renamed) continue;
        const bool renamed_by_then = !is_before(release, row.renamed->since);
        if (row.renamed->to == gpu && !renamed_by_then) return row.capability;
        if (row.capability == gpu && renamed_by_then) return row.renamed->to;
    }
    return gpu;
}

Capability number_in(const Tables& tables, Capability gpu, std::optional<Version> release,
                     const BuildList& built) noexcept {
    if (release) return number_in(tables, gpu, *release);
    for (const CapabilityRow& row : tables.capabilities)
        if (row.renamed && row.renamed->to == gpu)
            for (const Capability code : built.real)
                if (baseline_of(code) == row.capability) return row.capability;
    return gpu;
}

bool builds_for(const Tables& tables, Version release, Capability gpu) noexcept {
    const CapabilityRow* row = find_capability(tables, number_in(tables, gpu, release));
    return row && row->nvcc.takes_in(release);
}

std::vector<Capability> devices_of(const Tables& tables, Version release) {
    std::vector<Capability> devices;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.capability.kind == Capability::Kind::baseline &&
            number_in(tables, row.capability, release) == row.capability)
            devices.push_back(row.capability);
    return devices;
}

std::vector<Code> codes_of(const BuildList& list) {
    std::vector<Code> codes;
    codes.reserve(list.real.size() + list.ptx.size());
    for (const Capability capability : list.real) codes.push_back({Code::Form::machine_code, capability});
    for (const Capability capability : list.ptx) codes.push_back({Code::Form::ptx, capability});
    sort_unique(codes, [](Code code) {
        const auto [major, minor, kind] = code.capability;
        using enum Capability::Kind;
        return std::tuple(code.form, -major, -minor, kind != architecture, kind != family);
    });
    return codes;
}

DeviceCoverage cover_device(const Tables& tables, const BuildList& list, Capability device, const DriverLoads& loads) {
    DeviceCoverage covered{.device = device, .running = {}, .place = DevicePlace::hole, .codes = {}};
    bool one_may_run = false;
    for (const Code code : codes_of(list)) {
        auto obstacle = code_obstacle(tables, code, device);
        if (!obstacle) obstacle = load_obstacle(loads, code.form);
        if (!obstacle && !covered.running) covered.running = code;
        one_may_run = one_may_run || (obstacle && !is_certain(*obstacle));
        covered.codes.push_back({code, obstacle});
    }
    if (covered.running) covered.place = DevicePlace::reached;
    else if (one_may_run) covered.place = DevicePlace::unknown;
    else if (std::ranges::all_of(codes_of(list), [&](Code code) { return device < baseline_of(code.capability); }))
        covered.place = DevicePlace::older;
    return covered;
}

std::vector<DeviceCoverage> cover_devices(const Tables& tables, Version release, const BuildList& list) {
    std::vector<DeviceCoverage> devices;
    for (const Capability device : devices_of(tables, release)) devices.push_back(cover_device(tables, list, device));
    return devices;
}

std::optional<bool> runs(const DeviceCoverage& device) noexcept {
    if (device.place == DevicePlace::unknown) return std::nullopt;
    return device.running.has_value();
}

std::optional<bool> runs_on_all(std::span<const DeviceCoverage> devices) noexcept {
    const auto is = [](std::optional<bool> result) {
        return [result](const DeviceCoverage& device) { return runs(device) == result; };
    };
    if (devices.empty()) return std::nullopt;
    if (std::ranges::any_of(devices, is(false))) return false;
    return std::ranges::all_of(devices, is(true)) ? std::optional(true) : std::nullopt;
}

const DeviceCoverage* deciding(std::span<const DeviceCoverage> devices) noexcept {
    if (devices.empty()) return nullptr;
    const std::optional<bool> result = runs_on_all(devices);
    const auto found = std::ranges::find_if(devices,
                                            [&](const DeviceCoverage& device) { return runs(device) == result; });
    return found == devices.end() ? &devices.front() : &*found;
}

std::optional<int> first_branch_of_ptx(const Tables& tables, Version ptx) noexcept {
    const PtxVersionRow* row = find_in(tables.ptx_versions, true,
                                       [&](const PtxVersionRow& each) { return each.branch && each.ptx >= ptx; });
    return row ? row->branch : std::nullopt;
}

std::optional<bool> compiles_ptx(const Tables& tables, DriverVersion driver, Version ptx) noexcept {
    if (const auto first = first_branch_of_ptx(tables, ptx)) return driver.branch >= *first;
    // The newest branch that is known to compile only older PTX.
    const PtxVersionRow* older = find_last_in(tables.ptx_versions,
                                              [&](const PtxVersionRow& row) { return row.branch && row.ptx < ptx; });
    return older && driver.branch <= *older->branch ? std::optional(false) : std::nullopt;
}

std::optional<DriverMinimum> driver_minimum(const Tables& tables, Version release, std::string_view system) noexcept {
    const Release* own = find_release(tables, release);
    const DriverRow* found = find_last_in(tables.drivers, [&](const DriverRow& row) {
        if (!minimum_of(row, system)) return false;
        const bool is_earlier = minor_of(row.release) == minor_of(release) && row.release < release;
        const Release* other = is_earlier ? find_release(tables, row.release) : nullptr;
        return row.release == release || (own && other && own->nvcc && own->nvcc == other->nvcc);
    });
    if (!found) return std::nullopt;
    const DriverDatum& datum = *minimum_of(*found, system);
    return DriverMinimum{datum.driver, found->release, datum.sources};
}

std::optional<DriverDatum> minor_version_minimum(const Tables& tables, Version release,
                                                 std::string_view system) noexcept {
    const MinorVersionRow* row = find_minor_version(tables, release.major);
    if (!row) return std::nullopt;
    return DriverDatum{is_windows(system) ? row->windows_minimum : row->linux_minimum, row->sources};
}

std::string format_gpu(const Gpu& gpu) {
    return gpu.name.empty() ? to_string(gpu.capability) : fmt::format("{} ({})", gpu.name, to_string(gpu.capability));
}

std::string format_gpus(std::span<const Gpu> gpus) { return joined(gpus, ", ", format_gpu); }

std::string compat_package_of(Version release) {
    return fmt::format("cuda-compat-{}-{}", release.major, release.minor);
}

DriverAnswer judge_driver(const Tables& tables, const Request& request, DriverVersion driver,
                          std::span<const Gpu> gpus) {
    return DriverJudge(tables, request, gpus).judge(driver);
}

DriverAnswer judge_driver(const Tables& tables, Version release, std::string_view system, DriverVersion driver,
                          const Gpu& gpu) {
    const std::array capabilities{number_in(tables, gpu.capability, release)};
    Request request = plain_request(release, system);
    request.capabilities = capabilities;
    return judge_driver(tables, request, driver, std::span(&gpu, 1));
}

DriverAnswer drivers_for(const Tables& tables, const Request& request, std::span<const Gpu> gpus) {
    return DriverJudge(tables, request, gpus).needs();
}

DriverLoads loads_of(const DriverAnswer& answer) noexcept {
    DriverLoads loads{.machine_code = true, .ptx = answer.ptx_loads, .gpu = true};
    if (answer.support == DriverSupport::none) loads.machine_code = false;
    if (answer.support == DriverSupport::unknown) loads.machine_code.reset();
    for (const GpuKnowledge& gpu : answer.gpus) {
        if (gpu.known == false) loads.gpu = false;
        else if (!gpu.known && loads.gpu == true) loads.gpu.reset();
    }
    return loads;
}

std::optional<bool> runs(const DriverAnswer& answer) noexcept {
    const auto obstacle = load_obstacle(loads_of(answer), Code::Form::machine_code);
    return obstacle && !is_certain(*obstacle) ? std::nullopt : std::optional(!obstacle);
}

GpuSupport support_of(const Tables& tables, Gpu gpu) {
    GpuSupport support{knowledge_of(tables, gpu), find_capability(tables, gpu.capability)};
    bool is_known = !support.capability->jetson;
    for (std::size_t i = tables.releases.size(); i-- > 0 && is_known && !support.newest_with_ptx;) {
        const Release& release = tables.releases[i];
        if (release.preview || !support.capability->nvcc.takes_in(release.version)) continue;
        const DriverLoads last = loads_of_last_driver(tables, release, support);
        if (last.machine_code == true && !support.newest_without_ptx) support.newest_without_ptx = &release;
        if (last.ptx == true) support.newest_with_ptx = &release;
        // After a release with unknown support, an older one cannot be called the newest.
        is_known = last.ptx.has_value() && (support.newest_without_ptx || last.machine_code.has_value());
    }
    return support;
}

GpuKnowledge knowledge_of(const Tables& tables, Gpu gpu) noexcept {
    GpuKnowledge knowledge;
    knowledge.gpu = gpu;
    knowledge.generation = find_in(tables.gpu_drivers, gpu.capability, &GpuDriversRow::capability);
    if (!gpu.name.empty())
        knowledge.product = find_last_in(tables.gpus, [&](auto& row) { return is_product(row, gpu); });
    return knowledge;
}

DriversOfGpus drivers_of(std::span<const GpuKnowledge> gpus) noexcept {
    DriversOfGpus drivers;
    for (const GpuKnowledge& gpu : gpus) {
        std::optional<DriverVersion> first;
        if (gpu.generation && gpu.generation->first_branch) first = DriverVersion{*gpu.generation->first_branch};
        if (gpu.product && gpu.product->drivers) first = gpu.product->drivers->from.front();
        if (first && (!drivers.first || *drivers.first < *first)) drivers.first = first;
        if (!gpu.generation || !gpu.generation->last_branch) continue;
        const int last = *gpu.generation->last_branch;
        drivers.last_branch = std::min(last, drivers.last_branch.value_or(last));
    }
    return drivers;
}

GpuKnowledge judge_gpu(const Tables& tables, std::string_view system, DriverVersion driver, Gpu gpu) {
    GpuKnowledge knowledge = knowledge_of(tables, gpu);
    knowledge.has_driver = true;
    for (const GpuRow& row : tables.gpus)
        if (is_product(row, gpu) && row.drivers && knows_product(tables, *row.drivers, system, driver))
            knowledge.known = true;
    if (const GpuDriversRow* row = knowledge.generation) {
        const bool before = row->first_branch && driver.branch < *row->first_branch;
        const bool after = row->last_branch && known_branch(tables, driver) > *row->last_branch;
        if (before || after) knowledge.known = false;
        knowledge.after_last = after;
    }
    return knowledge;
}

}  // namespace cudastdenv
