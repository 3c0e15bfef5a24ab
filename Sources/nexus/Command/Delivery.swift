import NexusClient
import NexusCore

/// The output of a verb about a mutation that it queued.
struct Delivery {
    let client: NexusClient
    /// The time to wait for the acknowledgement, if set.
    var wait: SecondsArgument?
    /// Whether a refused mutation stays in the outbox for a retry, as a message does. The user learns of other refusals
    /// and can repeat the command.
    var keepsRefused = false

    /// Sends the queue, and prints the result; throws a refusal.
    func report(_ operation: OperationID, done: String, note: String = "") async throws {
        let suffix = note.isEmpty ? "" : " \(note)"
        let fate = try await settle(operation)
        Output.line((fate == .acknowledged ? done : "queued") + suffix)
        remark(on: fate)
    }

    /// Sends the queue; throws a refusal.
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
                let isSeparable = try await client.outbox().contains {
                    $0.operation.id == operation && $0.canSendTextAlone
                }
                let without = isSeparable ? ", nexus outbox send-text \(operation)" : ""
                throw CommandProblem(
                    "\(refusal.message)\nIt is kept: nexus outbox retry \(operation)\(without), or nexus outbox discard \(operation)"
                )
            }
            try await client.discard(operation)
            throw error
        }
    }

    /// Prints to standard error why a mutation is only queued.
    func remark(on fate: OperationFate) {
        switch fate {
        case .acknowledged: break
        case .waiting: Output.warn("Not acknowledged in time; it is sent as soon as the server answers.")
        case .offline: Output.warn("No connection; it is sent when there is one.")
        }
    }

    /// Whether this operation was refused, and not the session.
    private func isRefused(_ operation: OperationID) async throws -> Bool {
        let entry = try await client.outbox().first { $0.operation.id == operation }
        if case .failed = entry?.state { return true }
        return false
    }
}
