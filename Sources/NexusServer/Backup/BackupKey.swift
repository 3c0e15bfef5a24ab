import Crypto
import Foundation

/// The secret with which a set is encrypted: 256 random bits in a file of one line. A holder of the file can read the set, and without it
/// nothing can be restored.
public struct BackupKey: Sendable {
    private static let prefix = "NEXUS-BACKUP-KEY-1-"

    let secret: SymmetricKey

    /// Reads the file of a key.
    ///
    /// - Throws: ``BackupProblem`` (`key`).
    public init(file path: String) throws(BackupProblem) {
        guard let data = FileManager.default.contents(atPath: path), data.count <= 4_096 else {
            throw BackupProblem(.key, "The key file \"\(path)\" cannot be read.")
        }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix(BackupKey.prefix),
            let key = ContentHash(hexadecimal: String(text.dropFirst(BackupKey.prefix.count)))
        else {
            throw BackupProblem(
                .key, "\"\(path)\" holds no backup key. Make one with \"nexus backup key FILE\".")
        }
        secret = SymmetricKey(data: key.bytes)
    }

    /// Makes a key, in a new file that only its owner can read.
    ///
    /// - Throws: ``BackupProblem`` (`refused` if the file exists).
    public static func create(at path: String) throws(BackupProblem) {
        let secret = SymmetricKey(size: .bits256)
        let text = prefix + ContentHash(prefix: secret.withUnsafeBytes { Array($0) }).text + "\n"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let reason = errno == EEXIST ? "It exists." : String(cString: strerror(errno)) + "."
            throw BackupProblem(.refused, "The key file \"\(path)\" cannot be created. \(reason)")
        }
        defer { close(file) }
        do {
            try BackupFiles.append(Array(text.utf8), to: file)
            guard fsync(file) == 0 else { throw FileProblem("making the key durable") }
        } catch {
            throw BackupProblem(error, while: "writing the key")
        }
    }
}
