// SPDX-License-Identifier: MIT
#include "in_process.hpp"

#include "cli/run.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>

namespace golden {

namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

File opened(std::FILE* file) {
    if (!file) throw std::runtime_error("no stream can be opened");
    return File(file);
}

/// A stream with a descriptor, like standard input.
File input_of(std::string_view text) {
    if (text.empty()) return opened(std::fopen("/dev/null", "rb"));
    File file = opened(std::tmpfile());
    if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fseek(file.get(), 0, SEEK_SET) != 0)
        throw std::runtime_error("the input cannot be stored");
    return file;
}

/// A stream into memory, without a descriptor.
class Memory {
public:
    Memory() : file_(opened(::open_memstream(&text_, &size_))) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() {
        file_.reset();
        std::free(text_);
    }

    [[nodiscard]] std::FILE* stream() const { return file_.get(); }
    [[nodiscard]] std::string text() const {
        std::fflush(file_.get());
        return {text_, size_};
    }

private:
    char* text_ = nullptr;
    std::size_t size_ = 0;
    File file_;
};

void replace_environment(const std::vector<std::string>& environment) {
    ::clearenv();
    for (const std::string& entry : environment) {
        const std::size_t equals = entry.find('=');
        ::setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
    }
}

/// Moves a standard stream to its own descriptor, and replaces it with `instead`.
File taken_over(int descriptor, const char* mode, int instead) {
    const int own = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (own < 0 || ::dup2(instead, descriptor) < 0) throw std::runtime_error("a stream cannot be moved");
    return opened(::fdopen(own, mode));
}

/// Reads calls and writes outcomes.
class Channel {
public:
    Channel(File from, File to) : from_(std::move(from)), to_(std::move(to)) {}

    /// Absent at the end of the input.
    [[nodiscard]] std::optional<std::uint32_t> read_number() {
        std::array<unsigned char, 4> bytes{};
        const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), from_.get());
        if (count == 0) return std::nullopt;
        if (count != bytes.size()) throw std::runtime_error("a call is cut off");
        std::uint32_t number = 0;
        for (std::size_t i = bytes.size(); i-- > 0;) number = number << 8 | bytes[i];
        return number;
    }
    [[nodiscard]] std::string read_text() {
        std::string text(read_number().value(), '\0');
        if (std::fread(text.data(), 1, text.size(), from_.get()) != text.size())
            throw std::runtime_error("a call is cut off");
        return text;
    }
    [[nodiscard]] std::vector<std::string> read_texts(std::uint32_t count) {
        std::vector<std::string> texts(count);
        for (std::string& text : texts) text = read_text();
        return texts;
    }

    void write_number(std::size_t number) {
        for (int i = 0; i < 4; ++i, number >>= 8) std::fputc(static_cast<int>(number & 0xff), to_.get());
    }
    void write(const Outcome& outcome) {
        write_number(static_cast<std::size_t>(outcome.exit_status));
        for (const std::string* text : {&outcome.out, &outcome.err}) {
            write_number(text->size());
            std::fwrite(text->data(), 1, text->size(), to_.get());
        }
        if (std::fflush(to_.get()) != 0) throw std::runtime_error("an outcome cannot be written");
    }

private:
    File from_;
    File to_;
};

}  // namespace

Outcome run_in_process(const Call& call) {
    replace_environment(call.environment);
    std::vector<const char*> arguments;
    for (const std::string& argument : call.arguments) arguments.push_back(argument.c_str());
    const File in = input_of(call.input);
    const Memory out, err;
    const int status = cudastdenv::cli::run(arguments, {in.get(), out.stream(), err.stream()});
    return {status, out.text(), err.text()};
}

int answer_calls() {
    // Accidental input or output of the command must not mix with calls and outcomes.
    const File nothing = opened(std::fopen("/dev/null", "r"));
    Channel channel(taken_over(STDIN_FILENO, "rb", ::fileno(nothing.get())),
                    taken_over(STDOUT_FILENO, "wb", STDERR_FILENO));
    while (const std::optional<std::uint32_t> count = channel.read_number()) {
        Call call{channel.read_texts(*count), {}};
        call.environment = channel.read_texts(channel.read_number().value());
        const std::string directory = channel.read_text(), input = channel.read_text();
        call.input = input;
        if (::chdir(directory.c_str()) != 0) throw std::runtime_error(directory + ": no such directory");
        channel.write(run_in_process(call));
    }
    return 0;
}

}  // namespace golden
