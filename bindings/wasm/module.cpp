// The engine as a WebAssembly module: one call with JSON text in and out; events and pattern databases through imports.
// This folder makes the engine a module for browsers.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "page_tables.hpp"
#include "tessera/api/api.hpp"

namespace {

using namespace tessera;

/// Sends an event as JSON to the page; a result other than 0 asks the call to stop.
__attribute__((import_module("tessera"), import_name("event"))) extern "C" int page_event(
    const char* text, std::size_t length);

/// Passes on the engine's events. Every event crosses into JavaScript, so mere progress is sent at most twenty
/// times a second.
class PageObserver final : public Observer, public pdb::BuildObserver {
  public:
    void begin() {
        begin_ = Clock::now();
        stopped_ = false;
    }

    void progress(const Progress& progress) override {
        if (due()) tell(progress_event(progress));
    }
    void improved(std::span<const Move> path, Cost lower_bound) override {
        const std::chrono::duration<double> passed = Clock::now() - begin_;
        tell(improved_event(path, lower_bound, passed.count()));
    }
    void progress(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total) override {
        if (due()) tell(building_event(pattern, done, total));
    }
    bool cancelled() override { return stopped_; }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds interval{50};

    bool due() {
        const auto now = Clock::now();
        if (now - last_ < interval) return false;
        last_ = now;
        return true;
    }
    void tell(const std::string& event) {
        if (page_event(event.data(), event.size()) != 0) stopped_ = true;
    }

    Clock::time_point begin_;
    Clock::time_point last_;
    bool stopped_ = false;
};

/// The state that lives from one call to the next: heuristics and tables that were built.
struct Module {
    PageObserver observer;
    wasm::PageTables tables;
    Engine engine{Host{.tables = &tables, .build_observer = &observer}};
    Api api{engine};
};

Module& module() {
    static Module instance;
    return instance;
}

}  // namespace

extern "C" {

__attribute__((export_name("tessera_allocate"))) void* tessera_allocate(std::size_t bytes) {
    return std::malloc(bytes);
}

__attribute__((export_name("tessera_release"))) void tessera_release(void* memory) {
    std::free(memory);
}

/// The reply to a call: its length in four bytes, then the text. The caller releases it.
__attribute__((export_name("tessera_call"))) void* tessera_call(const char* name,
                                                                std::size_t name_length,
                                                                const char* request,
                                                                std::size_t request_length) {
    module().observer.begin();
    const auto reply =
        module().api.call({name, name_length}, {request, request_length}, module().observer);
    const std::string text = reply ? *reply : to_json(reply.error());
    const auto length = static_cast<std::uint32_t>(text.size());
    auto* memory = static_cast<char*>(std::malloc(sizeof length + text.size()));
    if (memory == nullptr) std::abort();
    std::memcpy(memory, &length, sizeof length);
    std::memcpy(memory + sizeof length, text.data(), text.size());
    return memory;
}
}
