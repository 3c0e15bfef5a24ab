import NexusCore

@testable import NexusServer

/// A connection between a device and the server: frames take time, and some are lost, duplicated, delayed or overtaken.
final class SimulatedSocket {
    unowned let world: Simulation
    unowned let device: SimulatedDevice
    let number: Int
    /// The node that has accepted it.
    weak var node: SimulatedNode?
    /// How the hub of a node among others knows it, and what that has written to it.
    var connection: LiveConnection?
    let outlet = SimulatedOutlet()
    /// Whether the device still reads it.
    var isOpenAtDevice = true
    /// Whether the server still writes to it.
    var isOpenAtServer = true
    /// Whether the network silently drops everything.
    var isDead = false
    /// Whether the device reads so slowly that frames are dropped.
    private var isLagging = false
    private var lastDown: Int64 = 0
    private var lastUp: Int64 = 0

    init(world: Simulation, device: SimulatedDevice, number: Int) {
        self.world = world
        self.device = device
        self.number = number
    }

    func toServer(_ frame: ClientFrame) throws {
        let bytes = world.conditions.usesCodec ? frame.json : nil
        for (copy, time) in deliveries(after: &lastUp).enumerated() {
            world.schedule(at: time) { [self] in
                // Frames sent before the device closed it still arrive.
                guard !isDead, isOpenAtServer, let node else { return }
                let frame = try bytes.map { try ClientFrame.decode($0) } ?? frame
                world.log("\(device.name) → server\(copy > 0 ? " (again)" : ""): \(frame.summary)")
                try node.receive(frame, from: self)
            }
        }
    }

    func toDevice(_ frame: ServerFrame) throws {
        guard isOpenAtServer, !isLagging else { return }
        // The first frame of a socket: nothing comes before it.
        if case .welcome = frame { return deliver(frame, at: [world.now]) }
        if world.chance(world.conditions.lag) { return lag() }
        deliver(frame, at: deliveries(after: &lastDown))
    }

    /// The device does not read: frames are dropped, and it is told once it reads again.
    private func lag() {
        isLagging = true
        world.schedule(at: world.now + Int64(world.pick(0...(world.conditions.latency * 4)))) { [self] in
            isLagging = false
            deliver(.lagged, at: [max(lastDown, world.now)])
        }
    }

    private func deliver(_ frame: ServerFrame, at times: [Int64]) {
        let bytes = world.conditions.usesCodec ? frame.json : nil
        for (copy, time) in times.enumerated() {
            world.schedule(at: time) { [self] in
                guard !isDead, isOpenAtDevice else { return }
                let frame = try bytes.map { try ServerFrame.decode($0) } ?? frame
                world.log("server → \(device.name)\(copy > 0 ? " (again)" : ""): \(frame.summary)")
                if case .ack(let acknowledgement) = frame { try world.ledger.acknowledged(acknowledgement.operation) }
                try device.hear(frame)
            }
        }
    }

    /// When the copies of a frame arrive: none, one or two.
    private func deliveries(after last: inout Int64) -> [Int64] {
        var times: [Int64] = []
        if !world.chance(world.conditions.drop) { times.append(arrival(after: &last)) }
        if world.chance(world.conditions.double) { times.append(arrival(after: &last)) }
        return times
    }

    private func arrival(after last: inout Int64) -> Int64 {
        let time = world.now + Int64(world.pick(1...world.conditions.latency))
        if world.chance(world.conditions.delay) { return time + Int64(world.pick(0...(world.conditions.latency * 3))) }
        last = max(last, time)
        return last
    }
}
