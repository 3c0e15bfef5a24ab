import Foundation
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

/// How often everything fails, and how long a node stands still: `make test-cluster` sets the number of rounds.
private enum ClusterPace {
    private static let given = ProcessInfo.processInfo.environment["NEXUS_CLUSTER_ROUNDS"].flatMap { Int($0) }
    static let rounds = max(1, given ?? 1)
    static let pause = Duration.seconds(given == nil ? 4 : 30)
    /// A cable that is unplugged is noticed later than a connection that is closed: not in `make test`.
    static let hasNetworks = given != nil && HAProxy.isInstalled && NodeNetwork.isPossible
}

/// Three nodes over one PostgreSQL and one NATS, behind HAProxy where that is installed, while everything fails in turn. `make test` goes
/// through the faults once; `make test-cluster` more often, with longer pauses, and with a network namespace for each node where root may make them.
@Suite(
    "A cluster under faults", .serialized, .timeLimit(.minutes(5 * ClusterPace.rounds)),
    .enabled(if: PostgresProcess.isInstalled && NatsServer.isInstalled, "PostgreSQL or nats-server is not installed"))
struct ClusterTests {
    @Test(
        "whatever fails under load, nothing acknowledged is lost or doubled, and all clients have the same in the end")
    func faults() async throws {
        let cluster = try await NodeCluster(hasNetworks: ClusterPace.hasNetworks)
        do { try await faults(in: cluster) } catch {
            Issue.record(error, "\(cluster.report)")
        }
    }

    private func faults(in cluster: NodeCluster) async throws {
        let (nodes, faults) = (cluster.nodes, cluster.faults)
        if faults.count < NodeCluster.Fault.allCases.count {
            print("Tried of what can fail: \(faults.map { "\($0)" }.joined(separator: ", "))")
        }
        let proxy = HAProxy.isInstalled ? try HAProxy(before: nodes.map { "\($0.host):\($0.port)" }) : nil
        let ports = proxy.map { [$0.port] } ?? nodes.map(\.port)
        let writers = RovingTeam(cluster.team, at: ports)
        try await writers.goOn(50, "at first")
        var devices: [Device] = []
        for (index, name) in ["Ada", "Bob", "Cleo"].enumerated() {
            devices.append(try await Device.signedUp(name, at: "http://127.0.0.1:\(ports[index % ports.count])"))
        }
        let members = [try await devices[1].user, try await devices[2].user]
        for round in 0..<ClusterPace.rounds {
            let (talk, _) = try await devices[0].client.createGroup(title: "Round \(round)", members: members)
            try await devices[0].client.send("at first", in: talk)
            for device in devices {
                // Where nothing stands before the nodes, a device waits for its own.
                try await eventually("the conversation is known") { (try? await device.texts(talk)) == ["at first"] }
            }
            var said = ["at first"]
            for (number, fault) in faults.enumerated() {
                let node = (round + number) % nodes.count
                try cluster.strike(fault, node)
                for (index, device) in devices.enumerated() {
                    said.append("\(fault) \(index)")
                    try await device.client.send(said[said.count - 1], in: talk)
                }
                try await Self.goOn(writers, devices, cluster, during: fault, node, hasProxy: proxy != nil)
                try cluster.mend(fault, node)
                try await cluster.hasBus(true, nodes)
                try await writers.goOn(50, "after \(fault)")
            }
            for device in devices {
                try await eventually("all have all", within: .seconds(60)) {
                    try await Set(device.texts(talk)) == Set(said)
                }
            }
            let texts = try await devices[0].texts(talk)
            #expect(texts.count == said.count)
            for (index, device) in devices.enumerated() {
                let own = try await device.texts(talk)
                let missing = said.filter { !own.contains($0) }
                #expect(own == texts, "device \(index) at node \(index % nodes.count) lacks \(missing)")
                let statuses = try await device.statuses(talk)
                #expect(!statuses.contains(.failed), "an error was visible")
            }
        }
        for device in devices { await device.quit() }
        for node in nodes {
            try await eventually("a node is well", within: .seconds(60)) {
                String(decoding: try await node.get("/health").body, as: UTF8.self).hasPrefix(#"{"status":"ok""#)
            }
        }
        try await writers.expectUnbroken(on: nodes)
        for node in nodes {
            #expect(node.terminate() == 0, "\(node.log.suffix(2_000))")
            #expect(!node.log.contains("new epoch"))
        }
        // Until here.
        withExtendedLifetime((cluster, proxy)) {}
    }

    /// Expects of the others, while something fails, what is left.
    private static func goOn(
        _ writers: RovingTeam, _ devices: [Device], _ cluster: NodeCluster, during fault: NodeCluster.Fault,
        _ node: Int,
        hasProxy: Bool
    ) async throws {
        switch fault {
        case .nodeKilled: try await writers.goOn(50, "at the other nodes")
        case .nodeEnded:
            // Without a proxy a device knows one node alone.
            for device in devices where hasProxy {
                try await eventually("its sockets are elsewhere", within: .seconds(10)) { await device.client.isOnline }
            }
            try await writers.goOn(50, "at the other nodes")
        case .databaseRestarted: break
        case .busStopped:
            try await cluster.hasBus(false, cluster.nodes)
            let health = String(decoding: try await cluster.nodes[0].get("/health").body, as: UTF8.self)
            #expect(health.contains(#""bus""#) && health.contains("degraded"), "\(health)")
            try await writers.goOn(50, "without the bus")
        case .nodeCutFromBus:
            try await cluster.hasBus(false, [cluster.nodes[node]])
            try await writers.goOn(50, "with one node cut from the bus")
        case .nodeCutOff: try await writers.goOn(50, "with one node cut off from everything")
        case .diskFilled:
            try await cluster.expectFullDisk(node)
            try await writers.goOn(50, "while the disk of one node is full")
        case .nodeStalled:
            try await Task.sleep(for: ClusterPace.pause)
            // Without it nobody tells the writers there.
            if hasProxy { try await writers.goOn(50, "while one node stands still") }
        }
    }
}
