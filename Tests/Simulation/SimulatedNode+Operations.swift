import NexusCore
import NexusDatabase

@testable import NexusServer

// Operations, several to a commit as on the live server. Each may fail, the commit may, and the server may crash before it,
// after it, and between any two answers.
extension SimulatedNode {
    /// An operation queued for the next commit.
    struct Waiting {
        var operation: Operation
        var socket: SimulatedSocket
    }

    func queue(_ operation: Operation, from socket: SimulatedSocket) throws {
        if world.chance(world.conditions.transientRefusal) {
            let code =
                world.random.pick([ErrorCode.overloaded, .rateLimited, .storageFull, .unavailable]) ?? .overloaded
            let wait = world.chance(5_000) ? Int64(world.pick(0...5_000)) : nil
            return try socket.toDevice(
                .refusal(.operation(operation.id), Refusal(code, "Try again later.", retryAfter: wait)))
        }
        line.append(Waiting(operation: operation, socket: socket))
        guard line.count == 1 else { return }
        let running = start
        world.schedule(at: world.now + Int64(world.pick(0...world.conditions.commitTime))) { [self] in
            guard start == running else { return }
            try commit()
        }
    }

    private func commit() throws {
        let batch = line
        line = []
        if world.plant == .acknowledgesBeforeCommit, world.chance(500) {
            for waiting in batch {
                try waiting.socket.toDevice(
                    .ack(Acknowledgement(operation: waiting.operation.id, seq: 1, at: world.time)))
            }
            return try crash()
        }
        let crashes = world.chance(world.conditions.serverCrash)
        if crashes, world.random.chance(3_000) {
            _ = carryOut(batch, failing: .crash)
            try tellUncommitted()
            return try crash()
        }
        let outcomes = carryOut(batch, failing: world.chance(world.conditions.storageFailure / 2) ? .storage : nil)
        _ = uncommitted.take()
        // A crash comes after some of the answers, perhaps all or none.
        let last = crashes ? world.pick(0...batch.count) : batch.count
        for (position, waiting) in batch.enumerated() {
            let result = try result(of: waiting, outcomes[position].outcome)
            if case .success = result { server.journal.append(outcomes[position].entry) }
            if position < last { try answer(waiting, result) }
        }
        // What is told of one commit leaves together.
        if let parts {
            parts.publisher.flush()
            try handOver()
        }
        if crashes { try crash() }
    }

    /// A faulty node: tells what it is about to commit.
    private func tellUncommitted() throws {
        guard let parts else { return }
        for applied in uncommitted.take() { for publication in applied.publications { try publish(publication) } }
        parts.publisher.flush()
        try handOver()
    }

    /// All of them in one commit, in order.
    private func carryOut(
        _ batch: [Waiting], failing interruption: SimulatedServer.Interruption?
    ) -> [(outcome: Outcome<Applied>, entry: SimulatedServer.Entry)] {
        let outcomes = batch.map { _ in Outcome<Applied>() }
        let works = batch.map { work(of: $0) }
        let bodies = works.map(\.body)
        // Submissions from within a completion wait until it ends, and are then taken together.
        database.submit({ _ in }) { [database, failure] _ in
            failure.set(interruption)
            for (body, outcome) in zip(bodies, outcomes) { database.submit(body) { outcome.set($0) } }
        }
        failure.set(nil)
        server.wrote()
        return zip(outcomes, works).map { ($0, $1.entry) }
    }

    /// Performs an operation, and repeats it after a restore.
    private func work(of waiting: Waiting) -> (
        body: @Sendable (Transaction) throws -> Applied, entry: SimulatedServer.Entry
    ) {
        let operation =
            world.plant?.altered(waiting.operation, ledger: world.ledger, random: &world.random) ?? waiting.operation
        let isBackwards = world.plant == .movesReceiptsBack
        let fails = world.chance(world.conditions.storageFailure)
        let (uncommitted, isEarly) = (uncommitted, world.plant == .tellsBeforeCommit)
        let now = world.time
        let user = waiting.socket.device.user
        let entry: SimulatedServer.Entry = { _ = try $1.apply(operation, by: user, in: $0, now: now) }
        let body = { @Sendable [operations] (transaction: Transaction) throws -> Applied in
            if isBackwards, case .receipt(let id, _, _) = operation.kind,
                let head = try operations.heads.conversation(id, in: transaction), var place = head.place(of: user)
            {
                (place.read, place.delivered) = (0, 0)
                head.setPlace(place, of: user)
            }
            let applied = try operations.apply(operation, by: user, in: transaction, now: now)
            if isEarly { uncommitted.add(applied) }
            if fails { throw SimulatedServer.Interruption.storage }
            return applied
        }
        return (body, entry)
    }

    /// Writes down what became of an operation.
    private func result(of waiting: Waiting, _ outcome: Outcome<Applied>) throws -> Result<Applied, Refusal> {
        let operation = waiting.operation
        do {
            var applied = try outcome.get()
            applied.acknowledgement.operation = operation.id
            // Whoever ends a block shows their receipts by the same commit.
            if let own = applied.own { try world.ledger.settled(waiting.socket.device.user, own) }
            try world.ledger.committed(operation.id, applied.publications.map(\.change))
            return .success(applied)
        } catch is SimulatedServer.Interruption {
            return .failure(Refusal(.storageFull, "The disk is full."))
        } catch let refusal as Refusal {
            try world.ledger.refused(operation.id, refusal)
            world.log("server refuses \(operation.kind.name) \(operation.id): \(refusal.code.text)")
            return .failure(refusal)
        }
    }

    private func answer(_ waiting: Waiting, _ result: Result<Applied, Refusal>) throws {
        let id = waiting.operation.id
        switch result {
        case .success(let applied):
            // The live server publishes first; over HTTP the acknowledgement may be there before the change.
            let isFirst = world.random.chance(5_000)
            if isFirst { try waiting.socket.toDevice(.ack(applied.acknowledgement)) }
            for publication in applied.publications { try publish(publication) }
            if let own = applied.own { try publish(own, to: waiting.socket.device.user) }
            if let user = applied.publications.compactMap(\.catchingUp).first { try publishLag(to: user) }
            if case .insight(let id, _) = waiting.operation.kind {
                try publish(insightsOf: id, to: applied.insightReaders)
            }
            if isFirst { return }
            if let parts {
                guard let connection = waiting.socket.connection else { return }
                parts.publisher.send(.ack(applied.acknowledgement), to: connection)
            } else {
                try waiting.socket.toDevice(.ack(applied.acknowledgement))
            }
        case .failure(let refusal): try waiting.socket.toDevice(.refusal(.operation(id), refusal))
        }
    }
}
