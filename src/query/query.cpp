// SPDX-License-Identifier: MIT
#include "query/query.hpp"

#include "core/versions.hpp"
#include "findings/build_environment.hpp"
#include "messages/diagnostics.hpp"
#include "resolve/component.hpp"
#include "resolve/drivers.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

/// Adds the machine's compilers as candidates, with their versions unless already known.
void add_compilers(const Host& host, Environment& environment) {
    for (const FoundCompiler& found : host.compilers) {
        const auto version = parse_compiler_version(fmt::format("{}-{}", found.compiler.family, found.version));
        // The first on PATH of those with one major version.
        if (version && !find_version(environment.versions, found.compiler))
            environment.versions.push_back({found.compiler, *version});
        if (!contains(environment.available, found.compiler)) environment.available.push_back(found.compiler);
    }
}

Environment this_machine(const Tables& tables, const Host& host) {
    Environment environment{.name = std::string(host_name),
                            .stdenv = stdenv_of(tables, host),
                            .available = {},
                            .system = host.system,
                            .any_system = true};
    add_compilers(host, environment);
    for (const FoundCompiler& compiler : host.compilers)
        if (compiler.libstdcxx_headers && !contains(environment.libstdcxx_headers, *compiler.libstdcxx_headers))
            environment.libstdcxx_headers.push_back(*compiler.libstdcxx_headers);
    for (const Release& release : tables.releases)
        if (const FoundToolkit* found = find_toolkit(host, {.version = release.version}); found && found->headers_place)
            environment.toolkit_headers.emplace_back(release.version, *found->headers_place);
    return environment;
}

bool is_host(const OptionTexts& texts, std::string_view name) {
    return texts.has(name) && texts.value(name) == host_name;
}

/// The value of an option on that machine; empty: the machine lacks it.
std::string value_on(const Tables& tables, const Host& host, std::string_view option) {
    if (option == "gpu") return gpus_of(tables, host);
    // One GPU is asked about: the first.
    if (option == "name" || option == "device") {
        const std::string all = gpus_of(tables, host, option == "name");
        return all.substr(0, all.find(','));
    }
    if (option == "driver") return host.driver.value_or("");
    if (option == "system") return host.system;
    if (option == "compiler") return host.default_compiler ? to_string(*host.default_compiler) : "";
    if (option == "glibc") return host.glibc ? to_string(*host.glibc) : "";
    if (option == "libstdcxx") return fmt::format("gcc-{}", stdenv_of(tables, host).libstdcxx);
    return gpus_of(tables, host, false);
}

/// An image can name both the CUDA release and the environment. The toolkit of this machine builds with this machine's
/// compilers, unless the query is about nixpkgs.
OptionTexts infer_missing(const Tables& tables, const OptionTexts& texts) {
    if (is_host(texts, "cuda") && !texts.has("stdenv") && !texts.has("nixpkgs-exact"))
        return texts.with("stdenv", host_name);
    if (texts.has("cuda") && !texts.has("stdenv") && cuda_of_image(texts.value("cuda")) &&
        environment_named(tables, texts.value("cuda")))
        return texts.with("stdenv", texts.value("cuda"));
    if (texts.has("stdenv") && !texts.has("cuda") && cuda_of_image(texts.value("stdenv")))
        return texts.with("cuda", texts.value("stdenv"));
    return texts;
}

/// The newest release that supports the whole query, on Jetsons without an upgrade; if none does, the newest. Throws
/// BadInput.
const Release& newest_that_builds(const Tables& tables, const OptionTexts& texts,
                                  std::span<const JetpackRow> jetpacks) {
    std::vector<Gpu> wanted;
    if (texts.has("capabilities"))
        for (const ListedCapability& listed : read_capability_list(tables, texts.value("capabilities")))
            if (const auto* capability = std::get_if<Capability>(&listed)) wanted.push_back({"", *capability});
    if (texts.has("gpu"))
        for (const Gpu& gpu : read_gpu_list(tables, texts.value("gpu"))) wanted.push_back(gpu);
    if (texts.has("device")) wanted.push_back({"", read_device(tables, texts.value("device"))});
    if (wanted.empty() && !jetpacks.empty())
        for (const std::string_view board : jetpacks.back().boards)
            wanted.push_back({board, find_in(tables.gpus, board, &GpuRow::name)->capability});
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        const auto builds = [&](const Gpu& gpu) {
            const bool needs_jetpack = is_jetson(tables, gpu.capability) && !texts.has("nixpkgs-exact");
            return builds_for(tables, release->version, gpu.capability) &&
                   (!needs_jetpack ||
                    best_jetpack(tables, jetpacks, gpu, release->version).support == JetpackSupport::native);
        };
        if (!release->preview && std::ranges::all_of(wanted, builds)) return *release;
    }
    return *newest_release(tables);
}

/// The path, if it can be part of flags; otherwise empty.
std::string typed_in_flags(const std::filesystem::path& path) {
    return can_stand_in_flags(path) && is_plain_text(path.string()) ? path.string() : std::string();
}

/// Adds the directories that nvcc needs with a toolkit of this machine.
void add_toolkit(PlanInput& answer, const Query& question) {
    const Host* host = question.host_if_seen();
    const FoundToolkit* toolkit = host ? find_toolkit(*host, {.version = question.request().cuda}) : nullptr;
    if (!toolkit) return;
    answer.toolkit_headers = typed_in_flags(headers_to_name(question.resolution(), *toolkit));
    if (contains(toolkit->lacks, ToolkitLack::library_folder))
        answer.toolkit_libraries = typed_in_flags(toolkit->root / "lib");
}

/// A GCC with its path on this machine; absent: not installed here.
std::optional<GccQuery> gcc_to_ask(const Query& question, int major) {
    const Host* host = question.host_if_seen();
    if (!host) return GccQuery{.major = major};
    const FoundCompiler* found = find_compiler(*host, {Compiler::Family::gcc, major});
    return found ? std::optional(GccQuery{major, found->path.string()}) : std::nullopt;
}

/// The GCC whose headers a Clang must use.
std::optional<GccQuery> headers_of(const Query& question, const HostCompiler& host) {
    const bool may_differ = host.compiler.family == Compiler::Family::clang && host.headers &&
                            *host.headers < question.request().stdenv.libstdcxx;
    if (!may_differ) return std::nullopt;
    return gcc_to_ask(question, *host.headers);
}

/// The GCC whose newer libstdc++ is linked. If the stdenv is assumed, its libstdc++ may not exist.
std::optional<GccQuery> library_of(const Query& question, const HostCompiler& host) {
    const Request& request = question.request();
    const int own = host.headers.value_or(host.compiler.major);
    if (question.is_stdenv_assumed() || host.uses_stdenv || own >= request.stdenv.libstdcxx) return std::nullopt;
    return gcc_to_ask(question, request.stdenv.libstdcxx);
}

}  // namespace

const FoundToolkit& toolkit_of(const Host& host) {
    if (host.toolkits.empty())
        throw BadInput(
            InputError::not_here,
            "no CUDA toolkit found on this machine (`cudastdenv detect` prints where it looks); pass --cuda 12.8");
    const FoundToolkit& toolkit = host.toolkits.front();
    if (!toolkit.release)
        throw BadInput(InputError::not_here,
                       "{} is nvcc {}, whose release is not in the tables; pass --cuda with the nearest release",
                       in_quotes(toolkit.nvcc.string()), toolkit.build);
    return toolkit;
}

Stdenv stdenv_of(const Tables& tables, const Host& host) {
    if (!host.default_compiler)
        throw BadInput(InputError::not_here, "no usable C++ compiler found on PATH; pass --stdenv gcc-14");
    if (!host.libstdcxx && host.default_compiler->family != Compiler::Family::gcc)
        throw BadInput(InputError::not_here, "no libstdc++.so.6 found on this machine; pass --libstdcxx gcc-14");
    const FoundCompiler* compiler = find_compiler(host, *host.default_compiler);
    // nvcc's host compiler uses the headers of the C library, which usually is the loaded one.
    const std::optional<Version> glibc = compiler && compiler->glibc ? compiler->glibc : host.glibc;
    const LibstdcxxRow* loaded = host.libstdcxx ? libstdcxx_with(tables, host.libstdcxx->glibcxx) : nullptr;
    return {.compiler = *host.default_compiler,
            // A library newer than the tables counts as the newest known one.
            .libstdcxx = host.libstdcxx ? host.libstdcxx->gcc.value_or(tables.libstdcxx.back().gcc.major)
                                        : host.default_compiler->major,
            .glibc = glibc,
            .fixed_advisories = {},
            .libstdcxx_release = loaded ? std::optional(loaded->gcc) : std::nullopt};
}

NamedCompiler read_libstdcxx_owner(const Tables& tables, std::string_view text) {
    const NamedCompiler owner = read_compiler(tables, text);
    if (owner.compiler.family == Compiler::Family::gcc) return owner;
    throw BadInput(InputError::malformed, "{} has no libstdc++; pass --libstdcxx gcc-14", to_string(owner.compiler));
}

void fail_unknown_stdenv(const Tables& tables, std::string_view name) {
    throw BadInput(InputError::unknown, "unknown environment {}{}", in_quotes(name),
                   environment_suggestion(tables, name));
}

std::string environment_suggestion(const Tables& tables, std::string_view text) {
    std::vector<std::string_view> choices;
    for (const EnvironmentRow& row : tables.environments) {
        choices.push_back(row.id);
        choices.insert(choices.end(), row.aliases.begin(), row.aliases.end());
    }
    return closest_or("; pass a compiler like gcc-14, or a name of `cudastdenv table environments`", text, choices);
}

Policy read_policy(const OptionTexts& texts) {
    return read_enumerator<Policy>("policy", texts.value_or("policy", "nixpkgs"));
}

std::string gpus_of(const Tables& tables, const Host& host, bool by_name) {
    std::vector<std::string> names;
    for (const FoundGpu& gpu : host.gpus) {
        const bool has_name = by_name && !find_gpu(tables, gpu.name).rows.empty();
        if (!has_name && !gpu.capability) continue;
        std::string name = has_name ? std::string(gpu.name) : to_string(*gpu.capability);
        if (!contains(names, name)) names.push_back(std::move(name));
    }
    return joined(names, ",");
}

OptionTexts with_host_values(const Context& context, const OptionTexts& texts) {
    static constexpr std::array<std::string_view, 9> options{"gpu",    "name",     "device", "capabilities", "driver",
                                                             "system", "compiler", "glibc",  "libstdcxx"};
    std::optional<Host> host;
    OptionTexts changed = texts;
    for (const std::string_view option : options) {
        if (!is_host(texts, option)) continue;
        if (!host) host = context.look_at_host(context.tables, HostPart::all);
        const std::string value = value_on(context.tables, *host, option);
        if (value.empty())
            throw BadInput(InputError::not_here, "this machine has no known {}; `cudastdenv detect` prints what it has",
                           option == "name" || option == "device" || option == "capabilities" ? "gpu" : option);
        changed = changed.with(option, value);
    }
    return changed;
}

std::vector<messages::UserDefault> user_defaults(const OptionTexts& texts) {
    std::vector<messages::UserDefault> defaults;
    for (const auto& [option, variable] : texts.variables())
        if (variable != os_release) defaults.push_back({option, texts.value(option), variable});
    return defaults;
}

void check_standard(const Release& release, CxxStandard standard) {
    if (!release.newest_standard || standard <= *release.newest_standard) return;
    throw BadInput(InputError::unfit, "CUDA {} does not support {} (newest: {})", release.version, standard,
                   *release.newest_standard);
}

CxxStandard read_standard(std::string_view text) {
    return needed(parse_cxx_standard(text), InputError::unknown,
                  "unknown C++ standard {}; pass c++11, c++14, c++17, c++20 or c++23", in_quotes(text));
}

Version read_glibc(std::string_view text) {
    return needed(parse_version(text), InputError::malformed, "{} is not a glibc version; pass one like 2.41",
                  in_quotes(text));
}

Query::Query(const Context& context, const OptionTexts& given, std::optional<Host> host, Platforms platforms)
    : context_(context), host_(std::move(host)), platforms_(platforms) {
    const bool is_any = given.value_or("stdenv", "") == any_environment;
    const OptionTexts texts = infer_missing(tables(), is_any ? given.without("stdenv") : given);
    as_read_.defaults = user_defaults(given);
    if (const auto from = given.variables().find("stdenv"); from != given.variables().end())
        as_read_.is_machines = from->second == os_release;
    if (texts.has("stdenv") && !is_host(texts, "stdenv"))
        if (const EnvironmentRow* row = environment_named(tables(), texts.value("stdenv"))) {
            environment_ = environment_of(tables(), *row);
            as_read_.environment = row->id;
        }
    read_release(texts);
    read_systems(texts);
    read_stdenv(texts);
    find_toolkit_headers(texts);
    read_available(texts);
    read_rest(texts);
    read_capabilities(texts);
}

const Host& Query::host() {
    if (!host_) host_ = context_.look_at_host(tables(), HostPart::all);
    return *host_;
}

void Query::read_release(const OptionTexts& texts) {
    if (!texts.has("cuda")) {
        as_read_.cuda_requested = "latest";
        as_read_.release_assumed = true;
        request_.cuda = newest_that_builds(tables(), texts, environment_.stdenv.jetpacks).version;
        return;
    }
    as_read_.cuda_requested = texts.value("cuda");
    if (is_host(texts, "cuda")) {
        request_.cuda = toolkit_of(host()).release->version;
        return;
    }
    const bool names_channel = as_read_.environment.starts_with("nixos-");
    const ReleaseName name = read_release_name(context_, as_read_.cuda_requested,
                                               names_channel ? as_read_.environment : tables().assumed_environment);
    request_.cuda = name.release->version;
    as_read_.other_releases = name.others;
    as_read_.package_set = name.package_set;
    as_read_.package_set.assumed = !names_channel;
}

void Query::read_systems(const OptionTexts& texts) {
    const bool runs_here = host_ || is_host(texts, "cuda") || is_host(texts, "stdenv");
    if (texts.has("system")) {
        const SystemName system = read_system_name(tables(), "system", texts.value("system"));
        request_.system = system.nix;
        request_.redist_asked = system.redist;
    } else if (runs_here) {
        // The user has not typed the system, so one outside the tables is not a typing error.
        request_.system = host().system;
        request_.any_system = true;
    } else if (environment_.system) {
        request_.system = *environment_.system;
    } else {
        as_read_.system_assumed = true;
    }
    if (texts.has("build-system"))
        request_.build_system = read_system_name(tables(), "build-system", texts.value("build-system")).nix;
}

void Query::read_stdenv(const OptionTexts& texts) {
    Stdenv& stdenv = environment_.stdenv;
    if (!texts.has("stdenv")) {
        // Only the compiler and its libstdc++ are assumed. Other packages of nixpkgs do not describe this machine.
        as_read_.stdenv_assumed = true;
        const EnvironmentRow& assumed = *find_environment(tables(), tables().assumed_environment);
        stdenv.compiler = assumed.compiler;
        stdenv.libstdcxx = assumed.libstdcxx;
    } else if (is_host(texts, "stdenv")) {
        as_read_.environment = host_name;
        environment_ = this_machine(tables(), host());
    } else if (!environment_.row) {
        const std::string& text = texts.value("stdenv");
        const bool may_be_version = parse_version(text).has_value();
        if (!named_compiler(text) && !may_be_version) fail_unknown_stdenv(tables(), text);
        const NamedCompiler named = read_compiler(tables(), text);
        environment_.name = text;
        stdenv.compiler = named.compiler;
        stdenv.libstdcxx = default_libstdcxx(tables(), stdenv.compiler);
        add_version(environment_.versions, named);
        if (stdenv.compiler.family == Compiler::Family::gcc) stdenv.libstdcxx_release = named.version;
        as_read_.libstdcxx_assumed = stdenv.compiler.family == Compiler::Family::clang && !texts.has("libstdcxx");
    }
    if (texts.has("libstdcxx")) {
        const auto [owner, release] = read_libstdcxx_owner(tables(), texts.value("libstdcxx"));
        if (release || owner.major != stdenv.libstdcxx) stdenv.libstdcxx_release = release;
        stdenv.libstdcxx = owner.major;
    }
    request_.stdenv = stdenv;
    request_.libstdcxx_headers = environment_.libstdcxx_headers;
}

void Query::find_toolkit_headers(const OptionTexts& texts) {
    if (is_host(texts, "cuda") || is_host(texts, "stdenv")) {
        const FoundToolkit* toolkit = find_toolkit(host(), {.version = request_.cuda});
        if (toolkit) request_.toolkit_headers = toolkit->headers_place;
    } else if (environment_.row) {
        request_.toolkit_headers = cuda_of_image(texts.value("stdenv"))
                                       ? ToolkitHeaders::prefix
                                       : own_cuda_headers(*environment_.row, request_.cuda);
    }
}

void Query::read_available(const OptionTexts& texts) {
    if (texts.has("available")) {
        environment_.available.clear();
        for (const std::string_view text : split_list(texts.value("available"))) {
            if (text == host_name) {
                add_compilers(host(), environment_);
                continue;
            }
            const NamedCompiler named = read_compiler(tables(), text);
            environment_.available.push_back(named.compiler);
            add_version(environment_.versions, named);
        }
    } else if (as_read_.environment.empty()) {
        environment_.available = known_compilers(tables());
        as_read_.available_assumed = true;
    }
    request_.available = environment_.available;
    request_.compiler_versions = environment_.versions;
}

void Query::read_rest(const OptionTexts& texts) {
    request_.policy = read_policy(texts);
    request_.nixpkgs_exact = texts.has("nixpkgs-exact");
    if (texts.has("forward-compat") && texts.has("no-forward-compat"))
        throw BadInput(InputError::contradiction,
                       "--forward-compat and --no-forward-compat cannot be combined; pass one of them");
    request_.forward_compat = !texts.has("no-forward-compat");

    if (texts.has("glibc")) request_.stdenv.glibc = read_glibc(texts.value("glibc"));

    if (!texts.has("std")) return;
    request_.standard = read_standard(texts.value("std"));
    check_standard(*find_release(tables(), request_.cuda), *request_.standard);
}

void Query::read_capabilities(const OptionTexts& texts) {
    if (texts.has("capabilities")) add_listed(texts.value("capabilities"));
    if (texts.has("gpu")) gpus_ = read_gpu_list(tables(), texts.value("gpu"));
    for (const Gpu& gpu : gpus_) {
        const Capability number = number_in(tables(), gpu.capability, request_.cuda);
        // Unlike a repeated capability, two GPUs with one capability are not a typing error.
        if (!contains(capabilities_, number)) capabilities_.push_back(number);
    }
    request_.capabilities = capabilities_;
    imply_system(texts);
    if (capabilities_.empty()) return;
    for (const Diagnostic& problem : check_capabilities(tables(), request_)) {
        // Some problems do not matter for a list for these platforms.
        const bool is_left_open = problem.id == "excepted-gpu" || is_of_jetpacks(problem)
                                      ? platforms_ != Platforms::one
                                      : platforms_ == Platforms::of_each_gpu && problem.id.starts_with("jetson-");
        if (!is_left_open) throw BadInput(InputError::unfit, messages::text_of(problem));
    }
    if (platforms_ != Platforms::one || request_.nixpkgs_exact) return;
    for (const Gpu& gpu : gpus_)
        if (const auto problem = jetpack_obstacle(tables(), jetpacks_of(request_), gpu, request_.cuda))
            throw BadInput(InputError::unfit, messages::text_of(*problem));
}

/// GPUs, Jetson capabilities, or the driver of a Jetson imply the system, unless the query or this machine determines
/// it.
void Query::imply_system(const OptionTexts& texts) {
    if (texts.has("system") || host_) return;
    std::optional<DriverVersion> driver;
    if (texts.has("driver")) driver = read_driver(texts.value("driver"));
    const std::string_view system = implied_system(tables(), gpus_, capabilities_, driver);
    if (system.empty() || system == request_.system) return;
    request_.system = system;
    const auto is_named_jetson = [](const Gpu& gpu) { return !gpu.name.empty(); };
    if (!gpus_.empty() && system == jetson_system && is_jetson(tables(), gpus_.front().capability) &&
        std::ranges::all_of(gpus_, is_named_jetson))
        return;
    as_read_.implied_by = !gpus_.empty()          ? format_gpu(gpus_.front())
                          : capabilities_.empty() ? "driver " + texts.value("driver")
                                                  : "capability " + to_string(capabilities_.front());
}

void Query::add_listed(std::string_view text) {
    if (text.empty() && request_.nixpkgs_exact) return;
    // A line that sets a list: `ENV TORCH_CUDA_ARCH_LIST="8.0 9.0"`.
    if (text.find_first_of("=(:") != text.npos && !find_lists_of_command(tables(), text).empty()) {
        const ListInText read = read_list_in_text(tables(), OptionTexts(), request_.system, request_.cuda,
                                                  std::string(text));
        const BuildList list = read_build_list(tables(), request_.cuda, read.listing);
        capabilities_ = list.real;
        capabilities_.insert(capabilities_.end(), list.ptx.begin(), list.ptx.end());
        sort_unique(capabilities_);
        return;
    }
    for (const ListedCapability& listed : read_capability_list(tables(), text)) {
        const std::vector<Capability> meant = capabilities_of(tables(), request_.cuda, listed);
        if (meant.empty())
            throw BadInput(InputError::unfit, "CUDA {} supports no {} GPU", request_.cuda,
                           in_quotes(std::get<std::string_view>(listed)));
        capabilities_.insert(capabilities_.end(), meant.begin(), meant.end());
    }
}

bool Query::assume_available(std::string_view name) {
    const NamedCompiler named = read_compiler(tables(), name);
    add_version(environment_.versions, named);
    request_.compiler_versions = environment_.versions;
    if (named.compiler == request_.stdenv.compiler || contains(environment_.available, named.compiler)) return false;
    environment_.available.push_back(named.compiler);
    request_.available = environment_.available;
    return true;
}

const Resolution& Query::resolution() const {
    if (!resolution_) resolution_ = resolve(tables(), request_);
    return *resolution_;
}

ToolAsked read_tool_asked(const OptionTexts& texts) {
    if (!texts.has("for")) return {};
    auto choices = all_names(enumerators<PlanTool>, [](PlanTool tool) { return to_string(tool); });
    choices.insert(choices.end(), {for_nobody, "nixpkgs"});
    const std::string_view name = choices[read_choice("tool", texts.value("for"), choices)];
    return {.is_none = name == for_nobody,
            .tool = name == "nixpkgs" ? PlanTool::nix : enumerator_named<PlanTool>(name)};
}

PlanInput plan_input(const Query& question, const ToolAsked& asked) {
    const Request& request = question.request();
    const Resolution& resolution = question.resolution();
    PlanInput answer{.releases = {resolution.release->version, resolution.release->version},
                     .environment = question.environment().row,
                     .system = request.system,
                     .tool = asked.tool,
                     .advisories = resolution.advisories};
    const bool is_to_be_used = is_answered(resolution) && !resolution.cross && !request.nixpkgs_exact;
    if (!is_to_be_used) return answer;
    const HostCompiler& host = *resolution.host;
    answer.compiler = host.compiler;
    answer.now = request.stdenv.compiler;
    const EnvironmentRow* row = question.environment().row;
    answer.is_default = !asked.tool && host.uses_stdenv && row && row->compiler == host.compiler;
    if (const Host* machine = question.host_if_seen())
        if (const FoundCompiler* found = find_compiler(*machine, host.compiler)) answer.program = found->path.string();
    add_toolkit(answer, question);
    answer.headers = headers_of(question, host);
    if (!asked.tool) return answer;
    answer.library = library_of(question, host);
    // Without a list, CMake and PyTorch use their own defaults. Other tools keep theirs, including nixpkgs.
    const bool needs_list = asked.tool == PlanTool::cmake || asked.tool == PlanTool::torch;
    if (needs_list || !request.capabilities.empty()) answer.list = build_list(resolution);
    return answer;
}

std::vector<Plan> plans(const Tables& tables, const PlanInput& answer) {
    const bool is_nothing = !answer.compiler && !answer.list;
    if (!answer.tool) return is_nothing ? std::vector<Plan>() : plan_that_fits(answer, tables);
    if (!is_for(*answer.tool, answer.environment, tables))
        throw BadInput(InputError::unfit, "{} has no {}: its packages are installed with `{}`", answer.environment->id,
                       to_string(*answer.tool), distribution_of(tables, *answer.environment)->install);
    return {is_nothing ? Plan{.tool = *answer.tool} : make_plan(*answer.tool, answer, tables)};
}

SetupOptions setup_of(const OptionTexts& texts) {
    return {.cuda = texts.value_or("cuda", ""),
            .available = texts.value_or("available", ""),
            .standard = texts.value_or("std", ""),
            .capabilities = texts.value_or("capabilities", ""),
            .gpus = texts.value_or("gpu", ""),
            .without_ptx = texts.has("no-forward-compat")};
}

std::vector<Plan> plans_for(const Query& question, const OptionTexts& texts) {
    const ToolAsked asked = read_tool_asked(texts);
    if (asked.is_none) return {};
    PlanInput answer = plan_input(question, asked);
    answer.setup = setup_of(texts);
    return plans(question.tables(), answer);
}

}  // namespace cudastdenv::query
