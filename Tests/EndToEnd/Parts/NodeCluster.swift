import Foundation
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

/// Three nodes over one PostgreSQL and one NATS, and what can fail of them.
struct NodeCluster {
    enum Fault: CaseIterable {
        case nodeKilled, nodeEnded, databaseRestarted, busStopped, nodeCutFromBus, nodeCutOff, diskFilled, nodeStalled
    }

    let nodes: [ServerProcess]
    let team: BenchTeam
    private let postgres: PostgresProcess
    private let bus: NatsServer
    /// A namespace for each node; none where they share that of the test.
    private let networks: [NodeNetwork]
    /// Between each node and the bus, where there are no namespaces.
    private let lines: [CuttableLine]
    /// A small disk for the data of each node; none where nothing can be mounted.
    private let disks: [SmallDisk]

    /// What can be tried on this machine.
    var faults: [Fault] {
        Fault.allCases.filter { fault in
            switch fault {
            case .nodeCutOff: !networks.isEmpty
            case .diskFilled: !disks.isEmpty
            default: true
            }
        }
    }

    /// - Parameter hasNetworks: whether each node has a network namespace.
    init(hasNetworks: Bool) async throws {
        let postgres = try PostgresProcess(isOpen: hasNetworks)
        let bus = try NatsServer(hasNetworks ? ["-a", "0.0.0.0"] : [])
        (self.postgres, self.bus) = (postgres, bus)
        let networks = hasNetworks ? try (0..<3).map { try NodeNetwork($0) } : []
        let disks = SmallDisk.isPossible ? try (0..<3).map { _ in try SmallDisk(megabytes: 8) } : []
        (self.networks, self.disks) = (networks, disks)
        nodes = try (0..<3).map { node in
            try ServerProcess(
                folder: disks.isEmpty ? nil : disks[node].folder.appending(path: "data"),
                database: postgres.address(host: networks.isEmpty ? "127.0.0.1" : networks[node].main.machine),
                network: networks.isEmpty ? nil : networks[node])
        }
        team = try await nodes[0].seed { try await BenchTeam.pairs(6, $0) }
        var lines: [CuttableLine] = []
        for _ in nodes where networks.isEmpty { lines.append(try await CuttableLine(to: bus.port)) }
        self.lines = lines
        for node in nodes.indices { try start(node) }
    }

    /// Starts a node, at the port that it had.
    private func start(_ node: Int) throws {
        let address =
            networks.isEmpty
            ? lines[node].address.replacing("http", with: "nats") : "nats://\(networks[node].bus.machine):\(bus.port)"
        try nodes[node].start([
            "--nodes", "--bus", address, "--port", "\(nodes[node].port)",
        ])
    }

    func strike(_ fault: Fault, _ node: Int) throws {
        switch fault {
        case .nodeKilled: nodes[node].kill()
        case .nodeEnded:
            let begin = ContinuousClock.now
            #expect(nodes[node].terminate() == 0, "\(nodes[node].log.suffix(2_000))")
            #expect(.now - begin < .seconds(10))
        case .databaseRestarted: postgres.stop()
        case .busStopped: bus.kill()
        case .nodeCutFromBus where networks.isEmpty: lines[node].become(.cut)
        case .nodeCutFromBus: try networks[node].bus.unplug()
        case .nodeCutOff:
            try networks[node].main.unplug()
            try networks[node].bus.unplug()
        case .diskFilled: try disks[node].fill(leavingKibibytes: 0)
        case .nodeStalled: nodes[node].stall(true)
        }
    }

    func mend(_ fault: Fault, _ node: Int) throws {
        switch fault {
        case .nodeKilled, .nodeEnded: try start(node)
        case .databaseRestarted: try postgres.start()
        case .busStopped: try bus.start()
        case .nodeCutFromBus where networks.isEmpty: lines[node].become(.open)
        case .nodeCutFromBus: try networks[node].bus.plug()
        case .nodeCutOff:
            try networks[node].main.plug()
            try networks[node].bus.plug()
        case .diskFilled: try disks[node].makeRoom()
        case .nodeStalled: nodes[node].stall(false)
        }
    }

    /// What its nodes did last, for the message of a test that failed.
    var report: String {
        nodes.enumerated().map { number, node in
            let state = node.exitCode.map { "has ended with \($0)" } ?? (node.isRunning ? "runs" : "does not run")
            return "Node \(number), port \(node.port), \(state): \(node.log.suffix(3_000))"
        }.joined(separator: "\n")
    }

    /// Waits until these nodes say of the bus whether it is there.
    func hasBus(_ hasBus: Bool, _ of: [ServerProcess]) async throws {
        for node in of {
            try await eventually("the bus is \(hasBus ? "there" : "away")", within: .seconds(60)) {
                let body = try await node.get("/metrics").body
                return String(decoding: body, as: UTF8.self).contains("\nnexus_bus_connected \(hasBus ? 1 : 0)\n")
            }
        }
    }

    /// Expects that a node with a full disk says so and refuses files, and nothing else.
    func expectFullDisk(_ node: Int) async throws {
        let server = nodes[node]
        try await eventually("the node says that its disk is full") {
            let health = try await server.get("/health")
            return health.status == 503 && String(decoding: health.body, as: UTF8.self).contains(#""media":"full""#)
        }
        let token = team.people[0].accessToken
        let file = UploadRequest(
            id: WireDevice.identifier(), name: "notes.txt", bytes: 100_000, type: "text/plain")
        #expect(try await server.post("/v1/media", file.json, token: token).status == 200)
        let part = [UInt8](repeating: 65, count: 100_000)
        let refused = try await server.send("PATCH", "/v1/media/\(file.id)/upload?offset=0", part, token: token)
        #expect(try ErrorBody.decode(refused.body).refusal.code == .storageFull)
        // Beside the pairs, whose conversations hold posts alone.
        let (one, other) = (team.people[0].user.id, team.people[2].user.id)
        let begun = NexusCore.Operation(
            id: WireDevice.identifier(), kind: .createDirect(.direct(between: one, and: other), with: other))
        #expect(try await server.post("/v1/operations", begun.json, token: token).status == 200)
    }
}
