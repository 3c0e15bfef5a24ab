import Foundation
import NexusCore

/// Where a device keeps its credentials. An app may bring one that uses the system's keychain.
public protocol CredentialStore: Sendable {
    /// The credentials, or `nil` when nobody is signed in.
    func load() throws(ClientError) -> Credentials?
    func save(_ credentials: Credentials) throws(ClientError)
    func remove() throws(ClientError)
}

/// A file that its owner alone may read. It is replaced as a whole, so that a crash leaves the old one or the new one.
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
        // A refresh token is good for one use: it must not be lost to a crash after the server has replaced it.
        fsync(descriptor)
        close(descriptor)
        guard rename(new, path) == 0 else { throw problem() }
    }

    func remove() throws(ClientError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw problem() }
    }

    private func problem() -> ClientError { .profileUnavailable("\(path): \(String(cString: strerror(errno)))") }
}
