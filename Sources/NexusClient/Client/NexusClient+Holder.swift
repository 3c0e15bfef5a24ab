import NexusCore

/// Requests to another process that uses the profile, through the store.
extension NexusClient {
    /// ``sync(within:)``, done by the holder.
    func syncThroughHolder(within milliseconds: Int64) async throws(ClientError) -> SyncOutcome {
        let start = clock.now()
        var status = try await ask(.hurry)
        while true {
            let left = milliseconds - clock.now().since(start)
            // The holder went away meanwhile, and this process is it now.
            if lease != nil { return try await sync(within: left) }
            switch status {
            case .settled: return .settled
            case .offline: return .offline
            case .connecting, .online: break
            }
            guard left > 0, !Task.isCancelled else { return status == .online ? .unfinished : .offline }
            status = try await ask(.look)
        }
    }

    /// ``answer(to:within:keepTrying:)``, by way of the holder.
    func answerThroughHolder(
        to operation: OperationID, within milliseconds: Int64, keepTrying: Bool
    ) async throws(ClientError) -> OperationFate {
        let store = try openStore()
        let start = clock.now()
        var status: ConnectionStatus?
        while true {
            let left = milliseconds - clock.now().since(start)
            let isAnswered = try await poll(upTo: min(left, 200)) { () throws(ClientError) in
                try store.outbox().first { $0.operation.id == operation }?.state != .waiting
            }
            if isAnswered || left <= 200 || Task.isCancelled { break }
            status = try await ask(status == nil ? .hurry : .look)
            if lease != nil {
                return try await answer(
                    to: operation, within: milliseconds - clock.now().since(start), keepTrying: keepTrying)
            }
            if status == .offline, !keepTrying { break }
        }
        return try await fate(of: operation, isOnline: status != .offline)
    }

    /// Sends a request to the other process; returns its state afterwards.
    private func ask(_ command: ClientCommand) async throws(ClientError) -> ConnectionStatus {
        let store = try openStore()
        let request = try store.post(command)
        switch try await answer(to: request, in: store) {
        case .done(let status): return status
        case .refused(let refusal): throw .refused(refusal)
        }
    }

    /// Tells observers what another process stores, until that process releases the profile.
    func follow() async throws(ClientError) {
        let store = try openStore()
        var follower = try StoreFollower(store)
        while !Task.isCancelled {
            let events = try follower.events()
            if !events.isEmpty { chats.signal() }
            for event in events { broadcast.send(event) }
            if try await runner() != nil { return }
            try? await clock.sleep(milliseconds: 200)
        }
    }

    /// Polls until `isMet` returns true, or the time is up.
    func poll(
        upTo milliseconds: Int64, _ isMet: () throws(ClientError) -> Bool
    ) async throws(ClientError) -> Bool {
        let start = clock.now()
        while true {
            if try isMet() { return true }
            guard clock.now().since(start) < milliseconds, !Task.isCancelled else { return false }
            try? await clock.sleep(milliseconds: 25)
        }
    }
}
