// SPDX-License-Identifier: MIT
#include "typed_block.hpp"

#include "builtin.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <span>
#include <utility>

namespace cudastdenv::laws {

namespace {

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<int> number_at(std::string_view text) {
    int value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    return end.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// A line without command substitutions, which only ask: `a=$(b "$(c)")` is `a=`.
std::string without_substitutions(std::string_view line) {
    std::string text;
    int depth = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line.substr(i).starts_with("$(")) {
            ++depth;
            ++i;
        } else if (depth > 0) {
            depth += line[i] == '(' ? 1 : line[i] == ')' ? -1 : 0;
        } else {
            text += line[i];
        }
    }
    return text;
}

/// The words between blanks, without quotation marks. `NAME=-flag` is two words.
std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words(1);
    char quote = '\0';
    for (const char c : line) {
        if (quote != '\0' ? c == quote : c == '"' || c == '\'') {
            quote = quote != '\0' ? '\0' : c;
            continue;
        }
        if (c == ' ' || (c == ';' && quote == '\0')) words.emplace_back();
        else if (c == '-' && words.back().ends_with('=') && !words.back().starts_with('-')) words.emplace_back("-");
        else words.back() += c;
    }
    std::erase(words, "");
    return words;
}

std::string until(std::string_view text, std::string_view ends) {
    return std::string(text.substr(0, text.find_first_of(ends)));
}

/// `g++-13` for `gcc-13`.
std::string cxx_beside(std::string cc) {
    if (const std::size_t gcc = cc.rfind("gcc"); gcc != cc.npos) return cc.replace(gcc, 3, "g++");
    if (const std::size_t clang = cc.rfind("clang"); clang != cc.npos) return cc.insert(clang + 5, "++");
    return cc;
}

/// Reads one line after the other into a block.
class BlockReader {
public:
    explicit BlockReader(std::string_view tool) : tool_(tool) {}

    void read_line(const std::string& line) {
        read_releases(line);
        if (line.find("glibc-shim") != line.npos || line.find("-isystem") != line.npos)
            block_.avoids_glibc_conflict = true;
        if (tool_ == "nix" || tool_ == "nixpkgs") {
            block_.has_other_effect = true;
            return;
        }
        // `$(command -v g++-13)` is its path.
        constexpr std::string_view path_of = "command -v ";
        if (const std::size_t at = line.find(path_of); at != line.npos)
            add_program(until(std::string_view(line).substr(at + path_of.size()), " )\"';"));
        words_ = words_of(without_substitutions(line));
        // `eval "$(...)"` sets what a program prints.
        if (line.find("eval ") != line.npos) block_.has_other_effect = true;
        for (at_ = 0; at_ < words_.size(); ++at_) read_word(words_[at_]);
    }

    [[nodiscard]] TypedBlock take() { return std::move(block_); }

private:
    [[nodiscard]] std::string_view next() { return at_ + 1 < words_.size() ? words_[++at_] : std::string_view{}; }

    void read_word(const std::string& word) {
        if (is_manager(word)) return read_installation(word == "apt-get" ? "apt" : word);
        if (word == "-ccbin" || word == "--compiler-bindir") {
            block_.passes_ccbin = true;
            return add_program(next());
        }
        // Of Meson and of Bazel.
        if (word.starts_with("-Dcuda_ccbindir=") || word.starts_with("--repo_env=CC=")) {
            block_.sets_other_host = true;
            return add_program(word[1] == 'D' ? word.substr(word.find('=') + 1) : cxx_beside(word.substr(14)));
        }
        for (const std::string_view flag : {"-ccbin=", "--compiler-bindir="})
            if (word.starts_with(flag)) {
                block_.passes_ccbin = true;
                return add_program(word.substr(flag.size()));
            }
        if (word.starts_with("-gencode")) return add_list("gencode", word == "-gencode" ? std::string(next()) : word);
        if (word.starts_with("%gcc@") || word.starts_with("%gcc@="))
            return add_program("g++-" + until(word.substr(word.find_first_of("0123456789")), "."));
        if (word.starts_with("cuda_arch=")) return add_list("spack", word);
        if (word.starts_with("-std=") || word.starts_with("--std=")) return add_standard(word);
        if (word.starts_with("-D")) return read_definition(word);
        if (const std::size_t equals = word.find('='); equals != word.npos && equals > 0 && word[0] != '-')
            return read_assignment(word.substr(0, equals), word.substr(equals + 1));
        if (word == "--gcc-install-dir" || word.starts_with("--gcc-install-dir=")) block_.passes_gcc_install_dir = true;
        block_.has_other_effect = block_.has_other_effect || !is_without_effect(word);
    }

    static bool is_manager(std::string_view word) {
        constexpr std::array<std::string_view, 12> managers{"apt",    "apt-get", "dnf",   "yum", "pacman", "zypper",
                                                            "emerge", "conda",   "mamba", "pip", "uv",     "nix-shell"};
        return std::ranges::find(managers, word) != managers.end();
    }

    void read_installation(const std::string& manager) {
        bool installs = manager == "emerge";
        bool is_value = false;
        for (std::string_view word = next(); !word.empty() && word != "&&" && word != "||"; word = next()) {
            if (std::exchange(is_value, false)) continue;
            const bool is_verb = word == "install" || word == "add" || word.starts_with("-S") || word == "-p";
            if (word == "-c" || word == "--channel" || word == "--index-url" || word == "-n") is_value = true;
            if (is_verb) installs = true;
            if (is_verb || word.starts_with('-') || !installs) continue;
            block_.packages.push_back({manager, until(word, "=<>!~"), std::string(word)});
        }
    }

    void read_definition(const std::string& word) {
        const std::string name = until(word.substr(2), "=:");
        const std::string value = word.find('=') == word.npos ? "" : word.substr(word.find('=') + 1);
        if (name == "CMAKE_CUDA_HOST_COMPILER") {
            block_.sets_other_host = true;
            return add_program(value);
        }
        if (name == "CMAKE_CUDA_ARCHITECTURES") return add_list("cmake", value);
        if (name == "CMAKE_CXX_STANDARD" || name == "CMAKE_CUDA_STANDARD") return add_standard(value);
        block_.has_other_effect = true;
    }

    void read_assignment(std::string_view name, const std::string& value) {
        if (name == "NVCC_CCBIN") {
            block_.sets_ccbin_variable = true;
            return add_program(value);
        }
        for (const std::string_view host : {"CUDAHOSTCXX", "HOST_COMPILER", "CXX", "CC"})
            if (name == host) {
                block_.sets_other_host = true;
                // The C compiler has the same number.
                return name == "CC" ? void() : add_program(value);
            }
        if (name == "CUDAARCHS") return add_list("cmake", value);
        if (name == "TORCH_CUDA_ARCH_LIST") return add_list("torch", value);
        if ((name == "NVCC_PREPEND_FLAGS" || name == "NVCC_APPEND_FLAGS") && value.empty()) return;
        block_.has_other_effect = true;
    }

    void add_program(std::string_view program) {
        if (!program.empty()) block_.programs.emplace(program);
    }

    void add_list(std::string format, std::string text) {
        block_.has_other_effect = true;
        // The rest of a list of several words.
        while (format == "gencode" && at_ + 1 < words_.size() && words_[at_ + 1].starts_with("-gencode"))
            text += " " + words_[++at_];
        block_.lists.push_back({std::move(format), std::move(text)});
    }

    void add_standard(std::string_view text) {
        block_.has_other_effect = true;
        if (const auto standard = number_at(text.substr(std::min(text.size(), text.find_first_of("0123456789")))))
            block_.standards.insert(*standard);
    }

    /// Releases in names of packages, attributes and options.
    void read_releases(std::string_view line) {
        constexpr std::array<std::string_view, 9> before{
            "--cuda ", "cuda-version=", "cudaPackages_", "^cuda@", "]==", "/cuda-", "cuda@", "-cu", "/cu"};
        for (const std::string_view start : before)
            for (std::size_t at = line.find(start); at != line.npos; at = line.find(start, at + 1))
                add_release(line.substr(at + start.size()));
        // `cuda-cudart-dev-12-4`
        for (std::size_t at = line.find('-'); at != line.npos; at = line.find('-', at + 1)) {
            const std::string major = until(line.substr(at + 1), "- =<>&|\"'");
            if (!is_number(major) || major.size() != 2) continue;
            const std::string_view rest = line.substr(at + 1 + major.size());
            if (!rest.starts_with('-')) continue;
            const std::string minor = until(rest.substr(1), " \"'&|;");
            if (is_number(minor) && minor.size() == 1 && *number_at(major) >= 9)
                block_.releases.insert(Version{*number_at(major), *number_at(minor)});
        }
    }

    void add_release(std::string_view text) {
        const auto major = number_at(text);
        if (!major) return;
        text.remove_prefix(std::to_string(*major).size());
        // cu128
        if (*major >= 100 && *major < 1000) block_.releases.insert(Version{*major / 10, *major % 10});
        else if (!text.empty() && (text[0] == '.' || text[0] == '_') && number_at(text.substr(1)))
            block_.releases.insert(Version{*major, *number_at(text.substr(1))});
        else block_.releases.insert(Version{*major});
    }

    static bool is_without_effect(std::string_view word) {
        constexpr std::string_view idle =
            " export RUN ENV sudo && || update cmake -B build -S . nvcc activate $CONDA_PREFIX "
            "make set -e $NVCC_PREPEND_FLAGS spack install PACKAGE rm -rf "
            "/var/lib/apt/lists/* ";
        return idle.find(" " + std::string(word) + " ") != idle.npos || word.starts_with("^cuda@");
    }

    std::string_view tool_;
    std::vector<std::string> words_;
    std::size_t at_ = 0;
    TypedBlock block_;
};

std::string with_major(std::string_view name, int major) {
    std::string text(name);
    if (const std::size_t at = text.find("{}"); at != text.npos) text.replace(at, 2, std::to_string(major));
    return text;
}

const DistributionRow* distribution_row(const Tables& tables, const EnvironmentRow& environment) {
    const DistributionRow* best = nullptr;
    for (const DistributionRow& row : tables.distributions)
        if (environment.id == row.id || (environment.id.starts_with(row.id) && environment.id[row.id.size()] == '-'))
            if (!best || best->id.size() < row.id.size()) best = &row;
    return best;
}

}  // namespace

TypedBlock read_block(std::string_view tool, const std::vector<std::string>& lines) {
    BlockReader reader(tool);
    for (const std::string& line : lines) reader.read_line(line);
    return reader.take();
}

CompilerNames::CompilerNames(const Tables& tables, const EnvironmentRow* environment) {
    using enum Compiler::Family;
    for (int major = 4; major <= 30; ++major) {
        for (const std::string_view name : {"g++-{}", "gcc-{}"}) programs_[with_major(name, major)] = {gcc, major};
        for (const std::string_view name : {"clang++-{}", "clang-{}"})
            programs_[with_major(name, major)] = {clang, major};
        for (const std::string_view name : {"gxx_linux-64={}", "gxx_linux-aarch64={}", "gxx={}"})
            packages_[with_major(name, major)] = {gcc, major};
    }
    if (environment) {
        const DistributionRow* row = distribution_row(tables, *environment);
        if (row) manager_ = row->install.substr(0, row->install.find(' '));
        add(tables, *environment);
        return;
    }
    for (const EnvironmentRow& any : tables.environments) add(tables, any);
    programs_.erase("g++");
    programs_.erase("c++");
}

void CompilerNames::add(const Tables& tables, const EnvironmentRow& environment) {
    using enum Compiler::Family;
    const DistributionRow* row = distribution_row(tables, environment);
    if (!row) return;
    const auto add_packages = [&](std::string_view numbered, std::string_view newest, std::span<const int> majors,
                                  Compiler::Family family) {
        for (const int major : majors)
            packages_[with_major(major == majors.back() ? newest : numbered, major)] = {family, major};
    };
    add_packages(row->gcc, row->newest_gcc, environment.gccs, gcc);
    add_packages(row->clang, row->newest_clang, environment.clangs, clang);
    if (row->gcc_program)
        for (const int major : environment.gccs) programs_[with_major(*row->gcc_program, major)] = {gcc, major};
    // A toolset is beside the system's own compiler.
    const EnvironmentRow* system = &environment;
    for (const EnvironmentRow& other : tables.environments)
        if (environment.id.starts_with(other.id) && environment.id.substr(other.id.size()).starts_with("-gcc-toolset"))
            system = &other;
    if (system->compiler.family != gcc) return;
    if (row->default_gcc) packages_[std::string(*row->default_gcc)] = system->compiler;
    programs_["/usr/bin/g++"] = system->compiler;
    programs_["g++"] = programs_["c++"] = environment.compiler;
}

std::optional<Compiler> CompilerNames::of_package(const InstalledPackage& package) const {
    for (const std::string_view name : {std::string_view(package.word), std::string_view(package.name)})
        if (const auto found = packages_.find(name); found != packages_.end()) return found->second;
    return std::nullopt;
}

std::optional<Compiler> CompilerNames::of_program(std::string_view program) const {
    if (const auto found = programs_.find(program); found != programs_.end()) return found->second;
    if (program.starts_with("/usr/bin/")) return of_program(program.substr(program.rfind('/') + 1));
    return std::nullopt;
}

TEST_CASE("the effect of lines is read") {
    using Family = Compiler::Family;
    const auto find = [](std::string_view id) {
        return &*std::ranges::find(tables.environments, id, &EnvironmentRow::id);
    };

    const TypedBlock apt = read_block("apt", {"apt install g++-13", "export NVCC_CCBIN=g++-13"});
    REQUIRE(apt.packages.size() == 1);
    CHECK(CompilerNames(tables, find("debian-13")).of_package(apt.packages[0]) == Compiler{Family::gcc, 13});
    CHECK(apt.programs == std::set<std::string>{"g++-13"});
    CHECK(apt.sets_ccbin_variable);
    CHECK_FALSE(apt.has_other_effect);

    const TypedBlock clang = read_block(
        "nvcc",
        {"headers=$(dirname \"$(g++-15 -print-libgcc-file-name)\")",
         "export NVCC_PREPEND_FLAGS=\"-ccbin clang++-14 -Xcompiler --gcc-install-dir=$headers $NVCC_PREPEND_FLAGS\""});
    CHECK(clang.programs == std::set<std::string>{"clang++-14"});
    CHECK(clang.passes_gcc_install_dir);
    CHECK(clang.passes_ccbin);
    CHECK(clang.has_other_effect);

    const TypedBlock image = read_block("docker", {"RUN apt-get update && apt-get install -y g++-12",
                                                   "ENV CUDAHOSTCXX=\"g++-12\" CUDAARCHS=\"75;80\""});
    CHECK(image.packages == std::vector<InstalledPackage>{{"apt", "g++-12", "g++-12"}});
    CHECK(image.lists == std::vector<TypedList>{{"cmake", "75;80"}});

    const TypedBlock conda = read_block("conda", {"conda install -c conda-forge gxx_linux-64=13 cuda-version=12.4"});
    CHECK(conda.packages.size() == 2);
    CHECK(conda.releases == std::set<Version>{Version{12, 4}});
    CHECK(CompilerNames(tables, nullptr).of_package(conda.packages[0]) == Compiler{Family::gcc, 13});

    CHECK(read_block("apt", {"apt install cuda-cudart-dev-13-5"}).releases == std::set<Version>{Version{13, 5}});
    CHECK(read_block("pip", {"pip install nvidia-cublas-cu11"}).releases == std::set<Version>{Version{11}});
    const TypedBlock wheel = read_block("pip", {"pip install 'cuda-toolkit[cublas]==12.8.*'"});
    CHECK(wheel.releases == std::set<Version>{Version{12, 8}});
    CHECK(wheel.packages.front().name == "cuda-toolkit[cublas]");
    CHECK(read_block("meson", {"meson setup build -Dcuda_ccbindir=g++-13"}).programs ==
          std::set<std::string>{"g++-13"});
    CHECK(read_block("bazel", {"bazel build --repo_env=CC=/usr/bin/clang-17 //..."}).programs ==
          std::set<std::string>{"/usr/bin/clang++-17"});
    CHECK(read_block("nvcc", {"nvcc -std=c++20 -gencode=arch=compute_80,code=sm_80"}).standards == std::set<int>{20});
    CHECK(CompilerNames(tables, find("rhel-9-gcc-toolset-14")).of_program("/usr/bin/g++") == Compiler{Family::gcc, 11});
    CHECK(CompilerNames(tables, find("fedora-43")).of_program("g++") == Compiler{Family::gcc, 15});
}

}  // namespace cudastdenv::laws
