@testable import NexusCore

// Actions on messages, stored or in flight.
extension Workload {
    func receipt(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        // Below 0 after a restore, until the conversation is fetched again.
        guard let id, let cursor = device.engine?.conversations[id]?.record.cursor, cursor >= 0 else { return }
        let seq = world.random.chance(7_000) ? cursor : Seq(world.pick(0...Int(cursor)))
        try device.handle(.view(id))
        try device.handle(.read(id, through: seq))
    }

    /// Edits or deletes, mostly own messages, sent or not.
    func revise(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id else { return }
        let isOwn = world.random.chance(8_500)
        var messages = try device.store.timeline(id).filter { !isOwn || $0.sender == device.user }.map(\.id)
        for entry in try device.store.outbox() {
            if case .post(id, _) = entry.operation.kind { messages.append(entry.operation.id.retyped()) }
        }
        guard let message = world.random.pick(Array(messages.suffix(world.random.chance(5_000) ? 10 : .max))) else {
            return
        }
        if world.random.chance(6_000) {
            let mentions = mentions(device, id)
            let text = "\(mentions.isEmpty ? "" : "@x ")edited at \(world.now)"
            try device.ask(.edit(id, message: message, text: text, mentions: mentions))
        } else {
            let also = world.random.chance(3_000) ? world.random.pick(messages) : nil
            try device.ask(.delete(id, messages: [message] + (also.map { [$0] } ?? [])))
        }
    }

    /// Reacts to a message, or thinks better of it; some change their mind several times at once, and some all together.
    func react(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id else { return }
        var messages = try device.store.timeline(id).map(\.id)
        for entry in try device.store.outbox() {
            if case .post(id, _) = entry.operation.kind { messages.append(entry.operation.id.retyped()) }
        }
        guard let message = world.random.pick(Array(messages.suffix(world.random.chance(7_000) ? 3 : .max))) else {
            return
        }
        let emoji = world.random.pick(["👍", "🎉", "❤️"]) ?? "👍"
        for _ in 0...(world.random.chance(3_000) ? world.pick(0...4) : 0) {
            try device.ask(.react(id, message: message, emoji: emoji, on: world.random.chance(6_000)))
        }
        guard world.random.chance(2_000) else { return }
        for other in world.devices where other.engine?.conversations[id] != nil {
            try other.ask(.react(id, message: message, emoji: emoji, on: world.random.chance(6_000)))
        }
    }

    /// Pins or unpins a message; sometimes twice, and sometimes by several users at once.
    func pin(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id, let message = world.random.pick(try device.store.timeline(id))?.id else { return }
        for asking in [device] + world.devices.filter({ _ in world.random.chance(1_000) })
        where asking.engine?.conversations[id] != nil {
            try asking.ask(.pin(id, message: message, on: world.random.chance(7_000)))
        }
    }

    /// Forwards a message; meanwhile it may be edited or deleted, and the forwarder removed.
    func forward(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id, let message = world.random.pick(try device.store.timeline(id).filter({ !$0.isDeleted })),
            let other = world.random.pick(device.engine?.conversations.keys.sorted() ?? [])
        else { return }
        let members = device.engine?.conversations[id]?.members ?? []
        try device.ask(
            .post(
                other,
                message.forwarded(at: device.clock) { user in members.first { $0.user == user }?.name ?? "" }))
        guard world.random.chance(3_000),
            let author = world.devices.first(where: { $0.user == message.sender && $0.engine?.conversations[id] != nil }
            )
        else { return }
        try author.ask(
            world.random.chance(5_000)
                ? .delete(id, messages: [message.id]) : .edit(id, message: message.id, text: "edited at \(world.now)"))
    }

    /// A user to mention as `@x`: a present or former member.
    func mentions(_ device: SimulatedDevice, _ id: ConversationID) -> [Mention] {
        guard world.random.chance(3_000), let members = device.engine?.conversations[id]?.members else { return [] }
        return world.random.pick(members).map { [Mention(user: $0.user, start: 0, length: 2)] } ?? []
    }

    /// A message to reply to: stored or in flight.
    func original(_ device: SimulatedDevice, _ id: ConversationID) throws -> MessageID? {
        guard world.random.chance(2_000) else { return nil }
        for entry in try device.store.outbox() where world.random.chance(5_000) {
            if case .post(id, _) = entry.operation.kind { return entry.operation.id.retyped() }
        }
        return world.random.pick(try device.store.timeline(id))?.id
    }

    /// Retries or discards what failed or waits, or sends its text alone.
    func settle(_ device: SimulatedDevice, _ engine: SyncEngine) throws {
        let uploads = engine.outbox.entries.filter { $0.operation.isUpload }
        if let entry = world.random.pick(uploads), world.random.chance(4_000) {
            let files = try device.sendText(of: entry.operation.id)
            // What is about the attachments waits for them.
            if let files, let conversation = entry.operation.conversation,
                device.engine?.outbox.entry(files.retyped()) != nil
            {
                try device.ask(.react(conversation, message: files, emoji: "👍", on: true))
            }
            return
        }
        let failed = engine.outbox.entries.filter { if case .failed = $0.state { true } else { false } }
        if let entry = world.random.pick(failed), world.random.chance(7_000) {
            if world.random.chance(5_000) { return try device.handle(.retry(entry.operation.id)) }
            return try device.discard(entry.operation.id)
        }
        if world.random.chance(2_000), let entry = world.random.pick(engine.outbox.entries) {
            if entry.operation.kind.givesWay { return }
            try device.discard(entry.operation.id)
        }
    }

    func scroll(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id, let gap = device.engine?.conversations[id]?.record.gaps.gap(before: .max) else { return }
        let seq = Seq(world.pick(Int(gap.lowerBound)...Int(gap.upperBound)))
        try device.handle(world.random.chance(5_000) ? .loadOlder(id, before: seq + 1) : .loadAround(id, seq))
        // While the page is in flight a user may change its messages, preferably unread ones.
        guard world.random.chance(7_000) else { return }
        let read = device.engine?.conversations[id]?.record.read ?? 0
        let page = try world.server.messages(in: id, before: seq + 1).filter { !$0.isDeleted }
        let unread = page.filter { $0.seq > read && $0.sender != device.user }
        guard let message = world.random.pick(unread.isEmpty ? page : unread),
            let author = world.random.pick(world.devices.filter { $0.user == message.sender })
        else { return }
        world.schedule(at: world.now + Int64(world.pick(0...(world.conditions.latency * 2)))) { [world] in
            try author.ask(
                world.random.chance(7_000)
                    ? .delete(id, messages: [message.id])
                    : .edit(id, message: message.id, text: "edited at \(world.now)"))
        }
    }

    func idle(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        switch world.pick(0...3) {
        case 0: if let id { try device.handle(.typing(id, world.random.chance(7_000))) }
        case 1: try device.handle(.activity(world.random.chance(5_000)))
        case 2: try device.handle(.signOfLife)
        default: try device.handle(.view(id))
        }
    }
}
