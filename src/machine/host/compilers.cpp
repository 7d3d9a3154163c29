// SPDX-License-Identifier: MIT
#include "machine/host/host.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/os/files.hpp"

#include <iterator>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// Whether the program is a compiler cache, which starts the compiler in its arguments or of its own name.
bool is_compiler_cache(const fs::path& program) {
    constexpr std::array<std::string_view, 5> caches{"ccache", "sccache", "distcc", "icecc", "colorgcc"};
    return contains(caches, program.filename().string());
}

/// The compiler in `ccache g++-13 -m64`.
std::string compiler_word(std::string_view value) {
    // CMake accepts a path with spaces.
    if (fs::path(value).is_absolute() && is_program(fs::path(value))) return std::string(value);
    std::vector<std::string_view> words = pieces_of(value, ' ');
    std::erase_if(words, [](std::string_view word) { return trimmed(word).empty(); });
    std::size_t first = 0;
    while (first + 1 < words.size() && is_compiler_cache(words[first]) && !words[first + 1].starts_with('-')) ++first;
    return std::string(trimmed(words[first]));
}

/// The position after a target like `x86_64-linux-gnu-` in the name of a driver.
std::size_t end_of_target(std::string_view name) {
    constexpr std::string_view mark = "-linux-gnu-";
    const std::size_t at = name.rfind(mark);
    return at == name.npos ? 0 : at + mark.size();
}

/// `g++-13` for `gcc-13`, `clang++` for `clang`; empty: not the name of a C driver.
std::string cxx_name_of(const std::string& name) {
    const std::size_t begin = end_of_target(name);
    const std::string_view own = std::string_view(name).substr(begin);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> drivers{
        {{"gcc", "g++"}, {"clang", "clang++"}, {"cc", "c++"}}};
    for (const auto& [c, cxx] : drivers) {
        const std::string_view rest = own.starts_with(c) ? own.substr(c.size()) : "?";
        if (rest.empty() || rest.starts_with('-')) return name.substr(0, begin) + std::string(cxx) + std::string(rest);
    }
    return "";
}

/// The reason why CXX does not set this machine's default.
HostNote cxx_note(std::string_view why, const std::string& value) { return {{why, {{"value", as_plain_text(value)}}}}; }

/// The C++ compiler in CXX as an absolute path, without a compiler cache and flags; for a C driver (gcc-13) the C++
/// driver in the same directory. Empty: CXX is not set, or a note has the problem.
fs::path compiler_named_by_cxx(const Surroundings& surroundings, std::vector<HostNote>& notes) {
    const std::string value(trimmed(surroundings.variable("CXX")));
    if (value.empty()) return {};
    const auto not_used = [&](std::string_view why) {
        notes.push_back(cxx_note(why, value));
        return fs::path();
    };
    const fs::path word = compiler_word(value);
    if (word.has_parent_path() && !word.is_absolute()) return not_used("cxx-relative-path");
    fs::path program = word.is_absolute() ? word : surroundings.program(word.string());
    if (!is_program(program)) return not_used("cxx-names-nothing");
    if (is_compiler_cache(program)) return not_used("cxx-names-cache");
    if (const std::string cxx = cxx_name_of(program.filename().string()); !cxx.empty()) {
        program = program.parent_path() / cxx;
        if (!is_program(program)) return not_used("cxx-compiles-c-only");
    }
    return program;
}

/// The parts of the name of a compiler driver: `x86_64-linux-gnu-g++-12`.
struct DriverName {
    bool is_cxx = false;       ///< false: gcc, which does not link libstdc++
    std::string base;          ///< `g++`, `c++`, `clang++`, `gcc`
    std::optional<int> major;  ///< empty: a name without a number
};

std::optional<DriverName> read_driver_name(std::string_view text, std::string_view machine) {
    if (text.starts_with(machine)) text.remove_prefix(end_of_target(text));
    for (const std::string_view base : {"clang++", "g++", "c++", "gcc"}) {
        std::string_view rest = text;
        if (!take_prefix(rest, base)) continue;
        DriverName name{.is_cxx = base != "gcc", .base = std::string(base), .major = {}};
        if (rest.empty()) return name;
        if (!take_prefix(rest, "-")) continue;
        name.major = take_number(rest, 2);
        // `gcc-12.2` is a driver; `gcc-12-base` and `gcc-ar` are not.
        while (name.major && take_prefix(rest, "."))
            if (!take_number(rest, 3)) return std::nullopt;
        if (name.major && rest.empty()) return name;
    }
    return std::nullopt;
}

struct Candidate {
    fs::path path;
    DriverName name;
};

/// The drivers in the directories of PATH, by directory, then name.
std::vector<Candidate> list_drivers(const Surroundings& surroundings) {
    const std::string machine = machine_name();
    std::vector<Candidate> candidates;
    for (const fs::path& folder : surroundings.search_path())
        for (const fs::path& program : entries_of(folder))
            if (const auto driver = read_driver_name(program.filename().string(), machine);
                driver && is_program(program))
                candidates.push_back({program, *driver});
    return candidates;
}

/// The compiler that a Nix wrapper adds flags to; empty: not a wrapper.
fs::path nix_wrapped(const fs::path& canonical) {
    const std::string text = read_start(canonical.parent_path().parent_path() / "nix-support" / "orig-cc", 4096);
    const std::string_view folder = rest_of_line(text, "").value_or("");
    return folder.empty() ? fs::path() : fs::path(folder) / "bin" / canonical.filename();
}

/// The value of a macro in a compiler's list of predefined macros, which also has those of the included C++ and C
/// libraries; empty: not defined.
std::optional<std::string_view> macro_in(std::string_view macros, std::string_view name) {
    return rest_of_line(macros, "#define " + std::string(name) + ' ');
}

std::optional<int> number_in(std::string_view macros, std::string_view name) {
    std::string_view text = macro_in(macros, name).value_or("");
    const std::optional<int> value = take_number(text, 4);
    return text.empty() ? value : std::nullopt;
}

/// The compiler's version by its macros; empty: neither GCC nor Clang.
std::optional<CompilerVersion> identify(std::string_view macros) {
    // These also define the macros of GCC or Clang.
    for (const std::string_view other : {"__INTEL_COMPILER", "__INTEL_LLVM_COMPILER", "__NVCOMPILER", "__PGI"})
        if (macro_in(macros, other)) return std::nullopt;
    const bool is_clang = macro_in(macros, "__clang__").has_value();
    const auto major = number_in(macros, is_clang ? "__clang_major__" : "__GNUC__");
    const auto minor = number_in(macros, is_clang ? "__clang_minor__" : "__GNUC_MINOR__");
    const auto patch = number_in(macros, is_clang ? "__clang_patchlevel__" : "__GNUC_PATCHLEVEL__");
    if (!major || !minor || !patch || *major < 1 || *major > 99) return std::nullopt;
    const Compiler compiler{is_clang ? Compiler::Family::clang : Compiler::Family::gcc, *major};
    return CompilerVersion{compiler, {*major, *minor, *patch}};
}

/// The name of a wrapper does not identify a cross compiler.
bool compiles_for_another_machine(std::string_view macros) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> machines{
        {{"x86_64", "__x86_64__"}, {"aarch64", "__aarch64__"}, {"ppc64le", "__powerpc64__"}, {"riscv64", "__riscv"}}};
    const std::string own = machine_name();
    return std::ranges::any_of(machines,
                               [&](const auto& known) { return known.first != own && macro_in(macros, known.second); });
}

/// The compiler that a name like `g++-14` promises.
std::optional<Compiler> promised(const DriverName& name) {
    if (!name.major) return std::nullopt;
    return Compiler{name.base == "clang++" ? Compiler::Family::clang : Compiler::Family::gcc, *name.major};
}

/// A compiler with the name under which it was found first.
struct ExaminedCompiler {
    DriverName name;
    FoundCompiler found;
    std::optional<std::string> macros = {};  ///< empty: not run yet, or a note has the problem
    std::vector<HostNote> notes = {};
};

/// The libstdc++.so in a directory; may be empty.
fs::path libstdcxx_in(const fs::path& folder) {
    const fs::path path = folder / "libstdc++.so";
    std::error_code error;
    return folder.is_absolute() && fs::is_regular_file(path, error) ? path.lexically_normal() : fs::path();
}

/// The libstdc++.so in the directories that a compiler prints for `-v`: GCC's library path in order, or the GCC
/// installation that Clang selects. May be empty.
fs::path libstdcxx_named_in(std::string_view verbose) {
    if (const auto selected = rest_of_line(verbose, "Selected GCC installation: ")) return libstdcxx_in(*selected);
    for (const std::string_view folder : pieces_of(rest_of_line(verbose, "LIBRARY_PATH=").value_or(""), ':'))
        if (fs::path found = libstdcxx_in(folder); !found.empty()) return found;
    return {};
}

/// The real paths of the header directories that a compiler prints for `-v`, without those of CPATH, which it treats
/// like -I. A directory of the C library stays even if CPATH has it.
std::vector<fs::path> system_folders_named_in(std::string_view verbose, std::string_view cpath) {
    std::vector<fs::path> folders;
    const std::vector<std::string_view> added = pieces_of(cpath, ':');
    bool is_listed = false;
    for (const std::string_view line : lines_of(verbose)) {
        if (line.starts_with("End of search list")) break;
        if (is_listed) {
            std::error_code error;
            const std::string_view name = trimmed(line);
            const fs::path folder = fs::canonical(fs::path(name), error);
            const bool is_added = contains(added, name) && !fs::exists(folder / "features.h", error);
            if (!error && !is_added) folders.push_back(folder);
        }
        is_listed = is_listed || line.starts_with("#include <...> search starts here");
    }
    return folders;
}

/// Asks everything in one run, since Clang needs 20 to 30 ms for each; runs again only if that is not enough.
void ask_compiler(const Surroundings& surroundings, ExaminedCompiler& compiler) {
    FoundCompiler& found = compiler.found;
    const auto ask_for = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), found.path.string());
        return ask(surroundings, std::move(arguments));
    };
    // With the library's macros if the headers are found, otherwise with a note and without them.
    Reply reply = ask_for({"-v", "-x", "c++", "-dM", "-E", "-include", "cstddef", "/dev/null"});
    if (ran_and_failed(reply)) {
        reply = ask_for({"-v", "-x", "c++", "-dM", "-E", "/dev/null"});
        if (!reply.failure) compiler.notes.push_back({{"no-cxx-headers", {{"program", shown(found.path)}}}});
    }
    if (reply.failure) return compiler.notes.push_back(*reply.failure);
    compiler.macros = std::move(reply.output);
    found.system_folders = system_folders_named_in(reply.errors, surroundings.variable("CPATH"));
    found.libstdcxx = libstdcxx_named_in(reply.errors);
    if (!found.libstdcxx.empty()) return;
    // It prints the name itself if the file is missing.
    const std::string named = ask_for({"-print-file-name=libstdc++.so"}).output;
    found.libstdcxx = libstdcxx_in(fs::path(rest_of_line(named, "").value_or("")).parent_path());
}

/// Examines the candidates in parallel; each compiler is run and kept once.
class CompilerSearch {
public:
    CompilerSearch(const Surroundings& surroundings, Host& host)
        : surroundings_(surroundings), host_(host), candidates_(list_drivers(surroundings)) {}

    void run() {
        // A name with a number is preferred, since it stays valid when the default changes.
        for (const bool with_number : {true, false})
            for (const Candidate& candidate : candidates_)
                if (candidate.name.is_cxx && candidate.name.major.has_value() == with_number) examine(candidate);
        named_by_cxx_ = compiler_named_by_cxx(surroundings_, host_.notes);
        // It may be outside of PATH, or a wrapper with another name.
        if (const std::string name = named_by_cxx_.filename().string(); !name.empty())
            examine({named_by_cxx_, read_driver_name(name, machine_name()).value_or(DriverName{true, {}, {}})});
        std::vector<std::future<void>> answers;
        for (ExaminedCompiler& examined : examined_)
            answers.push_back(std::async(side_by_side, [&] { ask_compiler(surroundings_, examined); }));
        for (std::future<void>& answer : answers) answer.get();
        for (ExaminedCompiler& examined : examined_) keep(examined);
        find_default();
        note_missing_drivers();
        std::ranges::stable_sort(host_.compilers, {}, [](const FoundCompiler& found) {
            return std::tuple(found.compiler.family, -found.compiler.major, !found.is_default);
        });
    }

private:
    void examine(const Candidate& candidate) {
        std::error_code error;
        fs::path canonical = fs::canonical(candidate.path, error);
        if (error) return;
        FoundCompiler found;
        found.path = candidate.path;
        if (is_compiler_cache(canonical)) {
            found.wrapper = FoundCompiler::Wrapper::cache;
            found.wrapped = canonical;
            if (const fs::path real = behind_cache(candidate); !real.empty()) {
                found.path = real;
                canonical = fs::canonical(real, error);
            }
        } else if (fs::path wrapped = nix_wrapped(canonical); !wrapped.empty()) {
            found.wrapper = FoundCompiler::Wrapper::nix;
            found.wrapped = std::move(wrapped);
        }
        // The compiler behind a cache is preferably found directly.
        const auto [place, is_new] = by_canonical_.emplace(canonical, examined_.size());
        if (is_new) examined_.push_back({candidate.name, std::move(found)});
        by_path_.emplace(candidate.path, place->second);
    }

    /// The next program of that name in PATH that is not a cache.
    [[nodiscard]] fs::path behind_cache(const Candidate& cache) const {
        for (const Candidate& other : candidates_) {
            std::error_code error;
            if (other.path.filename() != cache.path.filename()) continue;
            const fs::path canonical = fs::canonical(other.path, error);
            if (!error && !is_compiler_cache(canonical)) return other.path;
        }
        return {};
    }

    /// Adds the compiler to the host, or a note with the problem.
    void keep(ExaminedCompiler& examined) {
        FoundCompiler& found = examined.found;
        std::ranges::move(examined.notes, std::back_inserter(host_.notes));
        if (!examined.macros) return;
        const std::string& macros = *examined.macros;
        const std::optional<CompilerVersion> identity = identify(macros);
        if (!identity) return host_.notes.push_back(says_nothing(found.path, "a GCC or Clang version"));
        if (compiles_for_another_machine(macros))
            return host_.notes.push_back(says_nothing(found.path, "a compiler version for this machine"));
        const std::optional<Compiler> name_says = promised(examined.name);
        if (name_says && *name_says != identity->compiler)
            return host_.notes.push_back(
                {{"program-lies",
                  {{"program", shown(found.path)}, {"name", *name_says}, {"word", identity->compiler}}}});
        found.compiler = identity->compiler;
        found.version = to_string(identity->version);
        found.libstdcxx_headers = number_in(macros, "_GLIBCXX_RELEASE");
        const auto major = number_in(macros, "__GLIBC__"), minor = number_in(macros, "__GLIBC_MINOR__");
        if (major && minor) found.glibc = Version{*major, *minor};
        const fs::path folder = found.libstdcxx.parent_path();
        std::error_code error;
        if (!folder.empty() && fs::exists(folder / "libstdc++.so.6", error)) found.library_folder = folder;
        host_.compilers.push_back(found);
    }

    /// The C++ compiler that build systems use: CXX, otherwise `c++`.
    void find_default() {
        if (!named_by_cxx_.empty()) {
            if (make_default(named_by_cxx_)) return;
            host_.notes.push_back(cxx_note("cxx-left-out", std::string(trimmed(surroundings_.variable("CXX")))));
        }
        for (const std::string_view name : {"c++", "g++", "clang++"})
            for (const Candidate& candidate : candidates_)
                if (candidate.path.filename() == name && make_default(candidate.path)) return;
        if (!host_.compilers.empty()) make_default(host_.compilers.front().path);
    }

    /// False if no compiler with that path was kept.
    bool make_default(const fs::path& path) {
        const auto position = by_path_.find(path);
        if (position == by_path_.end()) return false;
        FoundCompiler* found = find_in(host_.compilers, examined_[position->second].found.path, &FoundCompiler::path);
        if (!found) return false;
        found->is_default = true;
        host_.default_compiler = found->compiler;
        return true;
    }

    /// Only for names with a number: a `gcc` without `g++` does not show which GCC it is.
    void note_missing_drivers() {
        for (const Candidate& candidate : candidates_) {
            if (candidate.name.is_cxx || !candidate.name.major) continue;
            const Compiler compiler{Compiler::Family::gcc, *candidate.name.major};
            const bool has_driver = std::ranges::any_of(candidates_, [&](const Candidate& other) {
                return other.name.is_cxx && promised(other.name) == compiler;
            });
            if (!has_driver && !find_compiler(host_, compiler) && missing_.insert(compiler).second)
                host_.notes.push_back({{"no-cxx-driver", {{"program", shown(candidate.path)}}}});
        }
    }

    const Surroundings& surroundings_;
    Host& host_;
    const std::vector<Candidate> candidates_;
    std::vector<ExaminedCompiler> examined_;
    std::map<fs::path, std::size_t> by_canonical_;  ///< positions in examined_
    std::map<fs::path, std::size_t> by_path_;       ///< each path of a compiler: positions in examined_
    fs::path named_by_cxx_;                         ///< empty: CXX is not set, or has no usable compiler
    std::set<Compiler> missing_;
};

}  // namespace

void find_compilers(const Surroundings& surroundings, Host& host) { CompilerSearch(surroundings, host).run(); }

}  // namespace cudastdenv::machine
