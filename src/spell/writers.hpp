#pragma once

#include <cudastdenv/spell.hpp>

namespace cudastdenv::spell {

Spelled write_cmake(const Tables& tables, const Request& request, const Resolution& resolution);
Spelled write_gencode(const Tables& tables, const Request& request, const Resolution& resolution);
Spelled write_json(const Tables& tables, const Request& request, const Resolution& resolution);
Spelled write_nix(const Tables& tables, const Request& request, const Resolution& resolution);
Spelled write_readable(const Tables& tables, const Request& request, const Resolution& resolution);

}  // namespace cudastdenv::spell
