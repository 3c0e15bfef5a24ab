import Crypto
import Foundation

/// The operator's key for Apple's push service.
public struct ApplePushSettings: Sendable {
    let key: P256.Signing.PrivateKey
    /// The key's identifier and the developer team's, of 10 characters each.
    let keyID: String
    let team: String
    /// The identifier of the app.
    let topic: String
    var production = "https://api.push.apple.com"
    var sandbox = "https://api.sandbox.push.apple.com"

    private static let file = "NEXUS_APNS_KEY_FILE"
    private static let variables = [file, "NEXUS_APNS_KEY_ID", "NEXUS_APNS_TEAM", "NEXUS_APNS_TOPIC"]

    /// Reads `NEXUS_APNS_KEY_FILE`, `NEXUS_APNS_KEY_ID`, `NEXUS_APNS_TEAM` and `NEXUS_APNS_TOPIC`.
    ///
    /// - Returns: nil if none is set.
    /// - Throws: ``PushSettingsError``.
    init?(environment: [String: String]) throws(PushSettingsError) {
        let values = ApplePushSettings.variables.map { environment[$0] ?? "" }
        guard let set = ApplePushSettings.variables.first(where: { environment[$0]?.isEmpty == false }) else {
            return nil
        }
        for (variable, value) in zip(ApplePushSettings.variables, values) where value.isEmpty {
            throw PushSettingsError(variable, "is missing, though \(set) is set.")
        }
        for (variable, value) in Array(zip(ApplePushSettings.variables, values))[1...2] {
            guard value.wholeMatch(of: /[A-Z0-9]{10}/) != nil else {
                throw PushSettingsError(variable, "is 10 capital letters and digits.")
            }
        }
        guard values[3].wholeMatch(of: /[A-Za-z0-9.\-]{1,200}/) != nil else {
            throw PushSettingsError("NEXUS_APNS_TOPIC", "is the identifier of an app, such as org.example.nexus.")
        }
        guard let data = FileManager.default.contents(atPath: values[0]), data.count <= 16 << 10 else {
            throw PushSettingsError(ApplePushSettings.file, "names a file that cannot be read.")
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: String(decoding: data, as: UTF8.self)) else {
            throw PushSettingsError(ApplePushSettings.file, "names a file without a key: the .p8 file from Apple.")
        }
        self.key = key
        (keyID, team, topic) = (values[1], values[2], values[3])
    }
}
