import CryptoExtras
import Foundation

/// The operator's service account of Firebase Cloud Messaging.
public struct GooglePushSettings: Sendable {
    let project: String
    let email: String
    let keyID: String?
    let key: _RSA.Signing.PrivateKey
    /// Where access tokens are got.
    var tokenURL: String
    var base = "https://fcm.googleapis.com"

    /// The file that Google makes for a service account.
    private struct Account: Decodable {
        var project_id: String
        var private_key_id: String?
        var private_key: String
        var client_email: String
        var token_uri: String?
    }

    private static let variable = "NEXUS_FCM_ACCOUNT_FILE"

    /// Reads the file that `NEXUS_FCM_ACCOUNT_FILE` names.
    ///
    /// - Returns: nil if it is not set.
    /// - Throws: ``PushSettingsError``.
    init?(environment: [String: String]) throws(PushSettingsError) {
        guard let path = environment[GooglePushSettings.variable], !path.isEmpty else { return nil }
        guard let data = FileManager.default.contents(atPath: path), data.count <= 64 << 10 else {
            throw PushSettingsError(GooglePushSettings.variable, "names a file that cannot be read.")
        }
        guard let account = try? JSONDecoder().decode(Account.self, from: data),
            account.project_id.wholeMatch(of: /[A-Za-z0-9\-]{1,100}/) != nil
        else {
            throw PushSettingsError(
                GooglePushSettings.variable, "names a file that is not the JSON key of a service account.")
        }
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: account.private_key) else {
            throw PushSettingsError(GooglePushSettings.variable, "names a file whose private_key is not an RSA key.")
        }
        let tokenURL = account.token_uri ?? "https://oauth2.googleapis.com/token"
        guard (try? PublicURL(tokenURL))?.isSecure == true else {
            throw PushSettingsError(GooglePushSettings.variable, "names a file whose token_uri is not an https URL.")
        }
        project = account.project_id
        email = account.client_email
        keyID = account.private_key_id
        self.key = key
        self.tokenURL = tokenURL
    }
}
