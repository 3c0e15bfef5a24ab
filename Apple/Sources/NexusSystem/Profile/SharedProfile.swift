import Foundation
import NexusClient

#if !os(macOS)
    import UIKit
#endif

/// The profile that the app and its extensions use: one folder, one session, one outbox.
public enum SharedProfile {
    /// A client of the profile. Opening it reads and connects nothing yet.
    ///
    /// - Throws: ``ClientError/profileUnavailable(_:)``.
    public static func client() throws(ClientError) -> NexusClient {
        NexusClient(try ProfileFolder(try folder()), configuration: configuration())
    }

    /// The keys of this device's push notifications; `nil` where there is no keychain.
    public static var pushKeys: (any PushKeyStore)? {
        #if canImport(Security)
            KeychainPushKeys(accessGroup: setting(key: "NexusKeychainGroup"))
        #else
            nil
        #endif
    }

    private static func configuration() -> ClientConfiguration {
        var configuration = ClientConfiguration()
        #if !os(macOS)
            // While the app is open, its extensions hand over what they send.
            configuration.sharesProfile = true
        #endif
        #if canImport(Security)
            configuration.credentials = KeychainCredentials(accessGroup: setting(key: "NexusKeychainGroup"))
        #endif
        return configuration
    }

    private static func folder() throws(ClientError) -> String {
        #if os(macOS)
            do {
                return try FileManager.default.url(
                    for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true
                ).appendingPathComponent("Nexus", isDirectory: true).path
            } catch {
                throw .profileUnavailable("the folder of the app cannot be made")
            }
        #else
            let group = setting(key: "NexusAppGroup") ?? "group.org.example.nexus"
            guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
                throw .profileUnavailable("the app has no group container \(group)")
            }
            return folder.appendingPathComponent("Profile", isDirectory: true).path
        #endif
    }

    /// What the target's property list says; its values come from the build settings.
    private static func setting(key: String) -> String? {
        (Bundle.main.object(forInfoDictionaryKey: key) as? String).flatMap { $0.isEmpty ? nil : $0 }
    }
}
