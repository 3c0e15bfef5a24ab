import Crypto
import NexusCore
import NexusDatabase
import Synchronization

/// Registers servers, and takes their pushes.
final class RelayService: Sendable {
    /// Milliseconds without a push after which a server is forgotten; it registers again by itself.
    static let memory: Int64 = 90 * 86_400_000
    /// Milliseconds between two notes that a server sends.
    private static let noteInterval: Int64 = 86_400_000

    private let configuration: RelayConfiguration
    private let database: any Database
    private let delivery: RelayDelivery
    private let registrations: TokenBuckets<String>
    private let pushes: TokenBuckets<RelayedServerID>
    private let underWay = Atomic<Int>(0)
    let counters = RelayCounters()

    init(_ configuration: RelayConfiguration, database: any Database, delivery: RelayDelivery) {
        self.configuration = configuration
        self.database = database
        self.delivery = delivery
        let perHour = Double(configuration.registrationsPerHour)
        registrations = TokenBuckets(.init(burst: perHour, perMinute: perHour / 60), now: configuration.now)
        let perMinute = Double(configuration.pushesPerMinute)
        pushes = TokenBuckets(.init(burst: perMinute, perMinute: perMinute), now: configuration.now)
    }

    /// Registers a server.
    ///
    /// - Parameters:
    ///   - address: the caller's, as limits count it.
    ///   - bearer: the token of its request.
    /// - Throws: `Refusal`: `rate_limited`, `forbidden` without the operator's token, `overloaded` where too many are registered.
    func register(from address: String, bearer: String?) async throws -> RelayAccount {
        if let wait = registrations.take(address) {
            counters.refuse(ErrorCode.rateLimited.text)
            throw Refusal(.rateLimited, "Too many registrations from this address.", retryAfter: wait)
        }
        if let token = configuration.registrationToken {
            guard let bearer, RelayService.hash(bearer) == RelayService.hash(token) else {
                throw Refusal(.forbidden, "Servers register with the token of this relay's operator.")
            }
        }
        let now = configuration.now()
        let id = RelayedServerID(at: now)
        let secret = Base64URL.text(of: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        try await database.write { [limit = configuration.serverLimit] transaction in
            try RelayServerRepository.deleteUnused(since: now.advanced(by: -RelayService.memory), transaction)
            guard try RelayServerRepository.count(in: transaction) < limit else {
                throw Refusal(.overloaded, "This relay has no place for another server.", retryAfter: 3_600_000)
            }
            try RelayServerRepository.insert(id, hash: Array(RelayService.hash(secret)), at: now, transaction)
        }
        counters.registrations.add(1)
        return RelayAccount(server: id.text, secret: secret)
    }

    /// Recognises a server by the token of its request, and counts a push of it.
    ///
    /// - Throws: `Refusal`: `not_signed_in`, `rate_limited`.
    func admit(_ bearer: String?) async throws {
        let id: RelayedServerID
        do {
            id = try await authenticate(bearer)
            if let wait = pushes.take(id) {
                throw Refusal(.rateLimited, "Too many pushes of this server.", retryAfter: wait)
            }
        } catch let refusal as Refusal {
            counters.refuse(refusal.code.text)
            throw refusal
        }
    }

    /// Hands a push to its service.
    ///
    /// - Throws: `Refusal`: `invalid_request`, `too_large`, `overloaded`.
    func send(_ push: RelayedPush) async throws -> (verdict: RelayVerdict, retryAfter: Int?) {
        try RelayService.check(push)
        guard underWay.wrappingAdd(1, ordering: .relaxed).newValue <= configuration.concurrency else {
            underWay.wrappingSubtract(1, ordering: .relaxed)
            counters.refuse(ErrorCode.overloaded.text)
            throw Refusal(.overloaded, "This relay is busy. Try again in a moment.", retryAfter: 1_000)
        }
        defer { underWay.wrappingSubtract(1, ordering: .relaxed) }
        let sent = await delivery.send(push)
        counters.count(push.service, sent.verdict.outcome)
        return sent
    }

    private func authenticate(_ bearer: String?) async throws -> RelayedServerID {
        let refusal = Refusal(.notSignedIn, "This relay does not know the server. Register it again.")
        let parts = bearer?.split(separator: ".", maxSplits: 1) ?? []
        guard parts.count == 2, let id = RelayedServerID(String(parts[0])) else { throw refusal }
        let hash = RelayService.hash(String(parts[1]))
        let now = configuration.now()
        // Digests compare in constant time with bytes.
        guard let found = try await database.read({ try RelayServerRepository.find(id, in: $0) }), hash == found.hash
        else { throw refusal }
        if now.since(found.usedAt) >= RelayService.noteInterval {
            try await database.write { try RelayServerRepository.touch(id, at: now, $0) }
        }
        return id
    }

    private static func hash(_ secret: String) -> SHA256.Digest { SHA256.hash(data: Array(secret.utf8)) }

    private static func check(_ push: RelayedPush) throws(Refusal) {
        guard RelayedDevice(push.service, push.environment, token: push.token) != nil else {
            throw Refusal(.invalidRequest, "The token is not one of that service.")
        }
        guard WebPushTransport.isTopic(push.collapseKey) else {
            throw Refusal(.invalidRequest, "The collapseKey is 1 to 32 characters of base64url.")
        }
        guard let record = Base64URL.bytes(of: push.ciphertext) else {
            throw Refusal(.invalidRequest, "The ciphertext is base64url.")
        }
        guard record.count <= RelayedPush.ciphertextBytes.upperBound else {
            throw Refusal(.tooLarge, "A ciphertext has at most \(RelayedPush.ciphertextBytes.upperBound) bytes.")
        }
        // After salt and record size comes the length of the sender's public key.
        guard record.count >= RelayedPush.ciphertextBytes.lowerBound, record[20] == WebPushEncryption.keyBytes else {
            throw Refusal(.invalidRequest, "The ciphertext is one record of RFC 8291.")
        }
    }
}
