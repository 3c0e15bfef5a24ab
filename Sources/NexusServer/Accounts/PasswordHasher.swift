import Crypto
import CryptoExtras
import Foundation
import NIOPosix
import NexusCore
import Synchronization

/// Hashes and checks passwords with scrypt (RFC 7914), a few at a time, off the serving threads.
///
/// The stored form is `scrypt$N$r$p$salt$key` with salt and key in Base64, so that the cost can be raised and old
/// hashes stay readable.
final class PasswordHasher: Sendable {
    /// The cost of one derivation. The default is one of the equivalent settings of the OWASP Password Storage Cheat
    /// Sheet: 32 MiB and three passes.
    struct Cost: Sendable {
        var rounds = 1 << 15
        var blockSize = 8
        var parallelism = 3

        /// For tests, which do not guard anything.
        static let least = Cost(rounds: 1 << 4, blockSize: 8, parallelism: 1)

        /// A measure of a derivation's time; infinite for an invalid cost.
        var work: Double { Double(rounds) * Double(blockSize) * Double(parallelism) }
    }

    /// The result of a check.
    struct Verdict: Equatable, Sendable {
        var matches: Bool
        /// Whether to replace the matching hash: it is cheaper than new hashes, or of another form of the password.
        var isOutdated = false
    }

    /// Derivations that may wait; one more is refused as overloaded.
    private static let waitingLimit = 64

    private let cost: Cost
    private let threads: NIOThreadPool
    private let waiting = Atomic(0)

    /// - Parameter threads: runs at most as many derivations at once as it has threads.
    init(cost: Cost, threads: NIOThreadPool) {
        self.cost = cost
        self.threads = threads
    }

    func hash(_ password: String) async throws -> String {
        try await derived { [cost] in
            var salt = [UInt8](repeating: 0, count: 16)
            var random = SystemRandomNumberGenerator()
            for position in salt.indices { salt[position] = random.next() }
            let key = try PasswordHasher.key(password, salt: salt, cost: cost)
            return [
                "scrypt", String(cost.rounds), String(cost.blockSize), String(cost.parallelism),
                Data(salt).base64EncodedString(), Data(key).base64EncodedString(),
            ].joined(separator: "$")
        }
    }

    /// Checks a password, in any of its forms, against a hash; the first form is the one for new hashes.
    ///
    /// The response time must not reveal which addresses have accounts: without a hash, and with a cheaper one, a wrong
    /// password takes as long as with one of the present cost.
    func check(_ forms: [String], hash: String?) async throws -> Verdict {
        try await derived { [cost] in
            let stored = hash.flatMap(PasswordHasher.parse)
            for (position, password) in forms.enumerated() {
                if let stored {
                    let key = try PasswordHasher.key(password, salt: stored.salt, cost: stored.cost)
                    if PasswordHasher.areEqual(key, stored.key) {
                        return Verdict(matches: true, isOutdated: position > 0 || stored.cost.work < cost.work)
                    }
                }
                for padding in PasswordHasher.padding(of: stored?.cost, to: cost) {
                    _ = try PasswordHasher.key(password, salt: [UInt8](repeating: 0, count: 16), cost: padding)
                }
            }
            return Verdict(matches: false)
        }
    }

    /// The derivations that take, with one of the stored cost, as long as one of today's cost: halves of it, halves of those, and
    /// so on. Without a stored cost, one of today's.
    static func padding(of stored: Cost?, to cost: Cost) -> [Cost] {
        guard let stored else { return [cost] }
        var missing = cost.work - stored.work
        var costs: [Cost] = []
        var part = cost
        while part.rounds > 2 {
            part.rounds /= 2
            if part.work <= missing {
                missing -= part.work
                costs.append(part)
            }
        }
        return costs
    }

    private func derived<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= PasswordHasher.waitingLimit else {
            waiting.wrappingSubtract(1, ordering: .relaxed)
            throw Refusal(
                .overloaded, "Too many people are signing in at this moment. Try again soon.", retryAfter: 2_000)
        }
        defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
        return try await threads.runIfActive(body)
    }

    private static func key(_ password: String, salt: [UInt8], cost: Cost) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: 32, rounds: cost.rounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Array($0) }
    }

    private static func parse(_ hash: String) -> (salt: [UInt8], key: [UInt8], cost: Cost)? {
        let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
            let parallelism = Int(parts[3]), let salt = Data(base64Encoded: String(parts[4])),
            let key = Data(base64Encoded: String(parts[5]))
        else { return nil }
        return (Array(salt), Array(key), Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism))
    }

    /// Compares in a time that depends on the lengths alone.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for position in left.indices { difference |= left[position] ^ right[position] }
        return difference == 0
    }
}
