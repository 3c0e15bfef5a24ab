import Foundation
import NexusCore

/// Storage of a device's credentials. An app may provide one that uses the system's keychain.
public protocol CredentialStore: Sendable {
    /// The credentials, or `nil` if no user is signed in.
    func load() throws(ClientError) -> Credentials?
    func save(_ credentials: Credentials) throws(ClientError)
    func remove() throws(ClientError)
}

/// A file that only its owner may read, replaced atomically, so that a crash leaves the old or the new one.
struct CredentialFile: CredentialStore {
    let path: String

    func load() throws(ClientError) -> Credentials? {
        guard let data = FileManager.default.contents(atPath: path) else {
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            throw .profileUnavailable("\(path) cannot be read")
        }
        do {
            return try Credentials.decode(Array(data))
        } catch {
            throw .profileUnavailable("\(path) is damaged: \(error.message)")
        }
    }

    func save(_ credentials: Credentials) throws(ClientError) {
        let new = path + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem() }
        var written = 0
        let bytes = credentials.json
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, bytes.count - written) }
            guard count > 0 else {
                let problem = problem()
                close(descriptor)
                throw problem
            }
            written += count
        }
        // A refresh token can be used once: a crash after the server has replaced it must not lose it.
        fsync(descriptor)
        close(descriptor)
        guard rename(new, path) == 0 else { throw problem() }
    }

    func remove() throws(ClientError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw problem() }
    }

    private func problem() -> ClientError { .profileUnavailable("\(path): \(String(cString: strerror(errno)))") }
}
