// SPDX-License-Identifier: MIT
// Runs the command lines of transcripts in this process, and compares exit code, stdout and stderr byte for byte.
//
// usage: golden DIR [PATTERN...]   the cases of the transcripts in DIR, where they run; PATTERN: the names of cases or
//                                  transcripts, with * and ?
//        golden --calls            calls on stdin, outcomes on stdout: for the tests in Python (tests/programs.py)
//
// CUDASTDENV_ACCEPT=1 rewrites the transcripts with what the command printed and exits with 77 (skipped): an accepting
// run has tested nothing.

#include "in_process.hpp"
#include "transcript.hpp"

#include "report/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fnmatch.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <stdexcept>

namespace golden {

namespace {

namespace fs = std::filesystem;

constexpr int failed = 1;
constexpr int usage = 2;
constexpr int skipped = 77;

std::vector<Transcript> read_transcripts(const fs::path& directory) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(directory))
        if (entry.path().extension() == ".test") paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<Transcript> transcripts;
    std::set<std::string> names;
    for (const fs::path& path : paths) {
        transcripts.push_back(read_transcript(path));
        for (const Case& one : transcripts.back().cases)
            if (!names.insert(one.name).second)
                throw std::runtime_error(fmt::format("{}: a second case {}", path.string(), one.name));
    }
    return transcripts;
}

/// Tells the watching process the name of the running case.
class Running {
public:
    Running()
        : name_(static_cast<char*>(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
        if (name_ == MAP_FAILED) throw std::runtime_error("there is no memory to share");
    }
    void set(const std::string& name) { name_[name.copy(name_, size - 1)] = '\0'; }
    [[nodiscard]] const char* name() const { return name_; }

private:
    static constexpr std::size_t size = 256;
    char* name_;
};

bool is_accepting() {
    const char* value = std::getenv("CUDASTDENV_ACCEPT");
    return value && std::string_view(value) == "1";
}

class Run {
public:
    Run(fs::path directory, std::span<const char* const> patterns, Running& running)
        : directory_(std::move(directory)),
          patterns_(patterns.begin(), patterns.end()),
          accepts_(is_accepting()),
          running_(running) {}

    [[nodiscard]] int all() {
        fs::current_path(directory_);
        for (Transcript& transcript : read_transcripts(".")) {
            for (Case& one : transcript.cases)
                if (is_wanted(transcript, one)) try_case(one);
            if (accepts_) write(transcript);
        }
        if (done_ == 0) throw std::runtime_error("no case has such a name");
        if (!failures_.empty()) fmt::print("failed:\n  {}\n", fmt::join(failures_, "\n  "));
        if (accepts_) fmt::print("{} cases accepted\n", done_);
        else fmt::print("{} passed, {} failed\n", done_ - failures_.size(), failures_.size());
        if (accepts_) return skipped;
        return failures_.empty() ? 0 : failed;
    }

private:
    [[nodiscard]] bool is_wanted(const Transcript& transcript, const Case& one) const {
        return patterns_.empty() || std::ranges::any_of(patterns_, [&](const char* pattern) {
                   return ::fnmatch(pattern, one.name.c_str(), 0) == 0 ||
                          ::fnmatch(pattern, transcript.name.c_str(), 0) == 0;
               });
    }

    void try_case(Case& one) {
        running_.set(one.name);
        ++done_;
        Outcome actual = run_in_process({split_words(one.command_line), {"PATH=/usr/bin:/bin", "IN_NIX_SHELL=pure"}});
        if (accepts_) {
            one.outcome = std::move(actual);
        } else if (actual != one.outcome) {
            failures_.push_back(one.name);
            const Case other{one.name, one.command_line, std::move(actual)};
            fmt::print("{}\n", cudastdenv::report::unified_diff(one.name, text_of(one), text_of(other)));
            std::fflush(stdout);  // another case may end the process
        }
        running_.set("");
    }

    void write(const Transcript& transcript) const {
        const std::string text = text_of(transcript);
        std::ofstream stream(transcript.name + ".test", std::ios::binary);
        if (!(stream << text).flush()) throw std::runtime_error(transcript.name + ".test: cannot be written");
    }

    fs::path directory_;
    std::vector<const char*> patterns_;
    bool accepts_;
    Running& running_;
    std::size_t done_ = 0;
    std::vector<std::string> failures_;
};

int guarded(const auto& work) {
    try {
        return work();
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return failed;
    }
}

/// Names the case even if it ends its process.
int run_watched(const char* directory, std::span<const char* const> patterns) {
    Running running;
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("no process can be started");
    if (child == 0) std::exit(guarded([&] { return Run(directory, patterns, running).all(); }));
    int status = 0;
    if (::waitpid(child, &status, 0) != child) throw std::runtime_error("the cases cannot be waited for");
    if (WIFSIGNALED(status))
        fmt::print(stderr, "error: {} in case {}\n", ::strsignal(WTERMSIG(status)), running.name());
    else if (*running.name() != '\0')
        fmt::print(stderr, "error: exit code {} in case {}\n", WEXITSTATUS(status), running.name());
    return WIFEXITED(status) && *running.name() == '\0' ? WEXITSTATUS(status) : failed;
}

}  // namespace

}  // namespace golden

int main(int argc, char** argv) {
    const std::span<const char* const> arguments(argv + 1, argv + argc);
    if (arguments.empty()) {
        fmt::print(stderr, "usage: golden DIR [PATTERN...]\n       golden --calls\n");
        return golden::usage;
    }
    return golden::guarded([&] {
        if (arguments.front() == std::string_view("--calls")) return golden::answer_calls();
        return golden::run_watched(arguments.front(), arguments.subspan(1));
    });
}
