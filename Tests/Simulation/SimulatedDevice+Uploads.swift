import NexusCore

// Uploads in parts as in the SDK and the browser: an interruption keeps received parts at the server, and the next
// attempt resumes.
extension SimulatedDevice {
    /// Begins or resumes; a no-op while it runs.
    func upload(_ operation: Operation) throws {
        guard uploads[operation.id] == nil else { return }
        uploadCount += 1
        uploads[operation.id] = uploadCount
        if world.plant == .sendsBeforeUploaded { return try ended(operation, nil) }
        next(operation, uploadCount)
        if world.plant == .sendsPastUpload { try sendPast(operation) }
    }

    func cancelUpload(_ operation: OperationID) { uploads[operation] = nil }

    /// Schedules the next part.
    private func next(_ operation: Operation, _ mark: Int) {
        let running = start
        world.schedule(at: world.now + Int64(world.pick(1...world.conditions.latency))) { [self] in
            guard start == running, uploads[operation.id] == mark, engine != nil else { return }
            guard isOnline, !world.chance(world.conditions.cut) else { return try ended(operation, .cut) }
            if world.chance(world.conditions.refusedUpload) {
                world.ledger.uploadRefused(operation.id)
                return try ended(operation, .full)
            }
            do {
                let isWhole = try world.server.takePart(of: operation.media, by: user)
                // The server has it; the device may never hear so.
                if world.chance(world.conditions.drop) { return try ended(operation, .cut) }
                if isWhole { try ended(operation, nil) } else { next(operation, mark) }
            } catch is SimulatedServer.Interruption {
                try ended(operation, Refusal(.storageFull, "The disk is full."))
            }
        }
    }

    private func ended(_ operation: Operation, _ refusal: Refusal?) throws {
        uploads[operation.id] = nil
        world.log("\(name) \(refusal == nil ? "has uploaded" : "fails to upload") for \(operation.id)")
        // Not from within the effects of the same input.
        let running = start
        world.schedule(at: world.now) { [self] in
            guard start == running else { return }
            try handle(refusal.map { .uploadFailed(operation.id, $0) } ?? .uploaded(operation.id))
            // At that moment the user gives up on the files.
            if refusal == nil, world.chance(500) { _ = try sendText(of: operation.id) }
        }
    }

    /// A faulty client: sends messages written after a picture first.
    private func sendPast(_ operation: Operation) throws {
        for entry in engine?.outbox.entries(of: operation.conversation ?? ConversationID(high: 0, low: 0)) ?? []
        where !entry.operation.isUpload && entry.state == .waiting && stored.contains(entry.operation.id) {
            try socket?.toServer(.operation(entry.operation))
        }
    }
}

extension Refusal {
    fileprivate static let cut = Refusal(.unavailable, "The network is gone.")
    fileprivate static let full = Refusal(.personQuota, "The user's space is used up.")
}

extension Operation {
    /// The uploads before sending.
    var media: [MediaID] {
        if case .post(_, let post) = kind { return post.attachments.map(\.media) }
        return kind.picture.map { [$0] } ?? []
    }
}
