// Reading the fields of a JSON object from outside: every type is checked, and an unknown field is an error.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/api/shape.hpp"
#include "tessera/base/result.hpp"

namespace tessera::api {

using Json = nlohmann::ordered_json;

/// The object in a text, or an error with the place of the fault.
Result<Json> read_object(std::string_view text);

/// The default of a field that has one.
Json default_of(const Field& field);

/// Reads the fields of one object. The first fault is kept and everything after it reads as absent, so a caller asks for
/// all it knows and looks for the fault once, at the end.
class Fields {
  public:
    /// `object` must outlive this. `where` is what faults call it: "the call" and such for a whole request, else
    /// the field that it is, e.g. "limits".
    Fields(const Json& object, std::string_view where);
    /// Looks at once whether every field is as the shape says, those of objects within it included. What is absent and has
    /// a default reads as that.
    Fields(const Json& object, std::string_view where, const Shape& shape, const ApiLimits& limits);

    /// Null where there is none.
    const Json* any(std::string_view name);
    std::optional<std::string> text(std::string_view name);
    std::optional<bool> flag(std::string_view name);
    std::optional<std::uint64_t> whole(
        std::string_view name, std::uint64_t least = 0,
        std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
    std::optional<double> number(std::string_view name, double least = 0.0,
                                 double most = std::numeric_limits<double>::max());
    std::optional<std::vector<std::string>> texts(std::string_view name);

    /// A number field for a member of another type.
    template <class Number>
    void read_whole(std::string_view name, Number& into, std::uint64_t least = 0,
                    std::uint64_t most = std::numeric_limits<Number>::max()) {
        if (const auto value = whole(name, least, most)) into = static_cast<Number>(*value);
    }

    /// Keeps a fault found by the caller, unless there is one already.
    void fault(Error error);
    /// Whether something was wrong so far.
    bool fault_found() const { return fault_.has_value(); }
    /// The first fault, if there was one; else the first unknown field.
    std::optional<Error> fault() const;

  private:
    void wrong(std::string_view name, std::string_view expected);
    /// "limits.seconds"; of a whole request, "start".
    std::string path_of(std::string_view name) const;
    void check(const Shape& shape, const ApiLimits& limits);

    const Json& object_;
    std::string where_;
    Json defaults_ = Json::object();
    std::set<std::string, std::less<>> known_;
    std::optional<Error> fault_;
};

}  // namespace tessera::api
