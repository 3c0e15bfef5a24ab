import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

/// The address of a client in rate limits.
enum ClientAddress {
    /// The maximum bytes of an unreadable address that count; a proxy can write anything.
    private static let unreadableBytes = 64

    /// One key per client: an IPv4 address, or the network's 64 bits of an IPv6 address (RFC 4291 §2.5.4), since a
    /// client has as many addresses within it as it likes. An IPv4 address counts the same in its IPv6 form (RFC 4291
    /// §2.5.5.2).
    static func key(_ text: String) -> String {
        guard let address = try? SocketAddress(ipAddress: text, port: 0), case .v6 = address else {
            return String(decoding: text.utf8.prefix(unreadableBytes), as: UTF8.self)
        }
        // The address follows family, port and flow label (RFC 3493 §3.3).
        let bytes = address.withSockAddr { start, count in
            Array(UnsafeRawBufferPointer(start: start, count: count)[8..<24])
        }
        if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return bytes.suffix(4).map { String($0) }.joined(separator: ".")
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }
}

extension NexusRequestContext {
    /// The client's address, as the limits count it. Of the addresses that a proxy names only the last is the proxy's own word.
    func clientAddress(of request: Request, trustingProxy: Bool) -> String {
        if trustingProxy, let name = HTTPField.Name("X-Forwarded-For"), let forwarded = request.headers[name],
            let last = forwarded.split(separator: ",").last
        {
            return ClientAddress.key(last.trimmingPrefix { $0 == " " }.description)
        }
        return ClientAddress.key(remoteAddress?.ipAddress ?? "")
    }

    /// Where a sign-in comes from. Only a trusted proxy names the place.
    func origin(of request: Request, trustingProxy: Bool) -> SignInOrigin {
        var origin = SignInOrigin(address: clientAddress(of: request, trustingProxy: trustingProxy), place: nil)
        if trustingProxy, let name = HTTPField.Name(SignInOrigin.placeHeader), let place = request.headers[name] {
            let cut = TextRule.deviceName(place.normalized, limit: SignInOrigin.placeCharacters)
            origin.place = cut.isEmpty ? nil : cut
        }
        return origin
    }
}
