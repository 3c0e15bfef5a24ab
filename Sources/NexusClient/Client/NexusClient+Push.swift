import NexusCore

/// Push notifications of this device. They need the server.
extension NexusClient {
    /// The services that the server sends with, and its VAPID key.
    public func pushInfo() async throws(ClientError) -> PushInfo {
        try await api().call(Endpoints.push, Nothing())
    }

    /// Registers this session: after signing in, and whenever the system gives the device another token.
    ///
    /// - Parameter keys: whose content is encrypted for the device; nil for services that read what they deliver.
    /// - Throws: ``ClientError/refused(_:)`` (`invalid_request`) for an address that cannot be used.
    public func registerPush(
        _ service: String, address: String, keys: PushKeys? = nil
    ) async throws(ClientError) {
        try await registerPush(
            PushRegistration(
                service: service, address: address, key: keys?.publicKey ?? "", secret: keys?.authentication ?? ""))
    }

    /// Registers this session, as ``registerPush(_:address:keys:)``: with `PushRegistration.relay(_:keys:)` for the published app of a server
    /// that uses a relay.
    public func registerPush(_ registration: PushRegistration) async throws(ClientError) {
        _ = try await api().call(Endpoints.registerPush, registration)
    }

    /// Ends the push notifications of this session; signing out does the same.
    public func unregisterPush() async throws(ClientError) {
        _ = try await api().call(Endpoints.unregisterPush, Nothing())
    }

    /// Whether this session takes push notifications.
    public func isPushRegistered() async throws(ClientError) -> Bool {
        try await api().call(Endpoints.pushRegistration, Nothing()).isRegistered
    }

    /// Sends a test notification to this device, and reports each step.
    public func testPush() async throws(ClientError) -> PushTest {
        try await api().call(Endpoints.testPush, Nothing())
    }

    /// What became of push notifications, for administrators.
    public func pushReport() async throws(ClientError) -> PushReport {
        try await api().call(Endpoints.pushReport, Nothing())
    }
}
