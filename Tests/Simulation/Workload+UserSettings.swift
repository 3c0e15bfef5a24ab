@testable import NexusCore

// Personal settings, often on two devices at once.
extension Workload {
    func settle(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id else { return }
        let own = world.devices.filter { $0.user == device.user }
        for device in own where device.number == own[0].number || world.random.chance(6_000) {
            for _ in 0...world.pick(0...2) { try device.ask(.updateSettings(id, try change(device, id))) }
        }
    }

    private func change(_ device: SimulatedDevice, _ id: ConversationID) throws -> SettingsChange {
        switch world.pick(0...12) {
        case 0...4: SettingsChange(draft: world.random.chance(3_000) ? "" : "draft at \(world.now)")
        case 5: SettingsChange(mutedUntil: world.time.advanced(by: Int64(world.pick(-1_000...100_000))))
        case 6: SettingsChange(archivedThrough: world.random.chance(6_000) ? SettingsChange.asItStands : 0)
        case 7:
            SettingsChange(
                isPinned: world.random.chance(6_000),
                clearedThrough: world.random.chance(2_000) ? SettingsChange.asItStands : nil)
        case 8: SettingsChange(isMarkedUnread: true)
        case 9...11: SettingsChange(hidden: try hidden(device, id))
        default: SettingsChange(isPinned: world.random.chance(5_000), draft: "kept with a pin")
        }
    }

    /// Messages to delete for oneself, some of them repeatedly.
    private func hidden(_ device: SimulatedDevice, _ id: ConversationID) throws -> [Seq] {
        let messages = try device.store.timeline(id)
        var seqs = messages.filter { _ in world.random.chance(500) }.map(\.seq)
        if let again = world.random.pick(device.engine?.ownView.settings(of: id).hidden ?? []) { seqs.append(again) }
        if let message = world.random.pick(messages) { seqs.append(message.seq) }
        return Array(seqs.prefix(20))
    }

    func relate(_ device: SimulatedDevice) throws {
        guard let other = world.random.pick(world.people.filter { $0.id != device.user }) else { return }
        if world.random.chance(4_000) {
            return try device.ask(.updateRelation(other.id, RelationChange(isFavourite: world.random.chance(6_000))))
        }
        // On several devices at once, back and forth, and while the other writes and reads.
        let direct = ConversationID.direct(between: device.user, and: other.id)
        for own in world.devices where own.user == device.user {
            for _ in 0...world.pick(0...2) {
                try own.ask(.updateRelation(other.id, RelationChange(isBlocked: world.random.chance(6_000))))
            }
        }
        for theirs in world.devices where theirs.user == other.id {
            if world.random.chance(5_000) { try theirs.ask(.post(direct, text: "why?", writtenAt: theirs.clock)) }
        }
        for anybody in world.devices where anybody.user == device.user {
            let id = world.random.pick(anybody.engine?.conversations.keys.sorted() ?? [])
            try receipt(anybody, id)
        }
    }
}
