// SPDX-License-Identifier: MIT
#include "diagnose/header_place.hpp"

#include "core/text.hpp"

namespace cudastdenv::diagnose {

namespace {

using Names = std::string_view;  // separated by blanks

// Headers that only libstdc++ has, in `bits/` or without a suffix.
constexpr Names names_of_libstdcxx =
    "algorithm any array atomic atomic_base.h atomic_wait.h barrier basic_string.h basic_string.tcc bitset charconv "
    "chrono chrono_io.h compare complex concepts condition_variable coroutine cpp_type_traits.h deque exception_ptr.h "
    "expected ext/type_traits.h filesystem format forward_list functional functional_hash.h future generator "
    "hashtable.h hashtable_policy.h invoke.h ios istream iterator iterator_concepts.h latch locale_facets.h map "
    "max_size_type.h memory memory_resource move_only_function.h mutex new numbers numeric optional ostream print "
    "random.tcc random.h ranges ranges_algo.h ranges_base.h ranges_util.h ratio regex scoped_allocator semaphore "
    "shared_mutex shared_ptr.h shared_ptr_base.h source_location span spanstream sstream stacktrace std_function.h "
    "std_mutex.h std_thread.h stdexcept stl_algo.h stl_algobase.h stl_construct.h stl_function.h stl_iterator.h "
    "stl_map.h stl_pair.h stl_tree.h stl_uninitialized.h stl_vector.h stop_token streambuf string_view string_view.tcc "
    "syncstream system_error text_encoding thread tuple type_traits typeindex unicode.h unique_ptr.h unordered_map "
    "unordered_map.h uses_allocator.h utility valarray variant vector version";
constexpr Names headers_of_c =
    "alloca.h assert.h complex.h ctype.h dirent.h dlfcn.h elf.h endian.h errno.h fcntl.h features.h fenv.h float.h "
    "getopt.h inttypes.h langinfo.h libintl.h limits.h link.h locale.h malloc.h math.h memory.h poll.h pthread.h "
    "sched.h "
    "search.h semaphore.h setjmp.h signal.h spawn.h stdc-predef.h stdint.h stdio.h stdlib.h string.h strings.h "
    "tgmath.h "
    "threads.h time.h uchar.h ucontext.h unistd.h wchar.h wctype.h";
constexpr Names folders_of_c = "arpa asm asm-generic bits gnu linux net netinet sys";
constexpr Names folders_of_cccl = "cccl cub cuda libcudacxx nv thrust";

/// `16.1.1` at the front of a text; absent: no number is there.
std::optional<Version> version_at(std::string_view text) noexcept {
    const std::string_view number = leading_version(text);
    if (const std::optional<Version> version = parse_version(number)) return version;
    const std::optional<int> major = whole_number(number);
    return major ? std::optional(Version{*major, -1, -1}) : std::nullopt;
}

/// The text behind the last occurrence of `part`; absent: it does not occur.
std::optional<std::string_view> behind_last(std::string_view text, std::string_view part) noexcept {
    const std::size_t at = text.rfind(part);
    return at == text.npos ? std::nullopt : std::optional(text.substr(at + part.size()));
}

std::string_view first_folder(std::string_view path) noexcept { return path.substr(0, path.find('/')); }

/// `/lib/gcc/x86_64-linux-gnu/13/include/amxtileintrin.h`, and conda's libstdc++ under it.
std::optional<HeaderPlace> place_of_gcc(std::string_view path) noexcept {
    std::optional<std::string_view> rest = behind_last(path, "/gcc/");
    if (!rest || rest->find('/') == rest->npos) return std::nullopt;
    const std::string_view behind_target = rest->substr(rest->find('/') + 1);
    const std::optional<Version> version = version_at(behind_target);
    const std::size_t include = behind_target.find("/include");
    if (!version || include == behind_target.npos) return std::nullopt;
    const std::string_view header = behind_target.substr(include);
    const bool is_of_library = header.find("/c++/") != header.npos || header.find("/g++") != header.npos;
    return HeaderPlace{is_of_library ? HeaderOwner::libstdcxx : HeaderOwner::gcc, version};
}

std::optional<HeaderPlace> place_of_libstdcxx(std::string_view path) noexcept {
    for (const std::string_view folder : {"/c++/", "/g++-v", "/g++/"})
        if (const auto rest = behind_last(path, folder))
            if (const std::optional<Version> version = version_at(*rest))
                return HeaderPlace{HeaderOwner::libstdcxx, version};
    return std::nullopt;
}

/// Squeezing drops the backslashes of `MSVC\14.44.35207\include\`.
std::optional<HeaderPlace> place_of_visual_cxx(std::string_view path) noexcept {
    std::optional<std::string_view> rest = behind_last(path, "msvc");
    if (!rest || rest->find("include") == rest->npos) return std::nullopt;
    take_prefix(*rest, "/");
    const std::optional<Version> version = version_at(*rest);
    return version ? std::optional(HeaderPlace{HeaderOwner::visual_cxx, version}) : std::nullopt;
}

bool is_in_cccl(std::string_view path) noexcept {
    if (path.find("/cccl-src/") != path.npos || path.find("/libcudacxx/include/") != path.npos) return true;
    if (path.find("/thrust/thrust/") != path.npos || path.find("/cub/cub/") != path.npos) return true;
    const std::optional<std::string_view> rest = behind_last(path, "/include/");
    if (rest && rest->find('/') != rest->npos && is_one_of(first_folder(*rest), folders_of_cccl)) return true;
    const std::optional<std::string_view> windows = path.find("toolkit") == path.npos ? std::nullopt
                                                                                      : behind_last(path, "include");
    return windows && std::ranges::any_of(pieces_of(folders_of_cccl, ' '),
                                          [&](std::string_view folder) { return windows->starts_with(folder); });
}

/// `/usr/include/bits/mathcalls.h`, `/nix/store/…-glibc-2.40-66-dev/include/math.h`
std::optional<HeaderPlace> place_of_glibc(std::string_view path) noexcept {
    std::optional<std::string_view> header = behind_last(path, "/usr/include/");
    std::optional<Version> version;
    if (const auto package = behind_last(path, "-glibc-")) {
        version = version_at(*package);
        header = behind_last(path, "/include/");
    }
    if (!header) return std::nullopt;
    // `x86_64-linux-gnu/` of Debian.
    if (first_folder(*header).find("-linux-gnu") != header->npos)
        header->remove_prefix(std::min(header->size(), first_folder(*header).size() + 1));
    const bool is_in_folder = header->find('/') != header->npos;
    if (!is_one_of(is_in_folder ? first_folder(*header) : *header, is_in_folder ? folders_of_c : headers_of_c))
        return std::nullopt;
    return HeaderPlace{HeaderOwner::glibc, version};
}

/// Clang's own headers, or libc++, which is in `include/c++/v1` and comes with Clang.
std::optional<HeaderPlace> place_of_clang(std::string_view path) noexcept {
    if (path.find("/c++/v1/") != path.npos) {
        const std::optional<std::string_view> version = behind_last(path, "/llvm-");
        return HeaderPlace{HeaderOwner::clang, version ? version_at(*version) : std::nullopt};
    }
    const std::optional<std::string_view> rest = behind_last(path, "/lib/clang/");
    if (!rest || rest->find("/include/") == rest->npos) return std::nullopt;
    return HeaderPlace{HeaderOwner::clang, version_at(*rest)};
}

/// The last place of one of the marks behind which no word continues; npos: none.
std::size_t last_of(std::string_view text, Names marks) {
    std::size_t last = text.npos;
    for (const std::string_view mark : pieces_of(marks, ' '))
        for (std::size_t at = text.rfind(mark); at != text.npos; at = at == 0 ? text.npos : text.rfind(mark, at - 1)) {
            const std::size_t end = at + mark.size();
            const bool is_suffix = mark.front() == '.';
            const bool continues = end < text.size() && (is_letter_or_digit(text[end]) || text[end] == '_');
            if (is_suffix && continues) continue;
            last = last == text.npos ? at : std::max(last, at);
            break;
        }
    return last;
}

constexpr Names marks_of_nvcc = ".cu .cuh nvcc cudafe cicc tmpxft_ cuda_object";
constexpr Names marks_of_cuda = "cuda detected_in_the_compilation_of";
constexpr Names marks_of_others = ".c .cc .cpp .cxx .c++ .mm g++_-c clang++_-c cxx_object";
/// Compilers that compile .cu files without nvcc.
constexpr Names marks_of_other_gpu_compilers =
    "hipcc hip_runtime /hip/ /rocm --offload-arch --cuda-gpu-arch -x_cuda when_compiling_for sycl";

/// In lower case, with one `_` for a blank, as the marks are.
std::string with_joined_words(std::string_view text) {
    std::string joined = in_lower_case(text);
    // nvcc's own files between its steps.
    replace_all(joined, "cudafe1.cpp", "cudafe");
    replace_all(joined, "cudafe1.stub.c", "cudafe");
    std::ranges::replace(joined, ' ', '_');
    return joined;
}

}  // namespace

std::optional<HeaderPlace> header_place(std::string_view path) {
    if (path.find('/') == path.npos && is_one_of(path, names_of_libstdcxx)) return HeaderPlace{};
    // Code, and not a header.
    for (const std::string_view suffix : {".cu", ".cpp", ".cc", ".cxx", ".c"})
        if (path.ends_with(suffix)) return std::nullopt;
    for (const auto& place_of : {place_of_libstdcxx, place_of_gcc, place_of_clang, place_of_visual_cxx})
        if (const std::optional<HeaderPlace> place = place_of(path)) return place;
    if (is_in_cccl(path)) return HeaderPlace{HeaderOwner::cccl};
    return place_of_glibc(path);
}

std::optional<bool> is_by_nvcc(std::string_view above, std::string_view behind, bool is_own_form) {
    const std::string before = with_joined_words(above), after = with_joined_words(behind);
    for (const std::string* text : {&before, &after})
        if (last_of(*text, marks_of_other_gpu_compilers) != std::string::npos) return false;
    if (is_own_form)
        for (const std::string* text : {&before, &after})
            for (const Names marks : {marks_of_nvcc, marks_of_cuda})
                if (last_of(*text, marks) != std::string::npos) return true;
    const auto is_last = [](std::size_t one, std::size_t other) {
        return one != std::string::npos && (other == std::string::npos || other < one);
    };
    // A host compiler names the file above the error that it compiles.
    const std::size_t nvcc = last_of(before, marks_of_nvcc), other = last_of(before, marks_of_others);
    if (is_last(nvcc, other)) return true;
    if (is_last(other, nvcc)) return is_own_form ? std::nullopt : std::optional(false);
    return std::nullopt;
}

}  // namespace cudastdenv::diagnose
