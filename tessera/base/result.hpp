// Errors as values: every function that can fail on input returns a Result, never throws.
#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace tessera {

/// The kind of a failure; the command line gives each kind an exit code.
enum class ErrorCode {
    usage,         ///< an option or name that does not exist, or a combination that makes no sense
    bad_input,     ///< a board, file or path that cannot be understood
    unsolvable,    ///< a well-formed board from which the goal cannot be reached
    memory_limit,  ///< a table or search that does not fit the memory allowed
    interrupted,   ///< stopped from outside before it was done
    internal       ///< a fault of the program itself
};

/// A failure. `message` says what is wrong and where, `hint` says what to do about it (it may be empty).
/// Neither names an option of the command line. `field` is the wrong field of a request or setting, if there is
/// one, under its name in the JSON calls (`heuristic`, `limits.memory_bytes`); each front end knows how its
/// users set that field.
struct Error {
    ErrorCode code = ErrorCode::internal;
    std::string message;
    std::string hint;
    std::string field = {};
};

/// A value or an Error. Reading the wrong one is a programming error.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & {
        assert(ok());
        return *std::get_if<0>(&content_);
    }
    const T& value() const& {
        assert(ok());
        return *std::get_if<0>(&content_);
    }
    T&& value() && {
        assert(ok());
        return std::move(*std::get_if<0>(&content_));
    }
    const Error& error() const {
        assert(!ok());
        return *std::get_if<1>(&content_);
    }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

  private:
    std::variant<T, Error> content_;
};

inline Error usage_error(std::string message, std::string hint = {}, std::string field = {}) {
    return {ErrorCode::usage, std::move(message), std::move(hint), std::move(field)};
}
inline Error input_error(std::string message, std::string hint = {}, std::string field = {}) {
    return {ErrorCode::bad_input, std::move(message), std::move(hint), std::move(field)};
}
/// The same error about this field, unless it names one already.
inline Error about_field(Error error, std::string_view field) {
    if (error.field.empty()) error.field = field;
    return error;
}

}  // namespace tessera
