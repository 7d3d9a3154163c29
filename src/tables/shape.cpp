// SPDX-License-Identifier: MIT
#include "tables/shape.hpp"

namespace cudastdenv {

namespace {

using Visit = std::function<void(std::string_view, AnyValue)>;

void visit_parts(std::string_view key, AnyValue value, const Visit& visit);

void visit_value(std::string_view key, AnyValue value, const Visit& visit) {
    visit(key, value);
    visit_parts(key, value, visit);
}

void visit_parts(std::string_view key, AnyValue value, const Visit& visit) {
    const Shape& shape = *value.shape;
    if (shape.fields) {
        for (const Field& field : shape.fields()) visit_value(field.key, field_in(value.data, field), visit);
    } else if (shape.elements) {
        const Elements elements = shape.elements(value.data);
        for (std::size_t i = 0; i < elements.count; ++i) visit_value(key, elements[i], visit);
    } else if (shape.get) {
        if (const void* inner = shape.get(value.data)) visit_value(key, {inner, shape.inner}, visit);
    }
}

}  // namespace

void for_each_value_in(AnyValue value, const Visit& visit) { visit_parts({}, value, visit); }

}  // namespace cudastdenv
