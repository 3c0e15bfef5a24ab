@testable import NexusCore
import NexusDatabase

@testable import NexusServer

/// The rules after quiet: every device equals the server, and nothing was lost or doubled.
struct Verdict {
    private let world: Simulation

    init(_ world: Simulation) { self.world = world }

    /// The rules before scrolling up, and after.
    func require() throws {
        try requireOperations()
        try requireDatabase()
        try world.ledger.requireOrder()
        for device in world.devices {
            guard let engine = device.engine else { throw SimulationFailure("everybody runs in the end", device.name) }
            try requireOutbox(engine, device)
            try requireConversations(engine, device)
            try requireOwn(engine, device)
            try requireInsights(engine, device)
            try requireRestart(engine, device)
            try SimulationTests.require(
                engine.conversations.keys.allSatisfy { engine.typing.users(in: $0).isEmpty }, "typing ends by itself",
                device.name)
        }
    }

    /// Every acknowledged operation is in the database, once, and nothing else; others were refused or discarded.
    private func requireOperations() throws {
        var held: Set<OperationID> = []
        for device in world.devices { held.formUnion(try device.store.outbox().map(\.operation.id)) }
        let posts = try world.server.read { reader in
            Set(try reader.all("SELECT id FROM messages") { try $0.next() as OperationID })
        }
        for (id, record) in world.ledger.operations {
            if record.kind.givesWay { continue }
            try SimulationTests.require(
                record.wasApplied || record.wasDiscarded || record.wasLost || held.contains(id), "no operation is lost",
                "\(record.kind.name) \(id) of device \(record.device)")
            guard case .post = record.kind else { continue }
            try SimulationTests.require(
                posts.contains(id) == record.wasApplied, "what is acknowledged is there", "\(id)")
            try SimulationTests.require(
                record.wasApplied || !record.wasAcknowledged, "what is acknowledged is there", "\(id)")
        }
        for id in world.ledger.promises {
            try SimulationTests.require(
                posts.contains(id) || held.contains(id) || world.ledger.operations[id]?.wasDiscarded == true,
                "the user's messages exist again after a restore", "\(id)")
        }
    }

    /// The database equals the sequence of changes.
    private func requireDatabase() throws {
        for id in world.ledger.heads.keys.sorted() {
            let rows = try world.server.read { reader in
                (
                    members: try HistoryRepository.members(of: id, changedAfter: 0, in: reader),
                    messages: try HistoryRepository.messages(in: id, before: .max, limit: .max, reader)
                )
            }
            let messages = (world.ledger.messages[id] ?? [:]).values.sorted { $0.seq < $1.seq }
            try SimulationTests.require(
                rows.messages == messages, "the messages are what the changes said",
                "\(id): \(difference(rows.messages, messages))")
            let members = comparable(Array((world.ledger.members[id] ?? [:]).values))
            try SimulationTests.require(
                comparable(rows.members) == members, "the members are what the changes said",
                "\(id): \(rows.members) instead of \(members)")
        }
    }

    private func requireOutbox(_ engine: SyncEngine, _ device: SimulatedDevice) throws {
        for entry in engine.outbox.entries {
            if case .failed = entry.state { continue }
            // Settings of a conversation wait until it can be created: it was refused during a block.
            if case .updateSettings(let id, _) = entry.operation.kind, engine.conversations[id]?.isLocalOnly == true {
                continue
            }
            throw SimulationFailure(
                "no operation waits in the end",
                "\(entry.operation.kind.name) \(entry.operation.id) on \(device.name): \(entry.state)")
        }
    }

    private func requireConversations(_ engine: SyncEngine, _ device: SimulatedDevice) throws {
        let mine = try world.server.read { [user = device.user] in
            try ConversationRepository.conversations(of: user, in: $0)
        }
        // A conversation that could not be created stays on its device until it is discarded.
        let held = engine.conversations.values.filter { !$0.isLocalOnly }.map(\.id).sorted()
        try SimulationTests.require(
            held == mine, "one holds the conversations that one is a member of",
            "\(device.name): \(held) instead of \(mine)")
        for id in mine {
            guard let state = engine.conversations[id] else { continue }
            try requireConversation(state, device)
        }
    }

    /// A user's settings are the same on all of their devices, in the database and according to the changes.
    private func requireOwn(_ engine: SyncEngine, _ device: SimulatedDevice) throws {
        var truth = UserSettingsState()
        repeat {
            let changes = try world.server.read { [user = device.user, after = truth.cursor] in
                try UserSettingsService.changes(of: user, after: after, in: $0)
            }
            guard truth.apply(changes) else { break }
        } while truth.isBehind
        let held = comparable(engine.own)
        try SimulationTests.require(
            held == comparable(truth), "what one has settled is the same on all devices",
            "\(device.name): \(held) instead of \(truth)")
        try SimulationTests.require(
            held == comparable(world.ledger.own[device.user] ?? UserSettingsState()),
            "what one has settled is what the changes said", "\(device.name): \(held)")
    }

    /// A device has the insights that its user sees, in the order of the server, and nothing else.
    private func requireInsights(_ engine: SyncEngine, _ device: SimulatedDevice) throws {
        for id in engine.conversations.values.filter({ !$0.isLocalOnly }).map(\.id).sorted() {
            let truth = try world.server.read { [user = device.user, now = world.time] in
                try InsightRows(of: id, after: 0, for: user, at: now, isOn: true, $0)
            }
            let held = comparable(engine.insights[id]?.rows ?? [])
            try SimulationTests.require(
                held == comparable(truth.rows), "insights are equal",
                "\(id) on \(device.name): \(held.map(\.text)) at \(engine.insights[id]?.cursor ?? -1) instead of \(truth.rows.map(\.text)) at \(truth.cursor)"
            )
        }
    }

    /// Names are those at the time a row was read.
    private func comparable(_ rows: [InsightRecord]) -> [InsightRecord] {
        rows.map { row in
            var row = row
            row.sender.name = ""
            row.assignee?.name = ""
            row.changedBy?.name = ""
            row.madeBy?.name = ""
            // What members taught counts when a row is sent.
            row.certainty = .likely
            return row
        }
    }

    /// A name is that at the time a row was read.
    private func comparable(_ state: UserSettingsState) -> UserSettingsState {
        UserSettingsState(
            cursor: state.cursor, settings: Array(state.settings.values),
            relations: state.relations.values.map { relation in
                var relation = relation
                relation.name = ""
                return relation
            })
    }

    private func requireConversation(_ state: ConversationState, _ device: SimulatedDevice) throws {
        let id = state.id
        let place = "\(id) on \(device.name)"
        let truth = try world.server.read { [user = device.user] reader in
            (
                view: try HistoryRepository.view(id, for: user, in: reader),
                members: try HistoryRepository.members(of: id, changedAfter: 0, for: user, in: reader),
                messages: try HistoryRepository.messages(in: id, before: .max, limit: .max, reader)
            )
        }
        guard let view = truth.view else { throw SimulationFailure("a member sees the conversation", place) }
        let require = { (holds: Bool, rule: String, detail: String) in
            try SimulationTests.require(holds, rule, "\(place): \(detail)")
        }
        try require(
            state.record.cursor == view.head, "every device has caught up", "\(state.record.cursor) of \(view.head)")
        try require(view.head == world.ledger.heads[id], "the head is the last change", "\(view.head)")
        try require(state.record.info == view.info, "titles are equal", "\(state.record.info) is not \(view.info)")
        try require(view.info == world.ledger.infos[id], "the title is what the changes said", "\(view.info)")
        let members = comparable(state.members)
        let rows = comparable(truth.members)
        try require(
            members == rows, "members and positions are equal",
            "\(members.filter { !rows.contains($0) }) instead of \(rows.filter { !members.contains($0) })")
        let isHeld = { (message: Message) in state.record.gaps.gap(at: message.seq) == nil }
        let timeline = try device.store.timeline(id).filter(isHeld)
        let messages = truth.messages.filter(isHeld)
        try require(timeline == messages, "messages are equal", difference(timeline, messages))
        let settings = device.engine?.ownView.settings(of: id) ?? ConversationSettings(conversation: id)
        let shown = device.engine?.rows(of: timeline, in: id).compactMap(\.seq) ?? []
        try require(
            shown == timeline.map(\.seq).filter { !settings.hides($0) },
            "what somebody deleted for themself is not shown",
            "\(shown)")
        let blocked = device.engine?.ownView.blocked ?? []
        let news = truth.messages.filter {
            $0.sender != device.user && $0.isSaid && $0.seq > state.record.read && !settings.hides($0.seq)
        }
        let row = device.engine?.conversationRow(id)
        let unread = row?.unread ?? 0
        // In gaps the server counts no further than its limit.
        let isCapped = !state.record.gaps.isEmpty && unread >= Changes.unreadLimit && news.count > unread
        try require(
            unread == news.count || isCapped, "unread counts are right", "\(unread) instead of \(news.count)")
        let mentions = news.count { $0.mentions.names(device.user) && !blocked.contains($0.sender) }
        try require(
            row?.mentions == mentions, "mentions are counted", "\(row?.mentions ?? 0) instead of \(mentions)")
        try require(
            state.record.read == view.read, "what was read is known", "\(state.record.read) is not \(view.read)")
        try require(
            state.newest == truth.messages.last { $0.event == nil }, "the newest message is known",
            "\(String(describing: state.newest))")
    }

    /// A device restarted from its store is the same.
    private func requireRestart(_ engine: SyncEngine, _ device: SimulatedDevice) throws {
        let restored = SyncEngine(restoring: try device.store.snapshot(), seed: DeviceRandom(seed: 1))
        for (id, state) in engine.conversations {
            guard let again = restored.conversations[id] else {
                throw SimulationFailure("a restart loses nothing", "\(id) on \(device.name)")
            }
            try SimulationTests.require(
                again.record == state.record && again.unread == state.unread && again.mentions == state.mentions
                    && again.newest == state.newest
                    && again.members.sorted { $0.user < $1.user } == state.members.sorted { $0.user < $1.user },
                "a restart loses nothing", "\(id) on \(device.name): \(again.record) is not \(state.record)")
        }
        try SimulationTests.require(
            restored.epoch == engine.epoch && engine.epoch == world.server.history.epoch,
            "all devices know the epoch in the end", device.name)
        try SimulationTests.require(
            restored.conversations.count == engine.conversations.count, "a restart adds nothing", device.name)
        try SimulationTests.require(
            restored.own == engine.own, "a restart keeps what one has settled",
            "\(device.name): \(restored.own) is not \(engine.own)")
        try SimulationTests.require(
            restored.insights == engine.insights && restored.insightsThrough == engine.insightsThrough,
            "a restart keeps the insights", device.name)
        try SimulationTests.require(
            restored.outbox.entries == engine.outbox.entries, "a restart keeps the outbox",
            "\(device.name): \(restored.outbox.entries) is not \(engine.outbox.entries)")
    }

    /// By user. A rename after leaving is not published there.
    private func comparable(_ members: [Member]) -> [Member] {
        members.sorted { $0.user < $1.user }.map { member in
            var member = member
            if member.hasLeft { member.name = "" }
            return member
        }
    }

    private func difference(_ held: [Message], _ truth: [Message]) -> String {
        let missing = truth.filter { !held.contains($0) }.map { "\($0.seq)@\($0.changed)" }
        let extra = held.filter { !truth.contains($0) }.map { "\($0.seq)@\($0.changed)" }
        return "missing or old: \(missing), extra: \(extra)"
    }
}
