// Loads plug-ins when devices are first asked for: shared libraries with search backends that are not part of the program.
#include "tessera/backends/plug_ins.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

namespace tessera::backends {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "libtessera-";
constexpr std::string_view suffix = ".so";

/// Stands for a plug-in that cannot be used.
class UnusablePlugIn final : public SearchBackend {
  public:
    explicit UnusablePlugIn(DeviceInfo info) : info_(std::move(info)) {}

    std::string_view name() const override { return info_.name; }
    DeviceInfo describe() override { return info_; }

  private:
    DeviceInfo info_;
};

/// "gpu" for libtessera-gpu.so; nothing for other files.
std::string plug_in_name(const std::string& file) {
    if (!file.starts_with(prefix) || !file.ends_with(suffix) ||
        file.size() <= prefix.size() + suffix.size()) {
        return {};
    }
    return file.substr(prefix.size(), file.size() - prefix.size() - suffix.size());
}

/// Its devices, or why there are none.
Result<std::vector<SearchBackend*>> load(const std::string& path) {
    const auto fault = [&](std::string_view what) {
        return Error{ErrorCode::bad_input, fmt::format("{}: {}", path, what), ""};
    };
    // All symbols are resolved now, so that none is missing later.
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* why = dlerror();
        return Error{ErrorCode::bad_input, why != nullptr ? why : path + " cannot be loaded", ""};
    }
    void* symbol = dlsym(library, plug_in_entry);
    if (symbol == nullptr) return fault(fmt::format("it has no function {}", plug_in_entry));
    const PlugIn* plug_in = reinterpret_cast<PlugInEntry>(symbol)();
    if (plug_in == nullptr) return fault("it says nothing of itself");
    if (plug_in->abi != plug_in_abi) {
        return fault(
            fmt::format("it was built for another version of the program: its interface has the "
                        "number {}, this program's has {}",
                        plug_in->abi, plug_in_abi));
    }
    const auto devices = plug_in->devices();
    return std::vector<SearchBackend*>(devices.begin(), devices.end());
}

}  // namespace

std::vector<std::string> plug_in_folders() {
    std::vector<std::string> folders;
    if (const char* given = std::getenv("TESSERA_BACKENDS")) {
        std::string_view rest = given;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(':'), rest.size());
            if (end > 0) folders.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return folders;
    }
    std::error_code failure;
    const fs::path program = fs::read_symlink("/proc/self/exe", failure);
    if (failure) return folders;
    folders.push_back(program.parent_path().string());
    folders.push_back((program.parent_path().parent_path() / "lib" / "tessera").string());
    return folders;
}

std::vector<SearchBackend*> load_plug_ins(const std::vector<std::string>& folders) {
    // For ever: a device may have threads that still run when the program ends.
    static std::vector<std::unique_ptr<SearchBackend>>& unusable =
        *new std::vector<std::unique_ptr<SearchBackend>>;
    std::vector<SearchBackend*> all;
    for (const std::string& folder : folders) {
        std::error_code failure;
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder, failure)) {
            if (!plug_in_name(entry.path().filename().string()).empty()) {
                files.push_back(entry.path());
            }
        }
        std::sort(files.begin(), files.end());
        for (const fs::path& file : files) {
            // A name with a slash in it, so that no other folder is searched.
            auto devices = load(fs::absolute(file, failure).string());
            if (devices) {
                all.insert(all.end(), devices->begin(), devices->end());
                continue;
            }
            DeviceInfo info;
            info.name = plug_in_name(file.filename().string());
            info.description = "plug-in";
            info.unusable = devices.error().message;
            unusable.push_back(std::make_unique<UnusablePlugIn>(std::move(info)));
            all.push_back(unusable.back().get());
        }
    }
    return all;
}

std::span<SearchBackend* const> plug_ins() {
    static const std::vector<SearchBackend*> all = load_plug_ins(plug_in_folders());
    return all;
}

}  // namespace tessera::backends
