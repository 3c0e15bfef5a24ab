import Logging
import NexusDatabase
import NexusServer
import ServiceLifecycle
import Synchronization

/// The server that `nexus serve` runs: opened before its services run, or, with a standby, once no other server has its database.
final class ServedApplication: Service, CustomStringConvertible {
    let description = "server"
    private let standby: DatabaseStandby?
    private let manager: ServiceManager?
    private let logger: Logger
    private let opening: @Sendable () throws -> NexusApplication
    private let opened = Mutex<NexusApplication?>(nil)

    /// - Parameters:
    ///   - standby: nil if the server does not wait.
    ///   - opening: opens the database.
    init(
        standby: DatabaseStandby?, _ manager: ServiceManager?, _ logger: Logger,
        _ opening: @escaping @Sendable () throws -> NexusApplication
    ) {
        self.standby = standby
        self.manager = manager
        self.logger = logger
        self.opening = opening
    }

    /// - Throws: what keeps the server from starting.
    func open() throws {
        let application = try opening()
        opened.withLock { $0 = application }
    }

    func run() async throws {
        if let standby {
            do {
                try await cancelWhenGracefulShutdown { try await self.take(from: standby) }
            } catch is CancellationError { return }
        }
        try await opened.withLock { $0 }?.run()
    }

    /// Opens the database once no server has it.
    private func take(from standby: DatabaseStandby) async throws {
        while true {
            try await standby.wait { obstacle in
                switch obstacle {
                case .otherServer:
                    logger.notice("waiting: another server has the database")
                    manager?.tell(.ready("Waiting: another server has the database"))
                case .absent(let reason):
                    logger.warning("waiting: PostgreSQL does not answer", metadata: ["reason": "\(reason)"])
                    manager?.tell(.ready("Waiting: PostgreSQL does not answer"))
                }
            }
            do { return try open() } catch let error as DatabaseError where error.code == .inUse {
                // Yet another one was faster.
            }
        }
    }

    /// Reads the TLS files again; a server that waits reads them when it begins.
    @Sendable func reloadCertificate(_ files: TLSFiles?) { opened.withLock { $0 }?.reloadCertificate(files) }

    /// Returns once every event loop has run what was asked of it; at once while the server waits.
    @Sendable func respond() async throws { try await opened.withLock { $0 }?.respond() }
}
