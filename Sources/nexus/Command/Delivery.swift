import NexusClient
import NexusCore

/// What a verb says of a mutation that it queued.
struct Delivery {
    let client: NexusClient
    /// How long to wait for the acknowledgement, where the person said so.
    var wait: SecondsArgument?
    /// Whether what the server refuses stays in the outbox, to be tried again: a message does. Of the rest the person was
    /// told, and can ask again.
    var keepsRefused = false

    /// Sends what is queued, and says what became of it; a refusal is thrown.
    func report(_ operation: OperationID, done: String, note: String = "") async throws {
        let suffix = note.isEmpty ? "" : " \(note)"
        let fate = try await settle(operation)
        Output.line((fate == .acknowledged ? done : "queued") + suffix)
        remark(on: fate)
    }

    /// Sends what is queued; a refusal is thrown.
    @discardableResult
    func settle(_ operation: OperationID) async throws -> OperationFate {
        do throws(ClientError) {
            guard let wait else {
                return try await client.answer(to: operation, within: ProfileClient.budget, keepTrying: false)
            }
            return try await client.answer(to: operation, within: wait.milliseconds)
        } catch {
            guard case .refused(let refusal) = error, try await isRefused(operation) else { throw error }
            if keepsRefused {
                throw CommandProblem(
                    "\(refusal.message)\nIt is kept: nexus outbox retry \(operation), or nexus outbox discard \(operation)"
                )
            }
            try await client.discard(operation)
            throw error
        }
    }

    /// Says on standard error why something is only queued.
    func remark(on fate: OperationFate) {
        switch fate {
        case .acknowledged: break
        case .waiting: Output.warn("Not acknowledged in time; it is sent as soon as the server answers.")
        case .offline: Output.warn("No connection; it is sent when there is one.")
        }
    }

    /// Whether it is this operation that was refused, and not the session.
    private func isRefused(_ operation: OperationID) async throws -> Bool {
        let entry = try await client.outbox().first { $0.operation.id == operation }
        if case .failed = entry?.state { return true }
        return false
    }
}
