import Foundation

/// The folder of one person on one device: their credentials and their store. Only its owner may look into it.
public struct ProfileFolder: Equatable, Sendable {
    public let path: String

    /// - Parameter path: made when it is not there.
    /// - Throws: ``ClientError/profileUnavailable(_:)``.
    public init(_ path: String) throws(ClientError) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        do {
            try FileManager.default.createDirectory(
                atPath: self.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .profileUnavailable("\(self.path) cannot be made")
        }
    }

    var store: String { file("store.sqlite") }
    var credentials: CredentialFile { CredentialFile(path: file("credentials.json")) }
    /// Credentials of a session that was signed out with no network: it is ended when there is one.
    var farewell: CredentialFile { CredentialFile(path: file("farewell.json")) }
    /// What posts in the outbox carry.
    var uploads: UploadFolder { UploadFolder(path: file("uploads")) }
    /// Held by the one process that keeps the store in step with the server.
    var syncLock: String { file("sync.lock") }
    /// Held while tokens are refreshed.
    var refreshLock: String { file("refresh.lock") }

    private func file(_ name: String) -> String { path + "/" + name }
}
