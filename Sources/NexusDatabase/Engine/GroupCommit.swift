import Synchronization

/// Carries out transactions that share one durable commit. Used by one thread at a time.
///
/// The bodies first run one after the other with nothing between them: a savepoint each would copy every page that two of
/// them touch. A body that throws before it has written costs nothing. Only when one throws after it has written, the
/// commit is rolled back and the others run again, this time with a savepoint each.
final class GroupCommit {
    /// The outcome of one attempt.
    private enum Outcome {
        case committed
        /// A body threw after a write, or the engine has given up the transaction for a reason that is not the bodies': they must run again.
        case spoiled
        /// The commit violated a deferred constraint of an unknown transaction.
        case refused(DatabaseError)
    }

    /// The hook that runs in each commit after the last body.
    typealias Hook = @Sendable (Transaction) throws -> Void

    /// How often a commit is run again, as after a lost session.
    private static let repeatLimit = 5

    private let connection: any EngineConnection
    private let transaction: Transaction
    /// Nil where this process is the only writer.
    private let turns: SharedTurns?
    private let repeatedCount = Atomic(0)

    init(connection: any EngineConnection, turns: SharedTurns? = nil) {
        self.connection = connection
        self.turns = turns
        transaction = Transaction(connection: connection, turns: turns)
    }

    /// The error that failed the last commit as a whole; nil if it succeeded.
    private(set) var failure: (any Error)?
    /// Whether the last commit changed anything.
    private(set) var hasWritten = false

    /// Commits that were rolled back and run again. May be read on any thread.
    var repeated: Int { repeatedCount.load(ordering: .relaxed) }

    /// Runs and commits `batch`. Afterwards each transaction has its result; none has completed.
    func perform(_ batch: [PendingTransaction], beforeCommit: Hook?) {
        connection.exclusively { commitWhole(batch, beforeCommit) }
    }

    /// Runs and commits one background transaction, without waiting for the disk.
    /// - Parameter mustYield: whether the transaction should end now.
    func performInBackground(
        _ pending: PendingTransaction, beforeCommit: Hook?, mustYield: @escaping () -> Bool
    ) {
        connection.exclusively {
            connection.setDurable(false)
            transaction.mustYield = mustYield
            commitWhole([pending], beforeCommit)
            transaction.mustYield = nil
            connection.setDurable(true)
        }
    }

    /// Commits, and says of this commit alone whether it failed and what it wrote.
    private func commitWhole(_ batch: [PendingTransaction], _ beforeCommit: Hook?) {
        failure = nil
        hasWritten = false
        commit(batch[...], beforeCommit)
    }

    private func commit(_ batch: ArraySlice<PendingTransaction>, _ beforeCommit: Hook?) {
        do {
            var outcome = try attempt(batch, separately: false, beforeCommit)
            var repeats = 0
            while case .spoiled = outcome {
                guard repeats < Self.repeatLimit else {
                    throw DatabaseError(.unavailable, detail: "given up after \(repeats) repetitions")
                }
                repeats += 1
                repeatedCount.add(1, ordering: .relaxed)
                outcome = try attempt(batch, separately: true, beforeCommit)
            }
            guard case .refused(let error) = outcome else { return }
            if batch.count == 1 { throw error }
            repeatedCount.add(1, ordering: .relaxed)
            for index in batch.indices { commit(batch[index...index], beforeCommit) }
        } catch {
            failure = error
            connection.rollBack()
            transaction.rollBackMemory(to: 0)
            for pending in batch where !pending.hasFailed { pending.fail(error) }
        }
    }

    /// - Throws: The error that fails the whole commit; the caller rolls back.
    private func attempt(
        _ batch: ArraySlice<PendingTransaction>, separately: Bool, _ beforeCommit: Hook?
    ) throws -> Outcome {
        var succeeded = 0
        do {
            try connection.beginWriting(isRepeated: separately)
            try turns?.take(transaction)
        } catch  where connection.mustRepeat {
            return spoiled()
        }
        for pending in batch where !pending.hasFailed {
            let hookCount = transaction.rollbackHookCount
            connection.hasWritten = false
            do {
                if separately { try connection.savepoint() }
                try pending.run(transaction)
                // A body may have caught an error that ended the transaction.
                if let failure = connection.failure { throw failure }
                if separately { try connection.releaseSavepoint() }
                if connection.hasWritten { hasWritten = true }
                succeeded += 1
            } catch {
                if connection.mustRepeat { return spoiled() }
                if let failure = connection.failure { throw failure }
                pending.fail(error)
                guard connection.hasWritten || separately else {
                    transaction.rollBackMemory(to: hookCount)
                    continue
                }
                guard separately else { return spoiled() }
                try connection.rollBackToSavepoint()
                try connection.releaseSavepoint()
                transaction.rollBackMemory(to: hookCount)
            }
        }
        do {
            if succeeded > 0 { try beforeCommit?(transaction) }
            if let turns {
                // Without a write there is nothing to wait for the disk for, nor for others to learn.
                if hasWritten { try turns.sign(transaction) } else { connection.rollBack() }
                if hasWritten { try connection.commit() }
            } else {
                try connection.commit()
            }
        } catch  where connection.mustRepeat {
            return spoiled()
        } catch let error as DatabaseError where error.code == .constraint {
            connection.rollBack()
            transaction.rollBackMemory(to: 0)
            return .refused(error)
        }
        if hasWritten { turns?.committed() }
        transaction.forgetRollbackHooks()
        return .committed
    }

    private func spoiled() -> Outcome {
        connection.rollBack()
        transaction.rollBackMemory(to: 0)
        return .spoiled
    }
}
