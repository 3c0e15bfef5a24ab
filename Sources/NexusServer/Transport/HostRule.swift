import HTTPTypes
import NIOHTTP1
import NexusCore

/// The `Host` headers that are served (RFC 9112 §3.2), so that a proxy and this server agree on the target of a
/// request, and a page of another name cannot reach this server under that name (DNS rebinding).
enum HostRule {
    /// The refusal of a request; `nil` if it is served.
    static func refusal(of head: HTTPRequestHead, publicAddress: PublicAddress?) -> Refusal? {
        let hosts = head.headers["host"]
        let isOld = head.version.major == 1 && head.version.minor == 0
        return refusal(of: hosts, mayHaveNone: isOld, publicAddress: publicAddress) { head.headers.contains(name: $0) }
    }

    /// The same over HTTP/2, where `:authority` takes the place of `Host` (RFC 9113 §8.3.1).
    static func refusal(of head: HTTPRequest, publicAddress: PublicAddress?) -> Refusal? {
        refusal(of: head.hosts, mayHaveNone: false, publicAddress: publicAddress) { name in
            head.headerFields.contains { $0.name.canonicalName == name }
        }
    }

    /// - Parameter has: whether the request has a header.
    private static func refusal(
        of hosts: [String], mayHaveNone: Bool, publicAddress: PublicAddress?, has: (String) -> Bool
    ) -> Refusal? {
        guard hosts.count == 1 || hosts.isEmpty && mayHaveNone else {
            return Refusal(.invalidRequest, "A request has exactly one Host header.")
        }
        let host = hosts.first ?? ""
        guard host.utf8.allSatisfy(isHostByte) else {
            return Refusal(.invalidRequest, "The Host header is not a host.")
        }
        guard let publicAddress, !publicAddress.isNamed(by: host) else { return nil }
        // Health checks and programs on the server's own machine.
        if hosts.isEmpty || isLoopback(host), !isOfBrowser(has) { return nil }
        return Refusal(.wrongHost, "Use this server's public address: \(publicAddress.origin).")
    }

    /// Letters, digits and the punctuation of names, addresses and ports (RFC 3986 §3.2.2).
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+;=%:[]".utf8.contains(byte)
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        if name.lowercased() == "localhost" || name == "[::1]" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether a page may have made the request: programs send none of these headers.
    private static func isOfBrowser(_ has: (String) -> Bool) -> Bool {
        ["origin", "cookie", "sec-fetch-site", "sec-fetch-mode"].contains(where: has)
    }
}

extension HTTPRequest {
    /// The hosts that a request over HTTP/2 names, each once.
    var hosts: [String] {
        var hosts = [authority].compactMap { $0 }
        for field in headerFields where field.name.canonicalName == "host" {
            if !hosts.contains(where: { $0.lowercased() == field.value.lowercased() }) { hosts.append(field.value) }
        }
        return hosts
    }
}
