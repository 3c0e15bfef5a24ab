import NexusClient
import NexusCore

/// What a verb says of a mutation that it queued.
struct Delivery {
    let client: NexusClient
    /// Seconds to wait for the acknowledgement, where the person asked for it.
    var wait: Double?

    /// Sends what is queued, and says what became of it; a refusal is thrown.
    func report(_ operation: OperationID, done: String, note: String = "") async throws {
        let suffix = note.isEmpty ? "" : " \(note)"
        switch try await settle(operation) {
        case .acknowledged: Output.line(done + suffix)
        case .waiting:
            Output.line("queued\(suffix)\nNot acknowledged in time; it is sent as soon as the server answers.")
        case .offline: Output.line("queued\(suffix)\nNo connection; it is sent when there is one.")
        }
    }

    /// Sends what is queued; a refusal is thrown.
    @discardableResult
    func settle(_ operation: OperationID) async throws -> OperationFate {
        guard let wait else {
            return try await client.answer(to: operation, within: ProfileClient.budget, keepTrying: false)
        }
        let milliseconds = Int64(min(max(wait, 0), 86_400) * 1_000)
        return try await client.answer(to: operation, within: milliseconds)
    }
}
