@testable import NexusCore

// The rule of nodes beside each other: what one commits reaches devices at the others within seconds, with the bus and without it.
extension Simulation {
    /// Tries it with one message, once all is quiet. In half of the runs the bus is away from here on.
    func requirePromptness() throws {
        guard server.hasOthers else { return }
        if conditions.seed % 2 == 0 { server.bus?.stop() }
        // What came before has arrived, and the nodes know how the bus is.
        try pass(10_000)
        guard let (device, id) = speaker() else { return }
        let text = "prompt at \(now)"
        try device.ask(.post(id, text: text, writtenAt: device.clock))
        // The post, a look or the bus, a question and its answer.
        try pass(Int64(conditions.latency * 5 + conditions.commitTime) + 1_500)
        for other in devices where ledger.isMember(other.user, of: id) {
            try require(
                try other.store.timeline(id).contains { $0.text == text },
                "what one node commits reaches devices at others within seconds", "\(id) on \(other.name)")
        }
        try pass(60_000)
    }

    /// A device, and a group with members at other nodes.
    private func speaker() -> (SimulatedDevice, ConversationID)? {
        for id in ledger.heads.keys.sorted() where !id.isDirect {
            let present = devices.filter { ledger.isMember($0.user, of: id) && $0.engine?.conversations[id] != nil }
            for device in present where present.contains(where: { $0.socket?.node !== device.socket?.node }) {
                return (device, id)
            }
        }
        return nil
    }
}
