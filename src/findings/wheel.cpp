// SPDX-License-Identifier: MIT
#include "findings/wheel.hpp"

#include "core/format.hpp"
#include "core/quote.hpp"
#include "findings/code_coverage.hpp"
#include "findings/ingest.hpp"
#include "findings/requirement.hpp"
#include "tables/check_wheels.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

using Texts = std::vector<std::string_view>;

/// pip goes by the name of the file.
WheelTag tag_of(const WheelTexts& texts) {
    if (const auto name = read_wheel_file_name(texts.file_name)) return name->tag;
    return read_wheel_tag(header_field(texts.tags, "Tag")).value_or(WheelTag{});
}

/// 3.12 of `3.12`, `3.12.0` and `3`, which is 3.0.
std::optional<Version> python_release(std::string_view text) {
    constexpr std::size_t max_digits = 4;
    Version version{0, 0, -1};
    const auto major = take_number(text, max_digits);
    if (!major) return std::nullopt;
    const auto minor = take_prefix(text, ".") ? take_number(text, max_digits) : std::nullopt;
    version.major = *major;
    version.minor = minor.value_or(0);
    return version;
}

/// The ends of `>=3.9,<3.14`.
VersionRange required_python(std::string_view text) {
    VersionRange range;
    for (std::string_view piece : pieces_of(text, ',')) {
        piece = trimmed(piece);
        const bool is_min = take_prefix(piece, ">=") || take_prefix(piece, "~=");
        const bool includes = !is_min && take_prefix(piece, "<=");
        if (!is_min && !includes && !take_prefix(piece, "<")) continue;
        std::optional<Version> release = python_release(trimmed(piece));
        if (!release) continue;
        if (is_min) range.min = release;
        else if (includes) range.max = release;
        else if (release->minor > 0) range.max = Version{release->major, release->minor - 1, -1};
    }
    return range;
}

/// The letters, digits and dots at the front.
std::string_view word_at(std::string_view text) {
    const auto ends = [](char c) { return !is_letter_or_digit(c) && c != '.'; };
    return text.substr(0, static_cast<std::size_t>(std::ranges::find_if(text, ends) - text.begin()));
}

/// 12.8 of `cu128`.
std::optional<Version> cuda_in_suffix(std::string_view suffix) {
    constexpr std::size_t least_digits = 3, most_digits = 4;
    if (!take_prefix(suffix, "cu") || suffix.size() < least_digits || suffix.size() > most_digits) return std::nullopt;
    const auto major = whole_number<int>(suffix.substr(0, 2));
    const auto minor = whole_number<int>(suffix.substr(2));
    return major && minor ? std::optional(Version{*major, *minor, -1}) : std::nullopt;
}

/// 11.8 of `libbitsandbytes_cuda118.so`.
std::optional<Version> cuda_in_file_name(std::string_view name) {
    const std::size_t at = name.find("cuda");
    if (at == name.npos) return std::nullopt;
    const std::string_view rest = name.substr(at + 2);  // `da118.so`
    const std::string_view digits = word_at(rest.substr(2));
    return cuda_in_suffix("cu" + std::string(digits.substr(0, digits.find('.'))));
}

/// Copies of NVIDIA's libraries, which wheels carry, have code of their own.
bool is_nvidias(std::string_view path) {
    constexpr std::array<std::string_view, 14> names{"cublas", "cudart",    "cudnn",    "cufft",    "cufile",
                                                     "cupti",  "curand",    "cusolver", "cusparse", "nccl",
                                                     "npp",    "nvJitLink", "nvrtc",    "nvshmem"};
    std::string_view file = without_directory(path);
    take_prefix(file, "lib");
    return path.find(".libs/") != path.npos ||
           std::ranges::any_of(names, [&](std::string_view name) { return file.starts_with(name); });
}

void add_code(const GpuCode& more, GpuCode& code) {
    for (const auto& [kind, count] : more.kinds) code.kinds[kind] += count;
    for (const auto& [list, count] : more.fatbins) code.fatbins[list] += count;
}

std::vector<WheelContents::Code> codes_of(const std::vector<CodeFile>& files) {
    std::map<std::optional<Version>, GpuCode> codes;
    for (const CodeFile& file : files) {
        const std::string_view path = std::string_view(file.name).substr(file.name.rfind(':') + 1);
        if (!is_nvidias(path)) add_code(file.code, codes[cuda_in_file_name(without_directory(path))]);
    }
    // Builds for several releases, or one build, of which some name may have a number.
    const bool is_one = codes.contains(std::nullopt);
    std::vector<WheelContents::Code> all;
    for (const auto& [cuda, code] : codes) {
        if (is_one && !all.empty()) add_code(code, all.front().code);
        else all.push_back({cuda, code});
    }
    return all;
}

/// The list that most kernels are built for. A few kernels have code for fewer GPUs, or for single ones (9.0a): so the
/// list with the most general architectures counts, unless it is rare. Of those the most frequent one.
const FatbinCoverage* built_for(const CodeCoverage& coverage) {
    constexpr std::size_t rare = 50;
    std::size_t total = 0;
    for (const FatbinCoverage& fatbin : coverage.fatbins)
        if (coverage.counts(fatbin)) total += fatbin.count;
    const auto general = [](const FatbinCoverage& fatbin) {
        return std::ranges::count(fatbin.list.real, Capability::Kind::baseline, &Capability::kind);
    };
    const FatbinCoverage* best = nullptr;
    for (const FatbinCoverage& fatbin : coverage.fatbins)
        if (coverage.counts(fatbin) && fatbin.count * rare >= total && (!best || general(fatbin) > general(*best)))
            best = &fatbin;
    return best;
}

/// The only release whose nvcc writes PTX of that ISA version; absent: none, or several.
std::optional<Version> only_release_with(const Tables& tables, std::optional<Version> ptx) {
    std::optional<Version> only;
    for (const PtxVersionRow& row : tables.ptx_versions) {
        if (row.ptx != ptx || !find_release(tables, row.release)) continue;
        if (only) return std::nullopt;
        only = row.release;
    }
    return only;
}

/// The packages of NVIDIA in a row's `requires`.
bool is_deciding(std::string_view package) {
    const std::size_t suffix = package.rfind("-cu");
    const std::string_view name = suffix != package.npos && suffix + 3 < package.size() && is_digit(package[suffix + 3])
                                      ? package.substr(0, suffix)
                                      : package;
    return is_one_of(name, "nvidia-cuda-runtime nvidia-cudnn nvidia-nccl cuda-toolkit");
}

/// 12.8 of `nvidia-cuda-runtime-cu12==12.8.90`.
std::optional<Version> cuda_in_pins(const std::vector<std::string>& requirements) {
    for (const std::string& requirement : requirements) {
        std::string_view pin = requirement;
        const std::string_view package = package_in(pin);
        if (!package.starts_with("nvidia-cuda-runtime") && package != "cuda-toolkit") continue;
        pin.remove_prefix(package.size());
        if (!take_prefix(pin, "==")) continue;
        if (const auto release = full_version(leading_version(pin))) return Version{release->major, release->minor, -1};
    }
    return std::nullopt;
}

bool has_variant_index(const WheelProjectRow& project) {
    return project.index && project.index->find('{') != std::string::npos;
}

class WheelIngestJudge {
public:
    WheelIngestJudge(const Tables& tables, Toolkit& toolkit)
        : tables_(tables), toolkit_(toolkit), wheel_(*toolkit.wheel), package_(normalized_package(wheel_.package)) {}

    void judge(const std::string& today) {
        find_project();
        if (!wheel_.system) problem({"wheel-any-system"});
        version_ = parse_package_version(wheel_.number);
        if (!version_) problem({"wheel-version", {{"version", in_quotes(wheel_.version)}}});
        install_ = text(install());
        if (wheel_.system) read_requirements(*wheel_.system);
        describe_source(today);
        if (wheel_.codes.empty()) make_build({});
        for (const WheelContents::Code& code : wheel_.codes) make_build(code);
        make_companion();
        if (!toolkit_.problems.empty()) return;
        for (const WheelBuildRow& build : wheel_.builds) compare(build);
        if (wheel_.companion) compare(*wheel_.companion);
    }

private:
    std::string_view text(std::string_view value) { return toolkit_.arena->text(value); }

    SourceIds own_source() { return toolkit_.arena->list(Texts{toolkit_.source.id}); }

    void problem(Diagnostic diagnostic) { toolkit_.problems.push_back(std::move(diagnostic)); }

    void find_project() {
        project_ = find_in(tables_.wheel_projects, true, [&](const WheelProjectRow& row) {
            return contains(row.packages, std::string_view(package_));
        });
        if (project_) {
            wheel_.project = project_->id;
            // PyPI has the sources of such a project.
            if (has_variant_index(*project_) && !project_->version_suffix) wheel_.on_pypi = false;
        } else problem({"wheel-project-unknown", {{"package", in_quotes(wheel_.package)}}});
    }

    /// The name for pip: that of the row that holds for the version, otherwise of the one before, otherwise of the
    /// next. Rows for the same system come first. `jax[cuda12]` is jax-cuda12-plugin.
    [[nodiscard]] std::string install() const {
        const WheelBuildRow* found = nullptr;
        const PackageVersion version = version_.value_or(PackageVersion{});
        const auto rank = [&](const WheelBuildRow& row) {
            return std::pair(wheel_.system && contains(row.systems, *wheel_.system), row.first <= version);
        };
        const auto is_nearer = [&](const WheelBuildRow& row, const WheelBuildRow& other) {
            if (rank(row) != rank(other)) return rank(row) > rank(other);
            return row.first <= version ? row.first > other.first : row.first < other.first;
        };
        for (const WheelBuildRow& row : tables_.wheel_builds) {
            if (!project_ || row.project != project_->id || row.channel) continue;
            if (package_with_code(row.install) != package_) continue;
            if (!found || is_nearer(row, *found)) found = &row;
        }
        return found ? std::string(found->install) : package_;
    }

    [[nodiscard]] std::string package_with_code(std::string_view install) const {
        const std::string_view package = package_in(install);
        std::string_view extra = install.substr(package.size());
        if (!take_prefix(extra, "[") || !take_suffix(extra, "]")) return std::string(package);
        const std::string plugin = fmt::format("{}-{}-plugin", package, extra);
        return contains(project_->packages, std::string_view(plugin)) ? plugin : std::string(package);
    }

    void read_requirements(WheelSystem system) {
        for (const ForeignText& line : wheel_.requirements) {
            const auto needed = requirement_on(line, system, install_.ends_with(']'));
            if (needed && is_deciding(package_in(*needed))) nvidias_.push_back(*needed);
        }
        sort_unique(nvidias_);
    }

    void describe_source(const std::string& today) {
        SourceRow& source = toolkit_.source;
        const std::string part = wheel_.on_pypi || wheel_.suffix.empty() ? "" : '-' + wheel_.suffix;
        std::string id = fmt::format("{}-{}{}-wheels", package_, wheel_.number, part);
        std::ranges::replace_if(
            id, [](char c) { return !is_letter_or_digit(c) && c != '.'; }, '-');
        source.id = text(id);
        if (const SourceRow* known = find_source(tables_, source.id)) {
            source = *known;
            return;
        }
        source.kind = SourceRow::Kind::measured;
        source.title =
            text(fmt::format("{} {}, {}", project_ ? project_->title : package_, as_plain_text(wheel_.number),
                             wheel_.on_pypi ? "wheels on PyPI" : "wheels of " + wheel_.suffix));
        if (wheel_.on_pypi && version_)
            source.url = text(fmt::format("https://pypi.org/project/{}/{}/", package_, *version_));
        else if (project_ && project_->index) source.url = index_address(*project_->index);
        source.locator = text(as_plain_text(wheel_.file));
        source.retrieved = text(today);
    }

    std::string_view index_address(std::string_view index) {
        std::string address(index);
        replace_all(address, "{variant}", wheel_.suffix);
        return text(address);
    }

    void make_build(const WheelContents::Code& code) {
        WheelBuildRow row;
        row.project = project_ ? project_->id : text(package_);
        row.install = install_;
        if (version_) row.first = row.last = *version_;
        if (wheel_.system) row.systems = toolkit_.arena->list(std::vector{*wheel_.system});
        row.on_pypi = wheel_.on_pypi;
        row.python = wheel_.python;
        Texts nvidias;
        for (const std::string& requirement : nvidias_) nvidias.push_back(text(requirement));
        row.requirements = toolkit_.arena->list(nvidias);
        row.sources = own_source();
        add_code_to(row, code);
        wheel_.builds.push_back(row);
    }

    /// Sets the capabilities that the wheel has code for, the CUDA release that it was built with, and its variant.
    void add_code_to(WheelBuildRow& row, const WheelContents::Code& code) {
        const CodeCoverage coverage = cover_code(tables_, code.code, {});
        const FatbinCoverage* fatbin = built_for(coverage);
        row.machine_code = toolkit_.arena->list(fatbin ? fatbin->list.real : std::vector<Capability>());
        row.ptx = toolkit_.arena->list(fatbin ? fatbin->list.ptx : std::vector<Capability>());
        row.cuda = code.cuda;
        if (!row.cuda) row.cuda = wheel_.given_cuda;
        if (!row.cuda) row.cuda = cuda_in_suffix(wheel_.suffix);
        if (!row.cuda) row.cuda = cuda_in_pins(nvidias_);
        if (!row.cuda && fatbin && fatbin->ptx_version) row.cuda = only_release_with(tables_, fatbin->ptx_version);
        const bool is_cpu = !fatbin && (wheel_.suffix.empty() || wheel_.suffix == "cpu") && !cuda_in_pins(nvidias_);
        if (is_cpu) {
            row.cuda.reset();
            row.variant = "cpu";
            if (project_ && !has_rows()) problem({"wheel-without-rows", {{"package", package_}}});
        } else if (wheel_.codes.size() > 1 || has_variants()) {
            if (row.cuda) row.variant = text(variant_for(*row.cuda));
            else find_variant_on_pypi(row);
        }
    }

    [[nodiscard]] bool is_of_package(const WheelBuildRow& row) const { return row.install == install_ && !row.channel; }

    [[nodiscard]] bool has_rows() const {
        return std::ranges::any_of(tables_.wheel_builds, [&](const WheelBuildRow& row) { return is_of_package(row); });
    }

    /// Whether builds of the package are told apart by a suffix.
    [[nodiscard]] bool has_variants() const {
        return has_rows() ? std::ranges::any_of(tables_.wheel_builds,
                                                [&](const WheelBuildRow& row) {
                                                    return is_of_package(row) && row.variant != "cpu" && row.variant;
                                                })
                          : project_ && has_variant_index(*project_);
    }

    /// PyPI has one build of a version.
    void find_variant_on_pypi(WheelBuildRow& row) {
        const WheelBuildRow* known = row.on_pypi ? find_build(tables_.wheel_builds, row, wheel_) : nullptr;
        if (known && known->variant != "cpu") row.variant = known->variant;
        else problem({"wheel-release-unknown"});
    }

    void make_companion() {
        if (wheel_.system != WheelSystem::linux_x86_64 || !version_) return;
        Texts others;
        for (const ForeignText& line : wheel_.requirements) {
            const auto needed = requirement_on(line, WheelSystem::linux_x86_64, false);
            if (!needed) continue;
            for (const WheelProjectRow& row : tables_.wheel_projects)
                if (&row != project_ && contains(row.packages, package_in(*needed))) others.push_back(text(*needed));
        }
        if (others.empty()) return;
        sort_unique(others);
        WheelCompanionRow& row = wheel_.companion.emplace();
        row.project = project_ ? project_->id : text(package_);
        row.first = row.last = *version_;
        row.requirements = toolkit_.arena->list(others);
        row.sources = own_source();
    }

    // Differences

    [[nodiscard]] std::string name_of(const WheelBuildRow& row) const {
        return fmt::format("{} {}{}{} for {}", row.install, row.first, row.variant ? " of " : "",
                           row.variant.value_or(""), row.systems.front());
    }

    Difference& add(Difference::Kind kind, Diagnostic what, SourceIds tables_sources) {
        Difference difference{.kind = kind};
        difference.toolkit_source = {wheel_.file};
        difference.tables_sources = tables_sources;
        difference.what = std::move(what);
        return toolkit_.differences.emplace_back(std::move(difference));
    }

    void add_missing(const std::string& what) {
        add(Difference::Kind::new_wheel, {"new-wheel", {{"wheel", what}}}, {});
    }

    void compare(const WheelBuildRow& own) {
        const WheelBuildRow* row = find_build(tables_.wheel_builds, own, wheel_);
        if (!row) {
            const std::string refused = problem_of(tables_, own);
            if (refused.empty()) return add_missing(name_of(own));
            return problem({"wheel-refused", {{"wheel", name_of(own)}, {"why", refused}}});
        }
        const auto differ = [&](std::string_view what, const std::string& here, const std::string& there) {
            add(Difference::Kind::wheel_value,
                {"wheel-differs", {{"wheel", name_of(own)}, {"what", what}, {"here", here}, {"tables", there}}},
                row->sources);
        };
        const auto named = [](const auto& value) { return value ? fmt::format("{}", *value) : std::string("none"); };
        const auto listed = [](const auto& list) { return list->empty() ? "none" : joined(*list, " "); };
        const auto contradict = [](const auto& left, const auto& right) {
            return left && right && !std::ranges::equal(*left, *right);
        };
        if (row->variant != own.variant) differ("the variant", named(own.variant), named(row->variant));
        if (own.on_pypi && !row->on_pypi) differ("the index", "PyPI", "the project's");
        if (row->cuda && own.cuda && !may_be_same(*row->cuda, *own.cuda))
            differ("CUDA", to_string(*own.cuda), to_string(*row->cuda));
        if (contradict(own.machine_code, row->machine_code))
            differ("machine code", listed(own.machine_code), listed(row->machine_code));
        if (contradict(own.ptx, row->ptx)) differ("PTX", listed(own.ptx), listed(row->ptx));
        if (contradict(own.requirements, row->requirements))
            differ("requires", listed(own.requirements), listed(row->requirements));
        if (!fits_python(*row, wheel_)) differ("Python", format_python(own.python), format_python(row->python));
    }

    static std::string format_python(VersionRange range) {
        const auto end = [](const std::optional<Version>& version) { return version ? to_string(*version) : "any"; };
        return fmt::format("{} to {}", end(range.min), end(range.max));
    }

    void compare(const WheelCompanionRow& own) {
        const std::string name = fmt::format("{} {}", own.project, own.first);
        const WheelCompanionRow* row = requirements_of(tables_, own.project, own.first);
        if (!row) return add_missing("requirements of " + name);
        if (std::ranges::equal(row->requirements, own.requirements)) return;
        add(Difference::Kind::wheel_value,
            {"wheel-differs",
             {{"wheel", name},
              {"what", "requires"},
              {"here", joined(own.requirements, " ")},
              {"tables", joined(row->requirements, " ")}}},
            row->sources);
    }

    const Tables& tables_;
    Toolkit& toolkit_;
    WheelContents& wheel_;
    std::string package_;  ///< normalized
    const WheelProjectRow* project_ = nullptr;
    std::optional<PackageVersion> version_ = {};
    std::string_view install_ = {};
    std::vector<std::string> nvidias_ = {};  ///< requirements that decide
};

}  // namespace

WheelContents read_wheel(const WheelTexts& texts, const std::vector<CodeFile>& files) {
    WheelContents wheel{.package = {std::string(header_field(texts.metadata, "Name"))},
                        .version = {std::string(header_field(texts.metadata, "Version"))},
                        .file = texts.file_name};
    const std::size_t plus = wheel.version.find('+');
    wheel.number = wheel.version.substr(0, plus);
    wheel.on_pypi = plus == std::string::npos;
    if (!wheel.on_pypi) wheel.suffix = word_at(std::string_view(wheel.version).substr(plus + 1));
    else if (const std::size_t at = texts.version_py.find(wheel.number + '+'); at != std::string::npos)
        wheel.suffix = word_at(std::string_view(texts.version_py).substr(at + wheel.number.size() + 1));
    for (const std::string_view line : header_fields(texts.metadata, "Requires-Dist"))
        wheel.requirements.push_back({std::string(line)});
    wheel.python = required_python(header_field(texts.metadata, "Requires-Python"));
    wheel.requires_python = wheel.python.min;
    const WheelTag tag = tag_of(texts);
    wheel.system = tag.system;
    if (tag.is_for_one_python) {
        wheel.python_tag = tag.python;
        wheel.python = {wheel.requires_python ? wheel.requires_python : tag.python, tag.python};
    } else if (tag.python) {
        wheel.python.min = std::max(wheel.python.min, tag.python);
    }
    wheel.codes = codes_of(files);
    return wheel;
}

void judge_wheel(const Tables& tables, Toolkit& toolkit, const std::string& today) {
    toolkit.problems.clear();
    toolkit.wheel->builds.clear();
    toolkit.wheel->companion.reset();
    WheelIngestJudge(tables, toolkit).judge(today);
}

}  // namespace cudastdenv
