import Foundation

/// The folder of one user on one device: their credentials and their store, readable by its owner alone.
public struct ProfileFolder: Equatable, Sendable {
    public let path: String

    /// - Parameter path: created if missing.
    /// - Throws: ``ClientError/profileUnavailable(_:)``.
    public init(_ path: String) throws(ClientError) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        do {
            try FileManager.default.createDirectory(
                atPath: self.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .profileUnavailable("\(self.path) cannot be created")
        }
    }

    var store: String { file("store.sqlite") }
    var credentials: CredentialFile { CredentialFile(path: file("credentials.json")) }
    /// Credentials of a session that was signed out offline, to be ended once online.
    var farewell: CredentialFile { CredentialFile(path: file("farewell.json")) }
    /// The files of posts in the outbox.
    var uploads: UploadFolder { UploadFolder(path: file("uploads")) }
    /// The disk cache of pictures.
    var images: String { file("images") }
    /// Choices of this device.
    var preferences: DevicePreferences { DevicePreferences(path: file("preferences.json")) }
    /// Locked by the process that syncs the store.
    var syncLock: String { file("sync.lock") }
    /// Locked while tokens are refreshed.
    var refreshLock: String { file("refresh.lock") }

    private func file(_ name: String) -> String { path + "/" + name }
}
