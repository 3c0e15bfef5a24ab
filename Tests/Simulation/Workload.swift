@testable import NexusCore

/// What people do, and what happens to them: one thing at a time, at random.
struct Workload {
    private let world: Simulation

    init(_ world: Simulation) { self.world = world }

    func act() throws {
        guard let device = world.random.pick(world.devices) else { return }
        try trouble(device)
        guard let engine = device.engine else { return }
        let id = world.random.pick(engine.conversations.keys.sorted())
        switch world.pick(0...99) {
        case 0...2: try create(on: device)
        case 3...5: try createDirect(on: device)
        case 6...10: try change(device, id)
        case 11...26: try membership(device, id)
        case 27...34: try receipt(device, id)
        case 35...44: try revise(device, id)
        case 45...48: try settle(device, engine)
        case 49...56: try scroll(device, id)
        case 57...60: try idle(device, id)
        default: try post(device, id)
        }
    }

    // MARK: What people do

    private func post(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id else { return try create(on: device) }
        for number in 0...(world.random.chance(1_500) ? world.pick(0...12) : 0) {
            try device.ask(.post(id, text: "\(number) at \(world.now)", writtenAt: device.clock))
        }
    }

    private func create(on device: SimulatedDevice) throws {
        guard var engine = device.engine else { return }
        let others = world.people.filter { $0.id != device.user && world.random.chance(6_000) }
        let id = engine.newConversationID(at: device.clock.advanced(by: Int64(world.pick(0...1_000_000))))
        try device.ask(.createGroup(id, title: "G\(world.now)", members: others.map(\.id)), people: others)
        try device.ask(.post(id, text: "first", writtenAt: device.clock))
    }

    private func createDirect(on device: SimulatedDevice) throws {
        guard let other = world.random.pick(world.people.filter { $0.id != device.user }) else { return }
        let id = ConversationID.direct(between: device.user, and: other.id)
        try device.ask(.createDirect(id, with: other.id), people: [other])
        try device.ask(.post(id, text: "hello", writtenAt: device.clock))
        // The other side may have the same idea.
        guard world.random.chance(5_000), let theirs = world.devices.first(where: { $0.user == other.id }),
            let me = world.people.first(where: { $0.id == device.user })
        else { return }
        try theirs.ask(.createDirect(id, with: device.user), people: [me])
        try theirs.ask(.post(id, text: "hello you", writtenAt: theirs.clock))
    }

    private func change(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        switch world.pick(0...9) {
        case 0...2: try device.ask(.updateProfile(name: "N\(world.now)", showsPresence: world.random.chance(5_000)))
        case 3: if let id, world.random.chance(3_000) { try device.ask(.dissolve(id)) }
        default: if let id { try device.ask(.rename(id, title: "T\(world.now)")) }
        }
    }

    private func membership(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id, let members = device.engine?.conversations[id]?.members else { return }
        let present = members.filter { !$0.hasLeft }.map(\.user)
        let isAdding = world.random.chance(6_000)
        let others = world.people.filter { $0.id != device.user && present.contains($0.id) != isAdding }
        if isAdding, let other = world.random.pick(others) {
            try device.ask(.addMembers(id, users: [other.id]), people: [other])
        } else if world.random.chance(6_000), let other = world.random.pick(others) {
            try device.ask(.removeMember(id, user: other.id))
        } else {
            try device.ask(.leave(id))
        }
    }

    private func receipt(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id, let cursor = device.engine?.conversations[id]?.record.cursor else { return }
        let seq = world.random.chance(7_000) ? cursor : Seq(world.pick(0...Int(cursor)))
        try device.handle(.view(id))
        try device.handle(.read(id, through: seq))
    }

    /// Edits or deletes, mostly one's own messages, sent or not.
    private func revise(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id else { return }
        let isOwn = world.random.chance(8_500)
        var messages = device.store.timeline(id).filter { !isOwn || $0.sender == device.user }.map(\.id)
        for entry in device.store.outbox.values.sorted(by: { $0.order < $1.order }) {
            if case .post(id, _, _) = entry.operation.kind { messages.append(entry.operation.id.retyped()) }
        }
        guard let message = world.random.pick(Array(messages.suffix(world.random.chance(5_000) ? 10 : .max))) else {
            return
        }
        if world.random.chance(6_000) {
            try device.ask(.edit(id, message: message, text: "edited at \(world.now)"))
        } else {
            let also = world.random.chance(3_000) ? world.random.pick(messages) : nil
            try device.ask(.delete(id, messages: [message] + (also.map { [$0] } ?? [])))
        }
    }

    /// Retries or discards what failed or waits.
    private func settle(_ device: SimulatedDevice, _ engine: SyncEngine) throws {
        let failed = engine.outbox.entries.filter { if case .failed = $0.state { true } else { false } }
        if let entry = world.random.pick(failed), world.random.chance(7_000) {
            if world.random.chance(5_000) { return try device.handle(.retry(entry.operation.id)) }
            return try device.discard(entry.operation.id)
        }
        if world.random.chance(2_000), let entry = world.random.pick(engine.outbox.entries) {
            if case .receipt = entry.operation.kind { return }
            try device.discard(entry.operation.id)
        }
    }

    private func scroll(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id, let gap = device.engine?.conversations[id]?.record.gaps.gap(before: .max) else { return }
        let seq = Seq(world.pick(Int(gap.lowerBound)...Int(gap.upperBound)))
        try device.handle(world.random.chance(5_000) ? .loadOlder(id, before: seq + 1) : .loadAround(id, seq))
        // While the page is on its way somebody may change what is on it.
        guard world.random.chance(6_000),
            let message = world.random.pick(try world.server.messages(in: id, before: seq + 1)),
            let author = world.random.pick(world.devices.filter { $0.user == message.sender })
        else { return }
        world.schedule(at: world.now + Int64(world.pick(0...(world.conditions.latency * 2)))) { [world] in
            let isDeletion = world.random.chance(5_000)
            try author.ask(
                isDeletion
                    ? .delete(id, messages: [message.id])
                    : .edit(id, message: message.id, text: "edited at \(world.now)"))
        }
    }

    private func idle(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        switch world.pick(0...3) {
        case 0: if let id { try device.handle(.typing(id, world.random.chance(7_000))) }
        case 1: try device.handle(.activity(world.random.chance(5_000)))
        case 2: try device.handle(.signOfLife)
        default: try device.handle(.view(id))
        }
    }

    // MARK: What happens to them

    private func trouble(_ device: SimulatedDevice) throws {
        let conditions = world.conditions
        if world.chance(conditions.cut) { try device.cut(silently: world.random.chance(4_000)) }
        if world.chance(conditions.cut / 2) {
            let long = [2_000, 20_000, 90_000, 600_000][world.pick(0...3)]
            try device.goOffline(until: world.now + Int64(world.pick(0...long)))
        }
        if world.chance(conditions.cut / 2) { try device.handle(.networkLost) }
        if world.chance(conditions.deviceCrash * 2) { device.crash() }
        if world.chance(conditions.clockJump) { device.skew = Int64(world.pick(-400_000_000...400_000_000)) }
        if world.chance(conditions.serverCrash) { world.server.crash() }
        if world.chance(150), world.devices.count < 8, let user = world.random.pick(world.people) {
            try world.addDevice(of: user)
        }
    }
}
