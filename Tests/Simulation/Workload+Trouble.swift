@testable import NexusCore

// Trouble and concurrent actions.
extension Workload {
    func trouble(_ device: SimulatedDevice) throws {
        let conditions = world.conditions
        if world.chance(conditions.cut) { try device.cut(silently: world.random.chance(4_000)) }
        if world.chance(conditions.cut / 2) {
            let long = [2_000, 20_000, 90_000, 600_000][world.pick(0...3)]
            try device.goOffline(until: world.now + Int64(world.pick(0...long)))
        }
        if world.chance(conditions.cut / 2) { try device.handle(.networkLost) }
        if world.chance(conditions.deviceCrash * 2) { device.crash() }
        if world.chance(conditions.clockJump) { device.skew = Int64(world.pick(-400_000_000...400_000_000)) }
        if world.chance(conditions.serverCrash) { try world.server.crash() }
        try world.server.troubleNodes()
        if world.chance(conditions.deviceCrash / 2) { try device.signOut() }
        if world.chance(conditions.deviceCrash / 2) { try device.loseSession() }
        if world.chance(150), world.devices.count < 8, let user = world.random.pick(world.people) {
            try world.addDevice(of: user)
        }
    }

    /// All members act on a conversation at the same moment.
    func storm(_ id: ConversationID?) throws {
        guard let id else { return }
        for device in world.devices where device.engine?.conversations[id] != nil {
            switch world.pick(0...9) {
            case 0...1: try post(device, id)
            case 2...3: try revise(device, id)
            case 4: try receipt(device, id)
            case 5...7: try membership(device, id)
            case 8: try device.ask(.rename(id, title: "S\(world.now)"))
            default:
                try device.ask(
                    world.random.chance(2_000)
                        ? .dissolve(id) : .updateProfile(name: "S\(world.now)", showsPresence: nil))
            }
        }
    }

    /// A user writes offline, and is removed from the group before the messages are sent. Some are added again.
    func expel(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id else { return }
        let owners = (world.ledger.members[id] ?? [:]).values.filter { $0.role == .owner && !$0.hasLeft }.map(\.user)
        guard let other = world.devices.first(where: { $0.user != device.user && owners.contains($0.user) }) else {
            return
        }
        try device.goOffline(until: world.now + Int64(world.pick(1_000...30_000)))
        for number in 0...world.pick(1...3) {
            try device.ask(.post(id, text: "unheard \(number)", writtenAt: device.clock))
        }
        try revise(device, id)
        try other.ask(.removeMember(id, user: device.user))
        guard world.random.chance(4_000) else { return }
        world.schedule(at: world.now + Int64(world.pick(0...40_000))) { [world] in
            let people = world.people.filter { $0.id == device.user }
            try other.ask(.addMembers(id, users: [device.user]), people: people)
        }
    }
}
