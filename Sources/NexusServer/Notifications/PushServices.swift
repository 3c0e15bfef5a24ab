/// The push services that a server uses.
struct PushServices: Sendable {
    let transport: any PushTransport
    /// Those that are configured.
    let available: [PushEndpoint.Service]
    /// The server's VAPID public key, where it sends Web Push.
    let key: String?
    /// Checks what a device registers. Throws `Refusal` (`invalid_request`).
    let check: @Sendable (PushEndpoint) throws -> Void
    let shutdown: @Sendable () async -> Void
}
