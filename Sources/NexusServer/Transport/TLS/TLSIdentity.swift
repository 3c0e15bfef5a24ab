import Foundation
import NIOCore
import NIOSSL

/// A certificate with its key, ready for handshakes.
struct TLSIdentity: Sendable {
    let context: NIOSSLContext
    /// When the server's own certificate expires.
    let expiry: Date

    /// The maximum time for the other side to confirm the end of a connection.
    private static let farewell = TimeAmount.seconds(2)

    /// - Parameter files: names the files in errors.
    /// - Throws: ``TLSFilesError`` for files without a certificate or key, a key of another certificate, and a certificate that is not valid now.
    init(certificate: [UInt8], key: [UInt8], of files: TLSFiles, now: Date) throws(TLSFilesError) {
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificate), let own = chain.first else {
            throw TLSFilesError("The TLS certificate \"\(files.certificate)\" holds no certificate in PEM.")
        }
        let isLocked = String(decoding: key, as: UTF8.self).contains("ENCRYPTED")
        guard !isLocked else {
            throw TLSFilesError(
                "The TLS key \"\(files.key)\" is protected by a passphrase. Remove it: openssl pkey -in KEY -out KEY.")
        }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: key, format: .pem) else {
            throw TLSFilesError("The TLS key \"\(files.key)\" holds no private key in PEM.")
        }
        let starts = Date(timeIntervalSince1970: TimeInterval(own.notValidBefore))
        expiry = Date(timeIntervalSince1970: TimeInterval(own.notValidAfter))
        guard now < expiry else {
            throw TLSFilesError("The TLS certificate \"\(files.certificate)\" expired on \(TLSIdentity.day(expiry)).")
        }
        guard now >= starts else {
            throw TLSFilesError(
                "The TLS certificate \"\(files.certificate)\" is not valid before \(TLSIdentity.day(starts)). "
                    + "Check the clock of this machine.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = [LiveServerChannel.http2, "http/1.1"]
        configuration.shutdownTimeout = TLSIdentity.farewell
        do {
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw TLSFilesError(
                "The TLS key \"\(files.key)\" does not belong to the certificate \"\(files.certificate)\".")
        }
    }

    private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
