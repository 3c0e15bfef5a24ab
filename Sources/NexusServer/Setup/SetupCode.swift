import Crypto
import Foundation
import NexusDatabase

/// The one-time code that lets its holder set a fresh server up, kept in a file beside the database until then.
public struct SetupCode: Sendable {
    public let text: String
    private let path: String?

    /// The code that a server on this database waits for; nil for a server that is set up or was never started.
    public static func stored(besideDatabaseAt database: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path(besideDatabaseAt: database)), data.count <= 256
        else { return nil }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    /// The stored code, or a new one that is not stored yet; a database in memory has no file.
    ///
    /// - Parameter given: a new code in place of a random one.
    init(for database: DatabaseConfiguration, given: String? = nil) {
        guard let database = database.companionPath else {
            text = given ?? Token.link()
            path = nil
            return
        }
        path = SetupCode.path(besideDatabaseAt: database)
        text = SetupCode.stored(besideDatabaseAt: database) ?? Token.link()
    }

    /// Stores the code for its owner alone.
    ///
    /// - Throws: `CocoaError` where the folder cannot be written.
    func store() throws {
        guard let path, !FileManager.default.fileExists(atPath: path) else { return }
        try Data((text + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Compares in constant time.
    func matches(_ other: String) -> Bool {
        SHA256.hash(data: Array(text.utf8)) == SHA256.hash(data: Array(other.utf8))
    }

    func remove() {
        if let path { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func path(besideDatabaseAt database: String) -> String { database + ".setup" }
}
