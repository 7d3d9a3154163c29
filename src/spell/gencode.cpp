#include "spell/writers.hpp"

namespace cudastdenv::spell {

Spelled write_gencode(const Tables& tables, const Request& request, const Resolution& resolution) {
    return {make_flags(tables, request, resolution).gencode_string, {}};
}

}  // namespace cudastdenv::spell
