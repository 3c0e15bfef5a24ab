/// The push services that a server uses.
struct PushServices: Sendable {
    let transport: any PushTransport
    /// Those that are configured.
    let available: [PushEndpoint.Service]
    /// The server's VAPID public key, where it sends Web Push.
    let key: String?
    /// Checks what a device registers. Throws `Refusal` (`invalid_request`).
    let check: @Sendable (PushEndpoint) throws -> Void
    /// Makes this server known to those that ask for it; tries until it has succeeded.
    var enrol: @Sendable () async -> Void = {}
    let shutdown: @Sendable () async -> Void
}
