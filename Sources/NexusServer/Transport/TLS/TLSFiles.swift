import Foundation

/// The files of the server's certificate, both in PEM.
public struct TLSFiles: Equatable, Sendable {
    /// The certificate of the server, followed by the intermediate ones.
    public var certificate: String
    /// The private key of the first certificate, without a passphrase.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Maximum bytes of a file.
    static let bytes = 1 << 20

    /// The content of both files.
    /// - Throws: ``TLSFilesError``.
    func read() throws(TLSFilesError) -> (certificate: [UInt8], key: [UInt8]) {
        (try TLSFiles.read(certificate, "certificate"), try TLSFiles.read(key, "key"))
    }

    private static func read(_ path: String, _ kind: String) throws(TLSFilesError) -> [UInt8] {
        let file = "The TLS \(kind) \"\(path)\""
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw switch errno {
            case ENOENT, ENOTDIR: TLSFilesError("\(file) does not exist.")
            case EACCES, EPERM:
                TLSFilesError("\(file) cannot be read: the account that runs the server has no permission.")
            default: TLSFilesError("\(file) cannot be read.")
            }
        }
        let data: Data
        do {
            data = try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).read(upToCount: bytes + 1) ?? Data()
        } catch {
            throw TLSFilesError("\(file) cannot be read.")
        }
        guard data.count <= bytes else { throw TLSFilesError("\(file) is larger than 1 MiB.") }
        return Array(data)
    }
}

/// The reason why a certificate and its key cannot be used. The text names files, never their content.
public struct TLSFilesError: Error, Equatable, Sendable {
    public let text: String

    init(_ text: String) { self.text = text }
}
