// SPDX-License-Identifier: MIT
#include "script_checks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

namespace cudastdenv::laws {

namespace {

std::vector<std::string> separate_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return lines;
}

/// Whether each line is RUN with a command, ENV with definitions, or a command for a shell. `commands`: all of them.
bool is_dockerfile(std::string_view text, std::string& commands) {
    for (const std::string& line : separate_lines(text)) {
        const bool is_definition = line.starts_with("ENV ") && line.find('=') != line.npos &&
                                   line.find("$(") == line.npos;
        // A definition has a shell's quotation marks.
        if (line.starts_with("RUN ") || is_definition) commands += line.substr(4) + "\n";
        else if (line.starts_with("docker ")) commands += line + "\n";
        else if (!line.starts_with("FROM ") && !line.starts_with("ARG ")) return false;
    }
    return true;
}

/// `text` with each `part` replaced.
std::string with_replaced(std::string text, std::string_view part, std::string_view by) {
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + by.size()))
        text.replace(at, part.size(), by);
    return text;
}

}  // namespace

bool has_placeholder(std::string_view text) {
    for (std::size_t at = text.find('{'); at != text.npos; at = text.find('{', at + 1)) {
        const std::size_t end = text.find('}', at);
        if (end == text.npos || (at > 0 && text[at - 1] == '$')) continue;
        const std::string_view name = text.substr(at + 1, end - at - 1);
        if (!name.empty() &&
            name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:") == name.npos)
            return true;
    }
    return std::ranges::any_of(std::array{"=NUMBER", "=VERSION", "=DIR", "=FILE", "=NAME", "=LIST"},
                               [&](std::string_view word) { return text.find(word) != text.npos; });
}

bool is_cmd_line(std::string_view line) {
    constexpr std::array<std::string_view, 7> commands{"set", "nvcc", "cmake", "bazel", "pip", "uv", "conda"};
    constexpr std::array<std::string_view, 3> variables{"CUDA_PATH", "PATH", "LIB"};
    const std::string_view command = line.substr(0, line.find(' '));
    if (std::ranges::find(commands, command) == commands.end()) return false;
    // The value of `set` is the rest of the line with its blanks, so all of it is within quotes.
    if (command == "set" && !(line.starts_with("set \"") && line.ends_with('"') && line.find('=') != line.npos))
        return false;
    // A batch file, such as conda's, splits its arguments at these too.
    const std::string_view separators = command == "nvcc" ? ";" : ",;";
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c < ' ' || c > '~' || c == '!' || c == '^') return false;
        if (c == '%') {
            const std::size_t end = line.find('%', i + 1);
            if (end == line.npos || std::ranges::find(variables, line.substr(i + 1, end - i - 1)) == variables.end())
                return false;
            i = end;
        } else if (c == '"') {
            if (is_quoted && command != "set" && line[i - 1] == '\\') return false;
            is_quoted = !is_quoted;
            // Quotes begin and end a word.
            const std::size_t next = is_quoted ? i - 1 : i + 1;
            if (next < line.size() && line[next] != ' ') return false;
        } else if (!is_quoted && (std::string_view("&|<>()'`$~*").find(c) != std::string_view::npos ||
                                  separators.find(c) != separators.npos)) {
            return false;
        }
    }
    return !is_quoted;
}

void Scripts::add(std::string_view tool, std::string_view text) {
    const std::size_t number = count_++;
    const std::string name = std::to_string(number);
    if (tool == "nix" || tool == "nixpkgs") {
        test::write(folder_.path() / "nix" / name, text);
        nix_.insert(number);
        return;
    }
    if (tool == "windows") {
        if (!std::ranges::all_of(separate_lines(text), is_cmd_line)) malformed_.insert(number);
        return;
    }
    std::string commands(text);
    if (tool == "docker") {
        commands.clear();
        if (!is_dockerfile(text, commands)) malformed_.insert(number);
    }
    // In a function, it is only parsed.
    test::write(folder_.path() / "parsed" / name, "lines() {\n:\n" + commands + "}\n");
    shells_.insert(number);
    std::string shape(text);
    for (char& c : shape)
        if (c >= '0' && c <= '9') c = '0';
    if (tool == "docker" || text.find("$(") == text.npos || !shapes_.insert(shape).second) return;
    test::write(folder_.path() / "run" / name, commands);
    substituting_.insert(number);
}

std::vector<std::string> Scripts::run(const std::string& shell, std::string_view kind,
                                      const std::set<std::size_t>& numbers, const std::string& before,
                                      const std::string& command) const {
    const std::filesystem::path all = folder_.path() / "all";
    std::string loop = "cd '" + (folder_.path() / kind).string() + "'\n" + before + "\nfor f in";
    for (const std::size_t number : numbers) loop += " " + std::to_string(number);
    test::write(all, loop + "\ndo\n" + command + "\ndone\n:\n");
    std::vector<std::string> lines;
    std::FILE* output = ::popen((shell + " '" + all.string() + "'").c_str(), "r");
    REQUIRE(output);
    std::string line;
    std::array<char, 4096> read{};
    while (std::fgets(read.data(), read.size(), output)) {
        line += read.data();
        if (!line.ends_with('\n')) continue;
        line.pop_back();
        lines.push_back(std::exchange(line, {}));
    }
    CHECK(::pclose(output) == 0);
    return lines;
}

void Scripts::add_failed(std::set<std::size_t>& failed, const std::string& shell, std::string_view kind,
                         const std::set<std::size_t>& numbers, const std::string& command) const {
    if (numbers.empty()) return;
    for (const std::string& number : run(shell, kind, numbers, "", "{ " + command + "; } >/dev/null 2>&1 || echo $f"))
        failed.insert(std::stoul(number));
}

std::set<std::size_t> Scripts::find_malformed() const {
    std::set<std::size_t> failed = malformed_;
    for (const char* shell : {"sh", "bash"}) add_failed(failed, shell, "parsed", shells_, "( . ./$f )");
    if (std::system("nix-instantiate --version >/dev/null 2>&1") == 0)
        add_failed(failed, "sh", "nix", nix_, R"(parse() { nix-instantiate --parse -; }
            { echo 'let all = {}; in with all;'; cat $f; } | parse ||
            { echo 'let all = {}; in with all; {'; cat $f; echo '}'; } | parse)");
    return failed;
}

std::set<std::size_t> Scripts::find_heedless() const {
    if (substituting_.empty()) return {};
    // Each script is run twice: with programs that print a path, and without these programs.
    const std::filesystem::path programs = folder_.path() / "programs";
    const auto fake = [&](const std::string& name) { test::write_program(programs / name, "echo /printed/file"); };
    for (const char* name : {"g++", "gcc", "clang++", "nix-build", "python", "python3", "conda", "cudastdenv"})
        fake(name);
    for (int major = 4; major <= 30; ++major)
        for (const char* name : {"g++-", "gcc-", "clang++-"}) fake(name + std::to_string(major));
    std::filesystem::create_directories(folder_.path() / "home");
    std::filesystem::create_directories(folder_.path() / "always");
    const std::filesystem::path dirname = folder_.path() / "always" / "dirname";
    if (!std::filesystem::exists(dirname)) std::filesystem::create_symlink("/usr/bin/dirname", dirname);
    constexpr std::string_view before = R"(unset $watched
values() { for v in $watched; do eval "printf '%s %s %s=%s\n' $f $1 $v "\$$v"" >&3; done; }
exec 3>&1
scripts=$PWD; cd "$here/home"; HOME=$PWD)";
    constexpr std::string_view command =
        R"(( PATH=$here/always:$here/programs; trap 'values with' EXIT; . "$scripts/$f" ) >/dev/null 2>&1
( PATH=$here/always; trap 'values without' EXIT; . "$scripts/$f" ) >/dev/null 2>&1)";
    const std::string variables = "here='" + folder_.path().string() +
                                  "'\nwatched='NVCC_CCBIN NVCC_PREPEND_FLAGS LDFLAGS LD_LIBRARY_PATH CUDAHOSTCXX CXX "
                                  "CC'\n";
    std::map<std::string, std::string> with;
    std::set<std::size_t> heedless;
    for (const std::string& line :
         run("sh", "run", substituting_, variables + std::string(before), std::string(command))) {
        // `7 with CXX=/printed/file`
        const std::size_t first = line.find(' ');
        const std::size_t second = line.find(' ', first + 1);
        const std::size_t equals = line.find('=', second);
        const std::string variable = line.substr(0, first) + line.substr(second, equals - second);
        const std::string value = line.substr(equals + 1);
        if (line.substr(first + 1, second - first - 1) == "with") {
            with[variable] = value;
            continue;
        }
        const std::string& printed = with[variable];
        if (printed.find("/printed") == printed.npos) continue;
        // `dirname` of nothing is a full stop.
        for (const std::string_view nothing : {"", "."})
            if (value == with_replaced(with_replaced(printed, "/printed/file", nothing), "/printed", nothing))
                heedless.insert(std::stoul(line));
    }
    return heedless;
}

TEST_CASE("finds lines that the Windows command prompt changes") {
    for (const std::string_view line :
         {R"(set "PATH=%CUDA_PATH%\bin;%PATH%")", R"(set "TORCH_CUDA_ARCH_LIST=8.6;9.0+PTX")",
          R"(cmake -B build "-DCMAKE_CUDA_ARCHITECTURES=80;86")", "cmake -B build -DCMAKE_CUDA_ARCHITECTURES=86",
          R"(cmake -B build -T "cuda=%CUDA_PATH%")", "cmake -B build -T cuda=12.8",
          R"(pip install "cuda-toolkit[cublas]==12.8.*")", R"(conda install -c conda-forge "libstdcxx>=13")",
          "nvcc -gencode=arch=compute_80,code=sm_80", "nvcc -std=c++17"})
        CHECK_MESSAGE(is_cmd_line(line), line);
    for (const std::string_view line : {"export PATH=/usr/local/cuda/bin:$PATH",
                                        "apt install g++-13",
                                        "set PATH=C:\\cuda",
                                        R"(set "PATH)",
                                        R"(set "A=%HOME%")",
                                        R"(set "A=100%")",
                                        R"(set "A=b" && nvcc)",
                                        "pip install cuda-toolkit[cublas]==12.8.*",
                                        "pip install 'cuda-toolkit[cublas]==12.8.*'",
                                        R"(pip install "a\")",
                                        "conda install a>=13",
                                        R"(cmake "a^b")",
                                        R"(cmake "a!b")",
                                        "cmake -DA=80;86",
                                        "nvcc $(which a)",
                                        "nvcc a & b",
                                        "cmake \xc3\xa4",
                                        "cmake a\nb",
                                        "",
                                        R"(cmake a"b c")"})
        CHECK_MESSAGE(!is_cmd_line(line), line);
    Scripts scripts;
    scripts.add("windows", "set \"LIB=%CUDA_PATH%\\lib\\x64;%LIB%\"\nnvcc -std=c++17\n");
    scripts.add("windows", "nvcc -std=c++17\nexport CXX=g++\n");
    CHECK(scripts.find_malformed() == std::set<std::size_t>{1});
}

TEST_CASE("finds lines that a shell rejects or that continue after a failure") {
    Scripts scripts;
    scripts.add("nvcc", "export NVCC_CCBIN=g++-13\n");
    scripts.add("nvcc", "export NVCC_CCBIN=\"g++-13\n");
    scripts.add("docker", "RUN apt-get update && apt-get install -y g++-13\nENV NVCC_CCBIN=\"g++-13\"\n");
    scripts.add("docker", "apt-get update\n");
    scripts.add("docker", "ENV NVCC_CCBIN=\"g++-13\n");
    scripts.add("nix", "stdenv = pkgs.cudaPackages_12_4.backendStdenv;\n");
    scripts.add("nvcc",
                "libs=$(dirname \"$(g++-13 -print-file-name=libstdc++.so)\")\nexport LDFLAGS=\"-L$libs $LDFLAGS\"\n");
    scripts.add("nvcc", "export CXX=\"$(nix-build --no-out-link -A cc)/bin/g++\"\n");
    scripts.add("nvcc", "file=$(g++-13 -print-file-name=libstdc++.so) &&\nexport LDFLAGS=\"-L$(dirname \"$file\")\"\n");
    scripts.add("nvcc", "libs=$(g++ -print-file-name=x)\nexport LDFLAGS=\"-L${libs:?no g++}\"\n");
    CHECK(scripts.find_malformed() == std::set<std::size_t>{1, 3, 4});
    CHECK(scripts.find_heedless() == std::set<std::size_t>{6, 7});
    CHECK(has_placeholder("cmake -DCMAKE_CUDA_ARCHITECTURES=NUMBER"));
    CHECK(has_placeholder("conda install libstdcxx={gcc}"));
    CHECK_FALSE(has_placeholder("export TORCH_CUDA_ARCH_LIST=12.0 LDFLAGS=\"${LDFLAGS}\""));
}

}  // namespace cudastdenv::laws
