import NIOCore
import NexusServer

extension TransportConfiguration {
    /// Waits for clients that are tests. On a busy machine their turn comes so late that the server would take them for slow clients and close the
    /// connection before a request arrives. Tests of these limits set their own.
    public mutating func waitForTests() {
        headTimeout = .minutes(10)
        bodyTimeout = .minutes(10)
        idleTimeout = .seconds(600)
    }
}
