import Crypto
import Foundation
import Logging
import NIOSSL
import Synchronization

/// The certificate in use. New files replace it for new connections; files that cannot be used keep the old one.
public final class TLSCertificates: Sendable {
    private struct State {
        var files: TLSFiles
        var identity: TLSIdentity
        /// What the files held when they were last tried.
        var tried: Content
        /// What they held at the last look.
        var seen: Content
        /// Why the present files are not in use.
        var problem: String?
    }

    /// What the files hold: a digest, or the reason why they cannot be read.
    private enum Content: Equatable {
        case digest([UInt8])
        case unreadable(TLSFilesError)
    }

    private let state: Mutex<State>
    private let logger: Logger
    private let now: @Sendable () -> Date

    /// - Throws: ``TLSFilesError``.
    init(
        _ files: TLSFiles, logger: Logger, now: @escaping @Sendable () -> Date = { Date.now }
    ) throws(TLSFilesError) {
        let (certificate, key) = try files.read()
        let identity = try TLSIdentity(certificate: certificate, key: key, of: files, now: now())
        let content = Content.digest(TLSCertificates.digest(certificate, key))
        state = Mutex(State(files: files, identity: identity, tried: content, seen: content))
        self.logger = logger
        self.now = now
    }

    /// For the handshake of a new connection.
    var context: NIOSSLContext { state.withLock { $0.identity.context } }

    var expiry: Date { state.withLock { $0.identity.expiry } }

    /// What is wrong, for the operator; nil if nothing is.
    var problem: String? {
        let (problem, expiry) = state.withLock { ($0.problem, $0.identity.expiry) }
        if let problem { return problem + " The earlier certificate is in use." }
        guard now() >= expiry else { return nil }
        return "The TLS certificate has expired. Renew its files; the server reads them by itself."
    }

    /// Looks whether the files have changed, and uses them once two looks in a row found the same: a renewal writes one
    /// after the other.
    func look() {
        let files = state.withLock { $0.files }
        let (content, pair) = TLSCertificates.content(of: files)
        let isSettled = state.withLock { state in
            defer { state.seen = content }
            return state.seen == content && state.tried != content
        }
        if isSettled { use(pair, content, files) }
    }

    /// Reads the files at once, from other paths if any are given.
    func reload(_ named: TLSFiles? = nil) {
        let files = named ?? state.withLock { $0.files }
        let (content, pair) = TLSCertificates.content(of: files)
        let isNew = state.withLock { $0.tried != content || $0.files != files }
        if isNew { use(pair, content, files) }
    }

    private func use(
        _ pair: Result<(certificate: [UInt8], key: [UInt8]), TLSFilesError>, _ content: Content, _ files: TLSFiles
    ) {
        do throws(TLSFilesError) {
            let (certificate, key) = try pair.get()
            let identity = try TLSIdentity(certificate: certificate, key: key, of: files, now: now())
            state.withLock { state in
                state.identity = identity
                state.problem = nil
                (state.files, state.tried, state.seen) = (files, content, content)
            }
            logger.notice(
                "new TLS certificate in use", metadata: ["expires": "\(identity.expiry.formatted(.iso8601))"])
        } catch {
            state.withLock { state in
                state.problem = error.text
                (state.files, state.tried, state.seen) = (files, content, content)
            }
            logger.error("the new TLS certificate cannot be used", metadata: ["reason": "\(error.text)"])
        }
    }

    private static func content(
        of files: TLSFiles
    ) -> (Content, Result<(certificate: [UInt8], key: [UInt8]), TLSFilesError>) {
        do throws(TLSFilesError) {
            let pair = try files.read()
            return (.digest(digest(pair.certificate, pair.key)), .success(pair))
        } catch {
            return (.unreadable(error), .failure(error))
        }
    }

    private static func digest(_ certificate: [UInt8], _ key: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: certificate)) + Array(SHA256.hash(data: key))
    }
}
