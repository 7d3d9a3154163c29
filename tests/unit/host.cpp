// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "machine/host/host.hpp"
#include "temporary.hpp"
#include "unit/show.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::machine;
using cudastdenv::test::write;
using cudastdenv::test::write_program;

namespace fs = std::filesystem;

namespace {

/// A machine in a temporary directory, without anything of the real one.
class Machine {
public:
    Machine() : directory_("machine") {
        fs::create_directories(bin());
        surroundings_.root = directory_.path() / "root";
        surroundings_.variables = {{"PATH", bin().string()}};
        surroundings_.patience = std::chrono::milliseconds(2000);
    }

    [[nodiscard]] fs::path bin() const { return directory_.path() / "bin"; }
    [[nodiscard]] fs::path path() const { return directory_.path(); }
    [[nodiscard]] Surroundings& surroundings() { return surroundings_; }
    /// With other variables in addition to PATH.
    [[nodiscard]] Surroundings surroundings_of(const std::map<std::string, std::string>& variables) const {
        Surroundings changed = surroundings_;
        for (const auto& [name, value] : variables) changed.variables[name] = value;
        return changed;
    }
    [[nodiscard]] Host look() const { return look_at(surroundings_, builtin_tables()); }

    void add_gcc(const fs::path& path, int major, int headers = 0) const {
        write_program(path,
                      fmt::format("case \"$*\" in *-dM*) /bin/cat <<'END'\n"
                                  "#define __GNUC__ {0}\n#define __GNUC_MINOR__ 3\n#define __GNUC_PATCHLEVEL__ 1\n"
                                  "#define __GLIBC__ 2\n#define __GLIBC_MINOR__ 41\n"
                                  "#define _GLIBCXX_RELEASE {1}\nEND\n;; *) echo libstdc++.so;; esac",
                                  major, headers == 0 ? major : headers));
    }
    void add_clang(const fs::path& path, int major) const {
        write_program(path, fmt::format("case \"$*\" in *-dM*) /bin/cat <<'END'\n#define __clang__ 1\n"
                                        "#define __GNUC__ 4\n#define __GNUC_MINOR__ 2\n#define __GNUC_PATCHLEVEL__ 1\n"
                                        "#define __clang_major__ {}\n#define __clang_minor__ 1\n"
                                        "#define __clang_patchlevel__ 0\n#define _GLIBCXX_RELEASE 14\nEND\n"
                                        ";; *) echo libstdc++.so;; esac",
                                        major));
    }
    void add_nvcc(const fs::path& path, std::string_view build) const {
        const std::string_view release = build.substr(0, build.find('.', 3));
        write_program(path, fmt::format("echo 'nvcc: NVIDIA (R) Cuda compiler driver'\n"
                                        "echo 'Cuda compilation tools, release {}, V{}'",
                                        release, build));
    }

private:
    TemporaryFolder directory_;
    Surroundings surroundings_;
};

/// The programs in notes of that kind.
std::vector<std::string> programs_of(const Host& host, std::string_view id) {
    std::vector<std::string> names;
    for (const HostNote& note : host.notes)
        if (note.message.id == id) names.push_back(fs::path(argument_of(note.message, "program")).filename().string());
    return names;
}

/// The notes about the variable CXX.
std::vector<std::string> notes_about_cxx(const Host& host) {
    std::vector<std::string> ids;
    for (const HostNote& note : host.notes)
        if (note.message.id.starts_with("cxx-")) ids.emplace_back(note.message.id);
    return ids;
}

std::vector<std::string> compilers_of(const Host& host) {
    std::vector<std::string> names;
    for (const FoundCompiler& compiler : host.compilers) names.push_back(to_string(compiler.compiler));
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("reports an empty machine as such") {
    const Machine machine;
    const Host host = machine.look();
    CHECK(host.toolkits.empty());
    CHECK(host.compilers.empty());
    CHECK_FALSE(host.default_compiler);
    CHECK_FALSE(host.driver);
    CHECK(host.gpus.empty());
    CHECK(host.notes.empty());
}

TEST_CASE("accepts a missing, relative or empty PATH") {
    Machine machine;
    machine.surroundings().variables["PATH"] = "/no/such/folder:relative::";
    CHECK(machine.look().compilers.empty());
    machine.surroundings().variables.clear();
    CHECK_NOTHROW((void)machine.look());
}

TEST_CASE("lists each compiler once by its stable name") {
    const Machine machine;
    machine.add_gcc(machine.bin() / "g++-12", 12);
    machine.add_gcc(machine.bin() / "g++-14", 14);
    fs::create_symlink("g++-14", machine.bin() / "g++");
    fs::create_symlink("g++", machine.bin() / "c++");
    machine.add_clang(machine.bin() / "clang++-19", 19);
    const Host host = machine.look();
    CHECK(compilers_of(host) == Names{"gcc-14", "gcc-12", "clang-19"});
    CHECK(host.compilers[0].path == machine.bin() / "g++-14");
    CHECK(host.compilers[0].version == "14.3.1");
    CHECK(host.compilers[0].libstdcxx_headers == 14);
    CHECK(host.compilers[0].glibc == Version{2, 41});
    CHECK(host.compilers[2].libstdcxx_headers == 14);
    CHECK(host.default_compiler == Compiler{Compiler::Family::gcc, 14});
    CHECK(host.notes.empty());
}

TEST_CASE("CXX sets the default compiler") {
    Machine machine;
    machine.add_gcc(machine.bin() / "g++-12", 12);
    machine.add_gcc(machine.bin() / "g++", 14);
    machine.surroundings().variables["CXX"] = "g++-12 -O2";
    CHECK(machine.look().default_compiler == Compiler{Compiler::Family::gcc, 12});
    machine.surroundings().variables["CXX"] = (machine.bin() / "g++-12").string();
    CHECK(machine.look().default_compiler == Compiler{Compiler::Family::gcc, 12});
    machine.surroundings().variables["CXX"] = "icpx";
    CHECK(machine.look().default_compiler == Compiler{Compiler::Family::gcc, 14});
}

TEST_CASE("runs the compiler in CXX, whichever form it has") {
    Machine machine;
    const fs::path bin = machine.bin(), off_path = machine.path() / "off the path", cache = machine.path() / "cache";
    machine.add_gcc(bin / "g++-13", 13);
    write_program(bin / "gcc-13", "exit 1");
    write_program(bin / "gcc-10", "exit 1");
    machine.add_gcc(bin / "c++", 14);
    machine.add_gcc(off_path / "g++-11", 11);
    machine.add_gcc(off_path / "my wrapper.sh", 9);
    write_program(bin / "ccache", "exit 1");
    write_program(bin / "distcc", "exit 1");
    fs::create_directory(cache);
    fs::create_symlink(bin / "ccache", cache / "g++-13");
    write_program(off_path / "broken", "exit 1");
    write_program(off_path / "cross", "/bin/cat <<'END'\n#define __GNUC__ 13\n#define __GNUC_MINOR__ 1\n"
                                      "#define __GNUC_PATCHLEVEL__ 0\n#define __s390x__ 1\n#define __riscv 1\nEND");
    struct Named {
        std::string value;
        int major;
        std::string path;
    };
    const std::string thirteen = (bin / "g++-13").string();
    const std::vector<Named> named{
        {"g++-13", 13, thirteen},
        {"ccache g++-13", 13, thirteen},
        {"distcc  g++-13 -m64", 13, thirteen},
        {"ccache distcc g++-13", 13, thirteen},
        {bin.string() + "/ccache " + thirteen, 13, thirteen},
        {(cache / "g++-13").string(), 13, thirteen},
        {"gcc-13", 13, thirteen},
        {(off_path / "g++-11").string(), 11, (off_path / "g++-11").string()},
        {(off_path / "my wrapper.sh").string(), 9, (off_path / "my wrapper.sh").string()},
    };
    for (const Named& name : named) {
        CAPTURE(name.value);
        machine.surroundings().variables["CXX"] = name.value;
        const Host host = machine.look();
        REQUIRE(host.default_compiler);
        CHECK(host.default_compiler->major == name.major);
        CHECK(find_compiler(host, *host.default_compiler)->path == name.path);
        CHECK(notes_about_cxx(host).empty());
    }
    const std::vector<std::pair<std::string, std::string>> unusable{
        {"g++-15", "cxx-names-nothing"},
        {"/nowhere/g++", "cxx-names-nothing"},
        {"bin/g++-13", "cxx-relative-path"},
        {"ccache", "cxx-names-cache"},
        {"gcc-10", "cxx-compiles-c-only"},
        {(off_path / "broken").string(), "cxx-left-out"},
        {(machine.path() / "off the path").string(), "cxx-names-nothing"},
    };
    for (const auto& one : unusable) {
        // Not a structured binding: Clang 15 or older cannot capture one.
        const std::string &value = one.first, &why = one.second;
        CAPTURE(value);
        machine.surroundings().variables["CXX"] = value;
        const Host host = machine.look();
        CHECK(host.default_compiler == Compiler{Compiler::Family::gcc, 14});
        CHECK(notes_about_cxx(host) == std::vector{why});
        const auto note = std::ranges::find(host.notes, why, [](const HostNote& each) { return each.message.id; });
        CHECK(argument_of(note->message, "value") == value);
    }
    machine.surroundings().variables["CXX"] = (off_path / "cross").string();
    CHECK(programs_of(machine.look(), "program-says-nothing") == Names{"cross"});
}

TEST_CASE("the default wins between two compilers of one major") {
    Machine machine;
    const fs::path other = machine.path() / "other";
    machine.add_gcc(machine.bin() / "g++-13", 13);
    machine.add_gcc(other / "g++", 13);
    machine.surroundings().variables["PATH"] = machine.bin().string() + ":" + other.string();
    machine.surroundings().variables["CXX"] = (other / "g++").string();
    const Host host = machine.look();
    REQUIRE(host.compilers.size() == 2);
    CHECK(host.compilers[0].path == other / "g++");
    CHECK(find_compiler(host, *host.default_compiler) == &host.compilers[0]);
}

TEST_CASE("ignores names that resemble a compiler") {
    const Machine machine;
    for (const char* name : {"g++-ar", "gcc-nm-12", "clang++-19-wrapper", "g++-1234", "clang-19", "g++12x", "agcc"})
        machine.add_gcc(machine.bin() / name, 12);
    CHECK(machine.look().compilers.empty());
}

TEST_CASE("accepts paths with spaces and quotes") {
    Machine machine;
    const fs::path directory = machine.path() / "a folder's \"own\" $HOME; exit";
    machine.add_gcc(directory / "g++-13", 13);
    machine.surroundings().variables["PATH"] = directory.string();
    const Host host = machine.look();
    REQUIRE(host.compilers.size() == 1);
    CHECK(host.compilers[0].path == directory / "g++-13");
}

TEST_CASE("finds the compiler behind a cache") {
    Machine machine;
    const fs::path masquerade = machine.path() / "ccache";
    write_program(machine.path() / "tools" / "ccache", "exit 1");
    fs::create_directories(masquerade);
    fs::create_symlink(machine.path() / "tools" / "ccache", masquerade / "g++-12");
    machine.add_gcc(machine.bin() / "g++-12", 12);
    machine.surroundings().variables["PATH"] = masquerade.string() + ":" + machine.bin().string();
    const Host host = machine.look();
    REQUIRE(host.compilers.size() == 1);
    CHECK(host.compilers[0].path == machine.bin() / "g++-12");
    CHECK(host.compilers[0].wrapper == FoundCompiler::Wrapper::cache);
    CHECK(host.compilers[0].wrapped.filename() == "ccache");
}

TEST_CASE("passes Nix's wrapper to nvcc and reports the wrapped compiler") {
    Machine machine;
    const fs::path wrapper = machine.path() / "nix" / "store" / "x-gcc-wrapper-14";
    machine.add_gcc(wrapper / "bin" / "g++", 14);
    write(wrapper / "nix-support" / "orig-cc", "/nix/store/y-gcc-14\n");
    machine.surroundings().variables["PATH"] = (wrapper / "bin").string();
    const Host host = machine.look();
    REQUIRE(host.compilers.size() == 1);
    CHECK(host.compilers[0].path == wrapper / "bin" / "g++");
    CHECK(host.compilers[0].wrapper == FoundCompiler::Wrapper::nix);
    CHECK(host.compilers[0].wrapped == "/nix/store/y-gcc-14/bin/g++");
}

TEST_CASE("omits a faulty compiler with a note") {
    Machine machine;
    machine.add_gcc(machine.bin() / "g++-14", 14);
    write_program(machine.bin() / "g++-11", "exec /bin/sleep 100");
    write_program(machine.bin() / "g++-10", "while :; do echo '#define A_MACRO_THAT_NOBODY_ASKED_FOR 1'; done");
    write_program(machine.bin() / "g++-9", ":");
    write_program(machine.bin() / "g++-8", "kill -SEGV $$");
    machine.add_gcc(machine.bin() / "g++-7", 12);
    machine.add_clang(machine.bin() / "g++-6", 6);
    write_program(machine.bin() / "clang++-17", "echo '#define __GNUC__ 99999999999999999999'");
    write_program(machine.bin() / "clang++-18", "echo 'erreur: fichier introuvable' >&2; exit 1");
    write(machine.bin() / "g++-5", "no program");
    fs::permissions(machine.bin() / "g++-5", fs::perms::owner_all);
    machine.surroundings().patience = std::chrono::milliseconds(500);
    const Host host = machine.look();
    CHECK(compilers_of(host) == Names{"gcc-14"});
    CHECK(programs_of(host, "program-hangs") == Names{"g++-11"});
    CHECK(programs_of(host, "program-floods") == Names{"g++-10"});
    CHECK(programs_of(host, "program-says-nothing") == Names{"clang++-17", "g++-9"});
    CHECK(programs_of(host, "program-fails") == Names{"clang++-18"});
    CHECK(programs_of(host, "program-crashes") == Names{"g++-8"});
    CHECK(programs_of(host, "program-lies") == Names{"g++-6", "g++-7"});
    CHECK(programs_of(host, "program-cannot-start") == Names{"g++-5"});
}

TEST_CASE("ignores other vendors' compilers that claim to be GCC") {
    const Machine machine;
    for (const char* macro : {"__INTEL_LLVM_COMPILER", "__NVCOMPILER"}) {
        write_program(machine.bin() / "c++", fmt::format("echo '#define __GNUC__ 12'; echo '#define __GNUC_MINOR__ 1'\n"
                                                         "echo '#define __GNUC_PATCHLEVEL__ 0'; echo '#define {} 1'",
                                                         macro));
        const Host host = machine.look();
        CHECK(host.compilers.empty());
        CHECK(programs_of(host, "program-says-nothing") == Names{"c++"});
    }
}

TEST_CASE("keeps a Clang without a C++ library, with a note") {
    const Machine machine;
    write_program(machine.bin() / "clang++-16",
                  "case \"$*\" in *cstddef*) echo \"fatal error: 'cstddef' file not found\" >&2; exit 1;; esac\n"
                  "echo '#define __clang__ 1'; echo '#define __clang_major__ 16'\n"
                  "echo '#define __clang_minor__ 0'; echo '#define __clang_patchlevel__ 6'");
    const Host host = machine.look();
    REQUIRE(host.compilers.size() == 1);
    CHECK_FALSE(host.compilers[0].libstdcxx_headers);
    CHECK(programs_of(host, "no-cxx-headers") == Names{"clang++-16"});
}

TEST_CASE("reports a gcc without g++ once") {
    const Machine machine;
    machine.add_gcc(machine.bin() / "gcc-13", 13);
    machine.add_gcc(machine.bin() / "gcc-14", 14);
    machine.add_gcc(machine.bin() / "g++-14", 14);
    CHECK(programs_of(machine.look(), "no-cxx-driver") == Names{"gcc-13"});
}

TEST_CASE("finds toolkits of each layout") {
    Machine machine;
    const fs::path root = machine.surroundings().root;
    const fs::path environment = machine.path() / "venv";
    machine.add_nvcc(machine.bin() / "nvcc", "12.8.93");
    machine.add_nvcc(root / "usr/local/cuda-12.4/bin/nvcc", "12.4.131");
    machine.add_nvcc(root / "opt/cuda/bin/nvcc", "12.9.86");
    machine.add_nvcc(root / "usr/lib/nvidia-cuda-toolkit/bin/nvcc", "11.8.89");
    machine.add_nvcc(root / "nix/store/abc-cuda12.6-cuda_nvcc-12.6.85/bin/nvcc", "12.6.85");
    machine.add_nvcc(environment / "lib/python3.11/site-packages/nvidia/cu13/bin/nvcc", "13.4.92");
    machine.add_nvcc(machine.path() / "conda/bin/nvcc", "13.3.73");
    machine.add_nvcc(machine.path() / "home/bin/nvcc", "99.1.2");
    machine.surroundings().variables["VIRTUAL_ENV"] = environment.string();
    machine.surroundings().variables["CONDA_PREFIX"] = (machine.path() / "conda").string();
    machine.surroundings().variables["CUDA_HOME"] = (machine.path() / "home").string();
    machine.surroundings().variables["CUDA_PATH"] = (machine.path() / "nothing").string();
    const Host host = machine.look();
    Names found;
    for (const FoundToolkit& toolkit : host.toolkits) found.push_back(toolkit.build + " " + toolkit.found_by);
    CHECK(found == Names{"12.8.93 PATH", "99.1.2 CUDA_HOME", "12.4.131 /usr/local", "12.9.86 /opt", "11.8.89 /usr/lib",
                         "13.3.73 conda", "13.4.92 pip", "12.6.85 nix store"});
    CHECK(host.toolkits[0].version == Version{12, 8, 2});
    CHECK(host.toolkits[0].same_build == std::vector{Version{12, 8, 1}, Version{12, 8, 2}});
    CHECK(host.toolkits[1].release == nullptr);
    CHECK(host.toolkits[1].version == Version{99, 1});
    REQUIRE(host.notes.size() == 1);
    CHECK(host.notes[0].message.id == "names-nothing");
    CHECK(argument_of(host.notes[0].message, "variable") == "CUDA_PATH");
}

TEST_CASE("version.json separates releases unless it contradicts the build") {
    const Machine machine;
    machine.add_nvcc(machine.path() / "t/bin/nvcc", "12.8.93");
    fs::create_symlink(machine.path() / "t/bin/nvcc", machine.bin() / "nvcc");
    write(machine.path() / "t/version.json", R"({"cuda": {"version": "12.8.1"}})");
    Host host = machine.look();
    REQUIRE(host.toolkits.size() == 1);
    CHECK(host.toolkits[0].version == Version{12, 8, 1});
    CHECK(host.toolkits[0].same_build.empty());
    CHECK(host.toolkits[0].root == fs::canonical(machine.path() / "t"));
    for (const char* text : {R"({"cuda": {"version": "12.4.1"}})", R"({"cuda": {"version": 12}})", "[[[", ""}) {
        CAPTURE(text);
        write(machine.path() / "t/version.json", text);
        host = machine.look();
        CHECK(host.toolkits[0].version == Version{12, 8, 2});
    }
}

TEST_CASE("finds the host compiler that a toolkit names") {
    Machine machine;
    machine.add_nvcc(machine.bin() / "nvcc", "13.0.88");
    CHECK_FALSE(machine.look().toolkits[0].host_compiler);
    write(machine.bin() / "nvcc.profile", "TOP = $(_HERE_)/..\ncompiler-bindir = /nix/store/gcc/bin \n");
    CHECK(machine.look().toolkits[0].host_compiler->path == "/nix/store/gcc/bin");
    CHECK(machine.look().toolkits[0].host_compiler->named_by == "nvcc.profile");
    machine.surroundings().variables["NVCC_CCBIN"] = "g++-12";
    CHECK(machine.look().toolkits[0].host_compiler->path == "g++-12");
}

TEST_CASE("omits a faulty nvcc with a note") {
    const Machine machine;
    for (const char* says : {"echo 'release 13.0, Vmany'", "echo 'release 13.0, V13.0'", ":", "echo nvcc"}) {
        CAPTURE(says);
        write_program(machine.bin() / "nvcc", says);
        const Host host = machine.look();
        CHECK(host.toolkits.empty());
        CHECK(programs_of(host, "program-says-nothing") == Names{"nvcc"});
    }
    write_program(machine.bin() / "nvcc", "exit 3");
    CHECK(programs_of(machine.look(), "program-fails") == Names{"nvcc"});
}

TEST_CASE("finds GPUs by nvidia-smi, including old drivers") {
    const Machine machine;
    write_program(machine.bin() / "nvidia-smi",
                  "echo 'NVIDIA H200, 9.0, 580.159.03'; echo 'Odd, Name, 10.3, 580.159.03'");
    Host host = machine.look();
    CHECK(host.driver == "580.159.03");
    REQUIRE(host.gpus.size() == 2);
    CHECK(host.gpus[0].name == "NVIDIA H200");
    CHECK(host.gpus[0].capability == Capability{9, 0, Capability::Kind::baseline});
    CHECK(host.gpus[1].name == "Odd, Name");

    write_program(
        machine.bin() / "nvidia-smi",
        "case \"$1\" in *compute_cap*) echo 'Field \"compute_cap\" is not a valid field to query.'; exit 2;; esac\n"
        "echo 'NVIDIA GeForce RTX 3090, 470.57.02'");
    host = machine.look();
    CHECK(host.driver == "470.57.02");
    REQUIRE(host.gpus.size() == 1);
    CHECK(host.gpus[0].capability == Capability{8, 6, Capability::Kind::baseline});
}

TEST_CASE("reads driver files if nvidia-smi is absent or fails") {
    Machine machine;
    const fs::path proc = machine.surroundings().root / "proc/driver/nvidia";
    write(proc / "version",
          "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5 22:23:56 UTC 2024\n");
    write(proc / "gpus/0000:65:00.0/information", "Model: \t\t NVIDIA GeForce RTX 4090\nIRQ: 55\n");
    for (const bool has_program : {false, true}) {
        if (has_program) write_program(machine.bin() / "nvidia-smi", "echo 'NVIDIA-SMI has failed'; exit 9");
        const Host host = machine.look();
        CHECK(host.driver == "550.54.15");
        REQUIRE(host.gpus.size() == 1);
        CHECK(host.gpus[0].name == "NVIDIA GeForce RTX 4090");
        CHECK(host.gpus[0].capability == Capability{8, 9, Capability::Kind::baseline});
    }
}

TEST_CASE("knows each platform by the kernel's name") {
    CHECK(nix_system_of(tables, "ppc64le") == "powerpc64le-linux");
    CHECK(nix_system_of(tables, "i686") == "i686-linux");
    CHECK(nix_system_of(tables, "s390x") == "s390x-linux");
    for (const RedistSystemRow& row : tables.redist_systems) {
        if (!row.nix.ends_with("-linux")) continue;
        CAPTURE(row.nix);
        CHECK(nix_system_of(tables, row.nix.substr(0, row.nix.find('-'))) == row.nix);
        const bool is_machine = row.redist.starts_with("linux-") && row.redist != "linux-sbsa";
        if (is_machine) CHECK(nix_system_of(tables, row.redist.substr(6)) == row.nix);
    }
}

TEST_CASE("finds each distribution by its /etc/os-release") {
    struct Case {
        std::string_view lines;
        std::string_view id;  ///< empty: not in the tables
    };
    // As the images of the distributions have them.
    constexpr std::array cases{
        Case{"ID=\"amzn\"\nVERSION_ID=\"2023\"\nPRETTY_NAME=\"Amazon Linux 2023.6.20241010\"\n", "amazon-2023"},
        Case{"PRETTY_NAME=\"Arch Linux\"\nID=arch\nBUILD_ID=rolling\n", "arch"},
        Case{"PRETTY_NAME=\"Debian GNU/Linux 11 (bullseye)\"\nVERSION_ID=\"11\"\nID=debian\n", "debian-11"},
        Case{"PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID=\"12\"\nID=debian\n", "debian-12"},
        Case{"PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\nVERSION_ID=\"13\"\nID=debian\n", "debian-13"},
        Case{"PRETTY_NAME=\"Debian GNU/Linux forky/sid\"\nVERSION_CODENAME=forky\nID=debian\n", "debian-forky"},
        Case{"ID=fedora\nVERSION_ID=42\nPRETTY_NAME=\"Fedora Linux 42 (Container Image)\"\n", "fedora-42"},
        Case{"ID=gentoo\nPRETTY_NAME=\"Gentoo Linux\"\nVERSION_ID=\"2.17\"\n", "gentoo"},
        Case{"ID=nixos\nVERSION_ID=\"25.11\"\nPRETTY_NAME=\"NixOS 25.11 (Xantusia)\"\n", "nixos-25.11"},
        Case{"ID=\"opensuse-leap\"\nVERSION_ID=\"15.6\"\nPRETTY_NAME=\"openSUSE Leap 15.6\"\n", "opensuse-leap-15.6"},
        Case{"ID=\"opensuse-tumbleweed\"\nVERSION_ID=\"20250101\"\nPRETTY_NAME=\"openSUSE Tumbleweed\"\n",
             "opensuse-tumbleweed"},
        Case{"ID=\"rhel\"\nVERSION_ID=\"8.7\"\nPRETTY_NAME=\"Red Hat Enterprise Linux 8.7 (Ootpa)\"\n", "rhel-8"},
        Case{"ID=\"almalinux\"\nVERSION_ID=\"9.1\"\nPRETTY_NAME=\"AlmaLinux 9.1 (Lime Lynx)\"\n", "rhel-9"},
        Case{"ID=\"rocky\"\nVERSION_ID=\"9.3\"\nPRETTY_NAME=\"Rocky Linux 9.3 (Blue Onyx)\"\n", "rhel-9"},
        Case{"ID=\"centos\"\nVERSION_ID=\"9\"\nPRETTY_NAME=\"CentOS Stream 9\"\n", "rhel-9"},
        Case{"ID=\"ol\"\nVERSION_ID=\"9.3\"\nPRETTY_NAME=\"Oracle Linux Server 9.3\"\n", "rhel-9"},
        Case{"ID=\"almalinux\"\nVERSION_ID=\"10.0\"\nPRETTY_NAME=\"AlmaLinux 10.0 (Purple Lion)\"\n", "rhel-10"},
        Case{"ID=\"sles\"\nVERSION_ID=\"15.6\"\nPRETTY_NAME=\"SUSE Linux Enterprise Server 15 SP6\"\n", "sles-15"},
        Case{"PRETTY_NAME=\"Ubuntu 22.04.2 LTS\"\nVERSION_ID=\"22.04\"\nID=ubuntu\n", "ubuntu-22.04"},
        Case{"PRETTY_NAME=\"Ubuntu 25.10\"\nVERSION_ID=\"25.10\"\nID=ubuntu\n", "ubuntu-25.10"},
        // Built on Ubuntu, and with its packages.
        Case{"ID=linuxmint\nVERSION_ID=\"22\"\nPRETTY_NAME=\"Linux Mint 22\"\nUBUNTU_CODENAME=noble\n", "ubuntu-24.04"},
        Case{"ID=alpine\nVERSION_ID=3.20.0\nPRETTY_NAME=\"Alpine Linux v3.20\"\n", ""},
        Case{"ID=debian\nVERSION_ID=\"9\"\nPRETTY_NAME=\"Debian GNU/Linux 9 (stretch)\"\n", ""},
        Case{"", ""},
    };
    Machine machine;
    const fs::path file = machine.surroundings().root / "etc/os-release";
    fs::create_directories(file.parent_path());
    for (const Case& one : cases) {
        CAPTURE(one.lines);
        write(file, one.lines);
        const EnvironmentRow* found = environment_here(builtin_tables(), machine.surroundings());
        CHECK((found ? found->id : "") == one.id);
    }
}

TEST_CASE("reads glibc from getconf only if it reports glibc") {
    const Machine machine;
    write_program(machine.bin() / "getconf", "echo 'glibc 2.43'");
    CHECK(machine.look().glibc == Version{2, 43});
    write_program(machine.bin() / "getconf", "echo undefined");
    CHECK_FALSE(machine.look().glibc);
}

TEST_CASE("locates headers only if all compilers agree") {
    Host host;
    FoundToolkit toolkit;
    toolkit.headers = "/usr/include";
    CHECK_FALSE(place_of_headers(host, toolkit));
    FoundCompiler gcc, clang;
    gcc.system_folders = {"/usr/include/c++/13", "/usr/include"};
    clang.system_folders = {"/usr/include"};
    host.compilers = {gcc, clang};
    CHECK(place_of_headers(host, toolkit) == ToolkitHeaders::system);
    toolkit.headers = "/opt/cuda/include";
    CHECK(place_of_headers(host, toolkit) == ToolkitHeaders::prefix);
    host.compilers.back().system_folders.emplace_back("/opt/cuda/include");
    CHECK_FALSE(place_of_headers(host, toolkit));
    toolkit.headers.clear();
    CHECK_FALSE(place_of_headers(host, toolkit));
}

TEST_CASE("finds headers under the prefix or in compilers' directories") {
    const Machine machine;
    const fs::path include = machine.path() / "include", prefix = machine.path() / "cuda" / "include";
    for (const fs::path& directory : {include, prefix}) write(directory / "crt" / "math_functions.h", "");
    write(include / "features.h", "");
    const auto add_searching = [&](std::string_view name, const fs::path& directory) {
        write_program(
            machine.bin() / name,
            fmt::format("printf '#include <...> search starts here:\\n %s\\nEnd of search list.\\n' '{}' >&2\n"
                        "printf '#define __GNUC__ 13\\n#define __GNUC_MINOR__ 3\\n"
                        "#define __GNUC_PATCHLEVEL__ 1\\n'\n",
                        directory.string()));
    };
    add_searching("g++", include);
    Host host;
    find_compilers(machine.surroundings_of({}), host);
    REQUIRE(host.compilers.size() == 1);
    FoundToolkit toolkit;
    toolkit.root = machine.path() / "none";
    find_headers_of(host, toolkit);
    CHECK(toolkit.headers == fs::canonical(include));
    CHECK(toolkit.headers_place == ToolkitHeaders::system);
    FoundToolkit other;
    other.root = machine.path() / "cuda";
    find_headers_of(host, other);
    CHECK(other.headers == fs::canonical(prefix));
    CHECK(other.headers_place == ToolkitHeaders::prefix);

    // CPATH with the toolkit: the compiler lists its directory, and treats it like one from -I.
    add_searching("g++", prefix);
    Host with_cpath;
    find_compilers(machine.surroundings_of({{"CPATH", prefix.string()}}), with_cpath);
    FoundToolkit named;
    named.root = machine.path() / "cuda";
    find_headers_of(with_cpath, named);
    CHECK(named.headers_place == ToolkitHeaders::prefix);
}
