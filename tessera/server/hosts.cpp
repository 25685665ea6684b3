// Names and addresses by which requests may call this server.
#include "tessera/server/hosts.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cctype>

namespace tessera::server {
namespace {

/// The name in a Host header, without the port and in small letters.
std::string host_name(std::string host) {
    for (char& letter : host)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    if (host.starts_with("[")) return host.substr(0, host.find(']') + 1);
    return host.substr(0, host.find(':'));
}

bool is_address(std::string name) {
    std::array<unsigned char, sizeof(in6_addr)> binary{};
    if (name.starts_with("[") && name.ends_with("]")) {
        name = name.substr(1, name.size() - 2);
        return inet_pton(AF_INET6, name.c_str(), binary.data()) == 1;
    }
    return inet_pton(AF_INET, name.c_str(), binary.data()) == 1;
}

/// By name or address; 127.evil.example is neither.
bool is_loopback(const std::string& name) {
    return name == "localhost" || name == "[::1]" || (name.starts_with("127.") && is_address(name));
}

}  // namespace

bool is_our_host(const ServerOptions& options, const std::string& header) {
    const std::string name = host_name(header);
    if (is_loopback(name)) return true;
    const std::string own =
        host_name(options.host.find(':') != std::string::npos ? fmt::format("[{}]", options.host)
                                                              : options.host);
    if (name == own) return true;
    if (own != "0.0.0.0" && own != "[::]") return false;
    // On all addresses of this machine, which are no names of another site.
    std::array<char, 256> machine{};
    gethostname(machine.data(), machine.size() - 1);
    return is_address(name) || name == host_name(machine.data());
}

}  // namespace tessera::server
