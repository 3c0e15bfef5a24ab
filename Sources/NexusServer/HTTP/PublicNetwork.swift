import Foundation
import NIOCore

/// Tells addresses of the public internet from those of this machine, its networks and special uses (RFC 6890 and its registries).
enum PublicNetwork {
    static func contains(_ address: SocketAddress) -> Bool {
        let (family, count): (Int32, Int)
        switch address {
        case .v4: (family, count) = (AF_INET, 4)
        case .v6: (family, count) = (AF_INET6, 16)
        case .unixDomainSocket: return false
        }
        var bytes = [UInt8](repeating: 0, count: count)
        guard let text = address.ipAddress, inet_pton(family, text, &bytes) == 1 else { return false }
        return contains(bytes)
    }

    /// - Parameter bytes: 4 of IPv4 or 16 of IPv6, in network order.
    static func contains(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: !special4.contains { matches(bytes, $0) }
        case 16:
            if let inner = embedded(bytes) {
                contains(inner)
            } else {
                matches(bytes, global6) && !special6.contains { matches(bytes, $0) }
            }
        default: false
        }
    }

    private typealias Block = (prefix: [UInt8], bits: Int)

    private static let special4: [Block] = [
        ([0], 8),  // this network
        ([10], 8), ([172, 16], 12), ([192, 168], 16),  // private (RFC 1918)
        ([100, 64], 10),  // shared with carriers (RFC 6598)
        ([127], 8),  // loopback
        ([169, 254], 16),  // link-local, where clouds serve credentials
        ([192, 0, 0], 24),  // protocol assignments
        ([192, 0, 2], 24), ([198, 51, 100], 24), ([203, 0, 113], 24),  // documentation
        ([192, 88, 99], 24),  // 6to4 relays
        ([198, 18], 15),  // benchmarks
        ([224], 4),  // multicast
        ([240], 4),  // reserved, and broadcast
    ]

    /// The only block of global unicast addresses that is assigned.
    private static let global6: Block = ([0x20], 3)

    private static let special6: [Block] = [
        ([0x20, 0x01, 0x00], 23),  // protocol assignments, with Teredo and benchmarks
        ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0x00], 20),  // documentation
        ([0x20, 0x02], 16),  // 6to4
    ]

    /// The IPv4 address in an IPv4-mapped one (`::ffff:0:0/96`) and in one that NAT64 translates (`64:ff9b::/96`).
    private static func embedded(_ bytes: [UInt8]) -> [UInt8]? {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        let translated: [UInt8] = [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)
        return bytes.starts(with: mapped) || bytes.starts(with: translated) ? Array(bytes[12...]) : nil
    }

    private static func matches(_ bytes: [UInt8], _ block: Block) -> Bool {
        for bit in 0..<block.bits {
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            let wanted = bit / 8 < block.prefix.count ? block.prefix[bit / 8] : 0
            if bytes[bit / 8] & mask != wanted & mask { return false }
        }
        return true
    }
}
