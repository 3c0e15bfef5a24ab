@testable import NexusCore

// Insights: made of messages, sent or not, and changed on several devices at once.
extension Workload {
    func insight(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id, let engine = device.engine else { return }
        let known = engine.insights(matching: InsightSelection(conversation: id)).rows.map(\.record)
        guard let insight = world.random.pick(known), let first = insight.id, world.random.chance(7_000) else {
            return try make(device, id)
        }
        switch world.pick(0...5) {
        case 0:
            let split = InsightSplit(insight: first, id: newInsight(), text: "part \(world.now)", rest: insight.text)
            try device.ask(.insight(id, .split(split)))
        case 1:
            let others = known.filter { $0.source == insight.source && $0.id != first }
            guard let other = world.random.pick(others)?.id else { return }
            try device.ask(.insight(id, .merge(InsightMerge(insight: first, other: other))))
        default:
            for asking in [device] + world.devices.filter({ _ in world.random.chance(2_000) })
            where asking.engine?.conversations[id] != nil {
                try asking.ask(.insight(id, .change(first, change(id, engine))))
            }
        }
    }

    private func make(_ device: SimulatedDevice, _ id: ConversationID) throws {
        var messages = try device.store.timeline(id).filter { $0.event == nil }.map(\.id)
        for entry in try device.store.outbox() {
            if case .post(id, _) = entry.operation.kind { messages.append(entry.operation.id.retyped()) }
        }
        guard let message = world.random.pick(Array(messages.suffix(5))) else { return }
        let kind = world.random.pick([InsightRecord.Kind.action, .decision, .deadline]) ?? .action
        let new = NewInsight(id: newInsight(), message: message, kind: kind, text: "made \(world.now)")
        try device.ask(.insight(id, .make(new)))
    }

    private func change(_ id: ConversationID, _ engine: SyncEngine) -> InsightChange {
        switch world.pick(0...3) {
        case 0: InsightChange(state: .done)
        case 1: InsightChange(state: .open)
        case 2: InsightChange(text: "edited \(world.now)", due: .set("2026-03-0\(world.pick(1...9))"))
        default:
            InsightChange(
                assignee: world.random.pick(engine.conversations[id]?.members ?? []).map { .set($0.user) } ?? .cleared)
        }
    }

    private func newInsight() -> InsightID { InsightID(at: world.time, using: &world.random) }
}
