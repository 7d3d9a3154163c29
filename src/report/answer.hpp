#pragma once

#include <cudastdenv/resolve.hpp>

#include <string_view>

namespace cudastdenv::report {

/// A resolution together with what was asked, as the report functions take it.
struct Answer {
    const Tables& tables;
    const Request& request;
    const Resolution& resolution;
    std::string_view cuda_requested;  ///< as it was typed: `12.8`
    std::string_view environment;     ///< the environment that the stdenv was taken from, or empty
    bool stdenv_assumed = false;      ///< no stdenv was named
    bool libstdcxx_assumed = false;   ///< the stdenv is a Clang, and nothing says whose libstdc++ it has
};

}  // namespace cudastdenv::report
