import Foundation
import NexusTestSupport

/// A network namespace for one node, with two cables to this machine: one for the bus, and one for everything else. What a test unplugs loses
/// packets and closes nothing, as between machines. Making it needs root.
final class NodeNetwork {
    /// A pair of interfaces with a network of their own.
    struct Cable {
        fileprivate let name: String
        /// The address of this machine on it, and of the node.
        let machine: String
        let node: String

        func unplug() throws { try NodeNetwork.ip("link", "set", name, "down") }
        func plug() throws { try NodeNetwork.ip("link", "set", name, "up") }
    }

    /// Whether this machine lets a test make one.
    static var isPossible: Bool { getuid() == 0 && (try? NodeNetwork(0)) != nil }

    private static let run = UInt16.random(in: 0..<60)
    private let name: String
    let main: Cable
    let bus: Cable

    /// What runs a program in it, as words of a shell.
    var command: String { "ip netns exec \(name)" }

    /// - Parameter number: of the node, below 4.
    init(_ number: Int) throws {
        let name = "nexus-\(getpid())-\(number)"
        self.name = name
        // Addresses that are set aside for such tests (RFC 2544).
        func cable(_ kind: Int) -> Cable {
            let network = "198.18.\(Int(NodeNetwork.run) * 4 + number)"
            return Cable(
                name: "nx\(getpid())-\(number)\(kind)", machine: "\(network).\(kind * 4 + 1)",
                node: "\(network).\(kind * 4 + 2)")
        }
        (main, bus) = (cable(0), cable(1))
        try NodeNetwork.ip("netns", "add", name)
        for (index, cable) in [main, bus].enumerated() {
            let end = "node\(index)"
            try NodeNetwork.ip("link", "add", cable.name, "type", "veth", "peer", "name", end, "netns", name)
            try NodeNetwork.ip("addr", "add", "\(cable.machine)/30", "dev", cable.name)
            try NodeNetwork.ip("-n", name, "addr", "add", "\(cable.node)/30", "dev", end)
            try NodeNetwork.ip("-n", name, "link", "set", end, "up")
            try cable.plug()
        }
        try NodeNetwork.ip("-n", name, "link", "set", "lo", "up")
    }

    deinit {
        for cable in [main, bus] { try? NodeNetwork.ip("link", "del", cable.name) }
        try? NodeNetwork.ip("netns", "del", name)
    }

    private static func ip(_ words: String...) throws { try QuietCommand.run(["ip"] + words) }
}
