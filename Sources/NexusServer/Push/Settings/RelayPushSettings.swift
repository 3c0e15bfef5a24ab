/// The relay through which this server reaches the devices of a published app.
public struct RelayPushSettings: Sendable {
    /// Its origin, such as `https://push.example.org`.
    let url: String
    /// By which the relay's operator lets servers register; nil where it needs none.
    let token: String?

    private static let variable = "NEXUS_PUSH_RELAY"
    private static let tokenVariable = "NEXUS_PUSH_RELAY_TOKEN"

    /// Reads `NEXUS_PUSH_RELAY` and `NEXUS_PUSH_RELAY_TOKEN`.
    ///
    /// - Parameter local: authorities that may use http.
    /// - Returns: nil if none is set.
    /// - Throws: ``PushSettingsError``.
    init?(environment: [String: String], local: Set<String>) throws(PushSettingsError) {
        func text(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        token = text(Self.tokenVariable)
        guard let address = text(Self.variable) else {
            if token != nil {
                throw PushSettingsError(Self.variable, "is missing, though \(Self.tokenVariable) is set.")
            }
            return nil
        }
        guard let url = try? PublicURL(address), url.path == "/", url.isSecure || local.contains(url.authority) else {
            throw PushSettingsError(Self.variable, "is an https address without a path, like https://push.example.org.")
        }
        if let token, !RelayPushSettings.isToken(token) {
            throw PushSettingsError(Self.tokenVariable, "is 16 to 200 printable ASCII characters without spaces.")
        }
        self.url = url.origin
    }

    /// Whether a relay can take it for registrations.
    static func isToken(_ text: String) -> Bool { text.wholeMatch(of: /[\x21-\x7E]{16,200}/) != nil }
}
