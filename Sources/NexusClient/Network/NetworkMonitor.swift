/// Whether the device has a network by which a server may be reached.
public enum NetworkState: Equatable, Sendable {
    case available
    case unavailable
}

/// Watches the networks of the device; tests bring their own.
public protocol NetworkMonitor: Sendable {
    /// The present state, then each change. `available` is repeated when the device has changed to another network. The stream keeps
    /// the newest state; it ends if the system gives no more.
    func states() -> AsyncStream<NetworkState>
}

#if canImport(Network)
    import Dispatch
    import Network

    /// The networks as the system's path monitor sees them.
    public struct SystemNetworkMonitor: NetworkMonitor {
        public init() {}

        public func states() -> AsyncStream<NetworkState> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: NetworkState.self, bufferingPolicy: .bufferingNewest(1))
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { path in
                continuation.yield(path.status == .satisfied ? .available : .unavailable)
            }
            continuation.onTermination = { _ in monitor.cancel() }
            monitor.start(queue: DispatchQueue(label: "nexus.network"))
            return stream
        }
    }
#elseif os(Linux)
    /// The networks as the kernel tells of them (rtnetlink(7)).
    public struct SystemNetworkMonitor: NetworkMonitor {
        public init() {}

        public func states() -> AsyncStream<NetworkState> {
            guard let socket = NetlinkSocket.open() else { return AsyncStream { $0.finish() } }
            return socket.states()
        }
    }
#else
    /// No networks are watched on this system.
    public struct SystemNetworkMonitor: NetworkMonitor {
        public init() {}

        public func states() -> AsyncStream<NetworkState> { AsyncStream { $0.finish() } }
    }
#endif
