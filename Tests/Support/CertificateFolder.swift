import Foundation
import NexusServer

/// A folder with an authority and the certificates that it signs, made by `openssl`.
public final class CertificateFolder: Sendable {
    public let folder: URL

    /// - Throws: if `openssl` is missing.
    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "nexus-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("ca.key"),
            "-out", path("ca.pem"), "-subj", "/CN=Test authority", "-days", "2")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    public var authority: String { path("ca.pem") }
    public var files: TLSFiles { TLSFiles(certificate: path("server.pem"), key: path("server.key")) }

    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Makes a certificate of `localhost` and 127.0.0.1 and its key as `server.pem` and `server.key`, or under another name.
    /// - Parameter common: its common name, by which a test recognises it.
    public func sign(_ common: String, as name: String = "server", expired: Bool = false) throws {
        try openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("\(name).key"),
            "-out", path("\(name).csr"), "-subj", "/CN=\(common)")
        let extensions = path("extensions")
        try "subjectAltName=DNS:localhost,IP:127.0.0.1".write(toFile: extensions, atomically: true, encoding: .utf8)
        try openssl(
            "x509", "-req", "-in", path("\(name).csr"), "-CA", authority, "-CAkey", path("ca.key"), "-CAcreateserial",
            "-out", path("\(name).pem"), "-days", expired ? "0" : "2", "-extfile", extensions)
    }

    public func openssl(_ arguments: String...) throws { try QuietCommand.run(["openssl"] + arguments) }
}
