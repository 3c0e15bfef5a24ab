import Foundation
import NIOCore
import NIOPosix
import NIOSSL

extension MailFailure {
    /// The failure that an error of a connection means.
    ///
    /// - Parameter isShaking: whether a TLS handshake was under way.
    init(_ error: any Error, isShaking: Bool) {
        if let extra = error as? NIOSSLExtraError, extra == .failedToValidateHostname {
            self.init(.otherCertificate)
        } else if "\(error)".contains("CERTIFICATE_VERIFY_FAILED") {
            self.init(.untrustedCertificate)
        } else if isShaking {
            self.init(.noTLS)
        } else {
            self.init(.closed)
        }
    }

    /// The failure to connect.
    init(connecting error: any Error) {
        switch error {
        case let error as NIOConnectionError:
            if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
                self.init(.unknownHost)
            } else if error.connectionErrors.contains(where: { !($0.error is ChannelError) }) {
                self.init(.unreachable, detail: MailFailure.words(error.connectionErrors.map(\.error)))
            } else {
                self.init(.timedOut)
            }
        case is ChannelError: self.init(.timedOut)
        default: self.init(.unreachable, detail: MailFailure.words([error]))
        }
    }

    /// What the system says of the first error that it names.
    private static func words(_ errors: [any Error]) -> String {
        errors.lazy.compactMap { $0 as? IOError }.first.map { String(cString: strerror($0.errnoCode)) } ?? ""
    }
}
