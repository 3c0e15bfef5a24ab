import Foundation
import NIOCore

/// Resolves host names to addresses.
struct HostResolver: Sendable {
    struct NotFound: Error {}

    /// The addresses of a name, the best first. It may block, and throws if there is none.
    var addresses: @Sendable (_ host: String) throws -> [SocketAddress]

    /// The system's resolver, which orders by RFC 6724.
    static let system = HostResolver { host in
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw NotFound() }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let info = next?.pointee {
            switch info.ai_family {
            case AF_INET:
                info.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    addresses.append(SocketAddress($0.pointee))
                }
            case AF_INET6:
                info.ai_addr.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    addresses.append(SocketAddress($0.pointee))
                }
            default: break
            }
            next = info.ai_next
        }
        return addresses
    }
}
