// SPDX-License-Identifier: MIT
// Judges what a fact in a log is about, by the line around it: the build, or another system.
#include "diagnose/log_reader.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::diagnose {

namespace {

constexpr std::size_t lines_of_heading = 3;

/// The last lines, the nearest first; the empty one before a line end is left out.
std::vector<std::string_view> last_lines(std::string_view above, std::size_t count) {
    std::vector<std::string_view> lines = lines_of(above);
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
    std::ranges::reverse(lines);
    if (lines.size() > count) lines.resize(count);
    return lines;
}

bool is_of_compiler(Fact fact) noexcept { return fact == Fact::gcc || fact == Fact::spoken_gcc || fact == Fact::clang; }

bool is_of_person(Fact fact) noexcept {
    return fact == Fact::spoken_cuda || fact == Fact::spoken_gcc || fact == Fact::spoken_driver;
}

/// The compiler of the kernel or of its modules: /proc/version, /proc/driver/nvidia/version, DKMS.
bool is_of_kernel(const LineContext& context) {
    if (has_in_any_case(context.line, "Linux version ") || has_in_any_case(context.line, "kernel was built by"))
        return true;
    std::string_view begin = trimmed(context.line);
    if (!take_prefix(begin, "GCC version:")) return false;
    if (trimmed(begin).starts_with("gcc version")) return true;
    return std::ranges::any_of(last_lines(context.above, lines_of_heading),
                               [](std::string_view line) { return line.find("NVRM version") != line.npos; });
}

/// The compiler of another program: `Python 3.10 [GCC 11.4.0]`, `PyTorch built with:`, `built with gcc 11`.
bool is_of_program(const LineContext& context) {
    constexpr std::array<std::string_view, 3> made{"built with", "compiled with", "built by"};
    const auto says = [&](std::string_view text) {
        return std::ranges::any_of(made, [&](std::string_view word) { return has_in_any_case(text, word); });
    };
    if (context.before.find('[') != context.before.npos && context.behind.find(']') != context.behind.npos &&
        (trimmed(context.before).ends_with('[') || has_in_any_case(context.before, "[Clang ")))
        return true;
    const std::vector<std::string_view> above = last_lines(context.above, lines_of_heading);
    return says(context.before) ||
           std::ranges::any_of(above, [&](std::string_view line) { return trimmed(line).ends_with("built with:"); });
}

/// `requires CUDA 12.1`, `at least driver 525`, `CUDA 12 or newer`
bool is_required(const LineContext& context) {
    std::string before =
        in_lower_case(context.before.substr(context.before.size() - std::min<std::size_t>(context.before.size(), 80)));
    std::string_view text = trimmed(before);
    constexpr std::array<std::string_view, 12> dropped{"nvidia", "the", "a",   "an",  "version", "of",
                                                       "cuda",   "gcc", "g++", "for", "toolkit", "is"};
    for (bool is_dropped = true; is_dropped;) {
        is_dropped = false;
        for (const std::string_view word : dropped) {
            std::string_view rest = text;
            if (!take_suffix(rest, word) || (!rest.empty() && is_letter_or_digit(rest.back()))) continue;
            text = trimmed(rest);
            is_dropped = true;
        }
    }
    constexpr std::array<std::string_view, 17> words{
        "require",    "requires",   "required",   "need",          "needs",      "at least",
        "minimum",    ">=",         "\u2265",     "only supports", "upgrade to", "update to",
        "newer than", "later than", "older than", "expects",       "supports"};
    if (std::ranges::any_of(words, [&](std::string_view word) { return text.ends_with(word); })) return true;
    const std::string behind = in_lower_case(context.behind.substr(0, 40));
    std::string_view next = trimmed(behind);
    if (next.starts_with('+') && (next.size() == 1 || next[1] == ' ' || next[1] == '.')) return true;
    constexpr std::array<std::string_view, 15> ends{"or newer",    "or later",       "or higher", "or above",
                                                    "or up",       "or greater",     "or older",  "and newer",
                                                    "and later",   "and above",      "and up",    "is needed",
                                                    "is required", "is the minimum", "required"};
    take_prefix(next, "version");
    next = trimmed(next);
    return std::ranges::any_of(ends, [&](std::string_view word) { return next.starts_with(word); });
}

/// Whether the text is the name of a container: Docker's are twelve hexadecimal digits.
bool is_container_name(std::string_view host) noexcept {
    return host.size() == 12 && host.find_first_not_of("0123456789abcdef") == host.npos;
}

SystemPart part_by_line(std::string_view line) {
    line = trimmed(line);
    for (const std::string_view command : {"docker run ", "docker exec ", "podman run ", "podman exec ",
                                           "nvidia-docker run ", "apptainer exec ", "singularity exec "})
        if (const std::size_t at = line.find(command); at != line.npos && (at == 0 || line[at - 1] == ' '))
            return SystemPart::container;
    if (const std::size_t at = line.find('@'); at != line.npos && at > 0 && is_letter_or_digit(line[at - 1])) {
        const std::string_view rest = line.substr(at + 1);
        const std::size_t end = std::min(rest.find_first_of(": "), rest.size());
        const std::string_view host = rest.substr(0, end);
        const std::size_t sign = rest.find_first_of("#$%", end);
        const bool is_prompt =
            end < rest.size() && sign != rest.npos && (sign + 1 == rest.size() || rest[sign + 1] == ' ') &&
            std::ranges::all_of(host, [](char c) { return is_letter_or_digit(c) || c == '-' || c == '.'; });
        if (is_prompt && !host.empty()) return is_container_name(host) ? SystemPart::container : SystemPart::host;
    }
    std::string heading = in_lower_case(line.substr(0, 60));
    std::string_view text = heading;
    while (!text.empty() && std::string_view("#*-=_:`>[( ").find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    while (!text.empty() && std::string_view("#*-=_:`])., ").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    constexpr std::array<std::string_view, 5> host{"host", "on host", "on the host", "on my host",
                                                   "outside the container"};
    constexpr std::array<std::string_view, 8> container{"container",        "in container",         "in the container",
                                                        "inside container", "inside the container", "inside docker",
                                                        "in docker",        "within the container"};
    if (contains(host, text)) return SystemPart::host;
    return contains(container, text) ? SystemPart::container : SystemPart::unknown;
}

}  // namespace

FactRole role_in_line(Fact fact, const LineContext& context) {
    if (fact == Fact::gcc_bound || fact == Fact::clang_bound) return FactRole::implied;
    if (fact == Fact::glibc_needed || fact == Fact::cuda_required) return FactRole::required;
    if (fact == Fact::driver_library || fact == Fact::nvrtc) return FactRole::component;
    if (is_of_compiler(fact) && is_of_kernel(context)) return FactRole::kernel;
    if (is_of_compiler(fact) && is_of_program(context)) return FactRole::component;
    if (!is_of_person(fact)) return FactRole::present;
    return is_required(context) ? FactRole::required : FactRole::stated;
}

bool is_quoted_line(std::string_view line) noexcept {
    // Nix and Spack indent the lines of a build further.
    constexpr std::size_t most_blanks = 3;
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    std::string_view text = line.substr(blanks);
    if (blanks > most_blanks) return false;
    if (take_prefix(text, ">>")) return trimmed(text).empty() || !is_digit(trimmed(text).front());
    return text.starts_with("> ");
}

SystemPart part_of_system(const LineContext& context) {
    if (const SystemPart own = part_by_line(context.before); own != SystemPart::unknown) return own;
    constexpr std::size_t most_lines = 60;
    for (const std::string_view line : last_lines(context.above, most_lines))
        if (const SystemPart part = part_by_line(line); part != SystemPart::unknown) return part;
    return SystemPart::unknown;
}

std::string_view program_of(const MessageTextRow& wording, const LineContext& context) {
    struct Mark {
        std::string_view text, program;
    };
    // As they begin a message.
    constexpr auto marks = std::to_array<Mark>({
        {"nvcc fatal", "nvcc"},   {"nvcc error", "nvcc"},   {"nvcc warning", "nvcc"},
        {"ptxas ", "ptxas"},      {"nvlink ", "nvlink"},    {"fatbinary ", "fatbinary"},
        {"cudafe++", "cudafe++"}, {"clang: ", "clang++"},   {"clang++: ", "clang++"},
        {"hipcc", "hip"},         {"CMake Error", "cmake"}, {"CMake Warning", "cmake"},
        {"nvrtc: ", "nvrtc"},     {"collect2: ", "ld"},     {"ld: ", "ld"},
        {"ld.lld: ", "lld"},      {"g++: ", "g++"},         {"gcc: ", "g++"},
        {"cc1plus: ", "g++"},     {"triton.", "triton"},    {"XlaRuntimeError", "XLA"},
    });
    std::size_t nearest = 0;
    std::string_view program;
    for (const auto& [text, name] : marks) {
        const std::size_t at = context.before.rfind(text);
        const bool is_word = at != context.before.npos && (at == 0 || !is_letter_or_digit(context.before[at - 1]));
        if (is_word && at + 1 > nearest) {
            nearest = at + 1;
            program = name;
        }
    }
    const bool is_other = !wording.tools.empty() && !program.empty() && !contains(wording.tools, program);
    if (!program.empty() && (program == "hip" || !is_other)) return program;
    if (wording.tools.size() == 1) return wording.tools.front();
    // `file(79): error:` is of nvcc's front end, `file:79:5: error:` of the others.
    if (contains(wording.tools, std::string_view("nvcc")) && trimmed(context.before).ends_with("): error:"))
        return "nvcc";
    return {};
}

bool is_driver(Fact fact) noexcept {
    return fact == Fact::driver || fact == Fact::spoken_driver || fact == Fact::driver_library;
}

bool is_plausible(const Tables& tables, Fact fact, std::string_view value) {
    constexpr int oldest_branch = 300, newest_branch = 999;  // smaller ones are no branches of Linux drivers
    constexpr int ahead = 3;                                 // major versions after the tables'
    if (is_driver(fact)) {
        const std::optional<DriverVersion> driver = parse_driver_version(leading_version(value));
        return driver && driver->branch >= oldest_branch && driver->branch <= newest_branch;
    }
    if (fact == Fact::capability && !tables.capabilities.empty()) {
        const std::optional<Capability> capability = capability_in(value);
        // `compute_native`, `gfx90a` are no numbers.
        if (!capability) return true;
        if (find_capability(tables, *capability)) return true;
        // A bare number may be any other.
        const bool is_named = value.find('_') != value.npos || value.find('.') != value.npos;
        return is_named && capability->major >= 1 && capability->minor <= 9 &&
               capability->major <= tables.capabilities.back().capability.major + ahead;
    }
    const bool is_clang = fact == Fact::clang || fact == Fact::host_clang;
    if (is_clang || fact == Fact::gcc || fact == Fact::host_gcc || fact == Fact::spoken_gcc) {
        const auto family = is_clang ? Compiler::Family::clang : Compiler::Family::gcc;
        const std::optional<int> major = whole_number(value.substr(0, value.find('.')));
        int newest = 0;
        for (const Compiler compiler : known_compilers(tables))
            if (compiler.family == family) newest = std::max(newest, compiler.major);
        return major && *major >= 3 && (newest == 0 || *major <= newest + ahead);
    }
    const std::optional<Version> version = parse_version(leading_version(value));
    if (fact == Fact::glibc || fact == Fact::glibc_needed)
        return version && version->major == 2 && version->minor <= 99;
    if (fact == Fact::torch) return version && version->major <= 3;
    return true;
}

}  // namespace cudastdenv::diagnose
