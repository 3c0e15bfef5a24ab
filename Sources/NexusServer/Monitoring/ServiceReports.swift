import NIOCore
import ServiceLifecycle

/// Says to the service manager that the program is alive, as often as it wants to hear it, and when the program begins to end.
/// The last service of a group, so that it is the first that is told to end.
public struct ServiceReports: Service {
    private let manager: ServiceManager?
    private let responds: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - manager: nil if nobody wants to know.
    ///   - responds: returns once the program has done a piece of work; a program that hangs does not return.
    public init(to manager: ServiceManager?, responds: @escaping @Sendable () async throws -> Void) {
        self.manager = manager
        self.responds = responds
    }

    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // Twice in the time, so that one late report does no harm.
                try await Task.sleep(for: manager?.patience.map { $0 / 2 } ?? .seconds(1 << 30))
                try await responds()
                manager?.tell(.alive)
            }
        }
        manager?.tell(.stopping)
    }
}

extension EventLoopGroup {
    /// Returns once every event loop has run a task.
    public func respond() async throws {
        for loop in makeIterator() { try await loop.submit {}.get() }
    }
}
