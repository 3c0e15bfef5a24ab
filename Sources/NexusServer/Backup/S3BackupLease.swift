import Foundation
import NexusCore
import Synchronization

/// The lock of a set in an object store: an object with its holder and its end. One whose holder was killed ends by itself.
final class S3BackupLease: BackupLock, Sendable {
    /// Milliseconds that it counts after it was taken or renewed, and between two renewals.
    static let life: Int64 = 1_800_000
    private static let pause: Int64 = 60_000

    private struct State {
        var renewedAt: Timestamp
        /// Whether it had ended before it was renewed.
        var hasLapsed = false
    }

    private let client: S3Client
    private let address: S3Address
    private let key: String
    private let now: @Sendable () -> Timestamp
    /// No other lock has it.
    private let holder = UUID().uuidString
    private let state: Mutex<State>

    /// - Throws: ``BackupProblem`` (`inUse`); ``S3Problem``.
    init(_ client: S3Client, _ address: S3Address, now: @escaping @Sendable () -> Timestamp) throws {
        self.client = client
        self.address = address
        self.now = now
        key = address.key("backup.lock")
        let time = now()
        state = Mutex(State(renewedAt: time))
        let text = content(at: time)
        let isTaken = try BlockingCall.run { [client, key, holder] () async throws -> Bool in
            do {
                try await client.put(text, to: key, if: .absent)
            } catch let problem as S3Problem where problem.code == .precondition {
                guard let current = try await client.head(key) else { return false }
                let words = try await S3BackupLease.words(client, key)
                // An attempt whose answer was lost.
                if words.first == holder { return true }
                let end = words.last.flatMap { Int64($0) } ?? 0
                guard end < time.milliseconds else { return false }
                do { try await client.put(text, to: key, if: .tag(current.tag)) } catch let problem
                    as S3Problem
                    where problem.code == .precondition
                {
                    return false
                }
            }
            // A store that knows no conditions took any: the last writer has it.
            return try await S3BackupLease.words(client, key).first == holder
        }
        guard isTaken else {
            throw BackupProblem(
                .inUse,
                "Another backup into \"\(address)\" is running, or was killed in the last 30 minutes.")
        }
    }

    private func content(at time: Timestamp) -> [UInt8] {
        Array("\(holder) \(time.milliseconds + S3BackupLease.life)".utf8)
    }

    /// The holder and the end, as they are stored; empty without a lock.
    private static func words(_ client: S3Client, _ key: String) async throws -> [String] {
        guard let bytes = try await client.read(key, limit: 1_024) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    }

    func renew() throws {
        guard state.withLock({ $0.renewedAt }).advanced(by: S3BackupLease.pause) <= now() else { return }
        try renewNow()
    }

    func confirm() throws -> Bool {
        try renewNow()
        return !state.withLock { $0.hasLapsed }
    }

    /// Nobody else has held it in between if the store still has this holder: the next one overwrites it.
    private func renewNow() throws {
        let time = now()
        let text = content(at: time)
        let isKept = try BlockingCall.run { [client, key, holder] () async throws -> Bool in
            // The tag first: a lock that changes after it fails the condition.
            guard let current = try await client.head(key),
                try await S3BackupLease.words(client, key).first == holder
            else { return false }
            do {
                try await client.put(text, to: key, if: .tag(current.tag))
                return true
            } catch let problem as S3Problem where problem.code == .precondition {
                // An attempt whose answer was lost.
                return try await S3BackupLease.words(client, key).first == holder
            }
        }
        guard isKept else {
            throw BackupProblem(
                .inUse,
                "Another backup into \"\(address)\" took the lock, which this one had not renewed for 30 minutes. Run it again."
            )
        }
        let end = now()
        state.withLock { state in
            if state.renewedAt.advanced(by: S3BackupLease.life) < end { state.hasLapsed = true }
            state.renewedAt = time
        }
    }

    func release() {
        // One that has ended, or is about to, may be another's when the request arrives: it is left to end by itself.
        let end = state.withLock { $0.renewedAt }.advanced(by: S3BackupLease.life - S3BackupLease.pause)
        guard now() < end else { return }
        try? BlockingCall.run { [client, key, holder] in
            if try await S3BackupLease.words(client, key).first == holder { try await client.delete(key) }
        }
    }
}
