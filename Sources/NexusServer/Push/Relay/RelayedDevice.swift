/// A device that a relay reaches. An endpoint's address is its service and its token: `apns:…`, `apns-sandbox:…` or `fcm:…`.
struct RelayedDevice: Equatable, Sendable {
    var service: RelayedPush.Service
    var environment = RelayedPush.Environment.production
    var token: String

    /// - Returns: nil for a token that the service does not make.
    init?(_ service: RelayedPush.Service, _ environment: RelayedPush.Environment, token: String) {
        switch service {
        case .apns: guard PushEndpoint.isAppleToken(token) else { return nil }
        case .fcm: guard PushEndpoint.isToken(token), environment == .production else { return nil }
        }
        (self.service, self.environment, self.token) = (service, environment, token)
    }

    /// - Returns: nil for an address of another form.
    init?(address: String) {
        let parts = address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "apns": self.init(.apns, .production, token: parts[1])
        case "apns-sandbox": self.init(.apns, .sandbox, token: parts[1])
        case "fcm": self.init(.fcm, .production, token: parts[1])
        default: return nil
        }
    }
}
