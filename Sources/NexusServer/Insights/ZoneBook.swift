import Foundation
import NexusCore
import NexusDatabase
import Synchronization

/// Records the time zones that devices report.
final class ZoneBook: Sendable {
    /// The maximum of cached users whose last report is not written again at each connection.
    private static let heldLimit = 10_000

    private let database: any Database
    private let now: @Sendable () -> Timestamp
    private let held = Mutex<[UserID: String]>([:])

    init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }

    /// The zone that a socket was asked for with: `/v1/live?zone=Europe%2FBerlin`.
    static func zone(in path: String?) -> String? {
        guard let query = path?.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
        let named = query.split(separator: "&").first { $0.hasPrefix("zone=") }
        return named?.dropFirst("zone=".count).removingPercentEncoding
    }

    /// A device reports its zone. An unknown name is ignored: the device is served anyway.
    func told(_ zone: String?, by user: UserID) {
        guard let zone, ZoneRepository.known(zone) != nil else { return }
        let isNews = held.withLock { held in
            if held.count >= Self.heldLimit { held = [:] }
            return held.updateValue(zone, forKey: user) != zone
        }
        guard isNews else { return }
        let time = now()
        database.submit { transaction in
            try ZoneRepository.tell(zone, of: user, at: time, transaction)
        } completion: { result in
            if case .failure = result { self.held.withLock { $0[user] = nil } }
        }
    }

    /// As ``told(_:by:)``, with an error for programs.
    /// - Throws: `Refusal` (`invalid_request`) for an unknown name.
    func tell(_ zone: String, by user: UserID) async throws {
        guard ZoneRepository.known(zone) != nil else {
            throw Refusal(.invalidRequest, "There is no time zone of that name.")
        }
        let time = now()
        try await database.write { try ZoneRepository.tell(zone, of: user, at: time, $0) }
        held.withLock { $0[user] = zone }
    }
}
