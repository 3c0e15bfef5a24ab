import Foundation
import NIOSSL

/// The authorities that connections over TLS trust: those of the system, or of the file that `SSL_CERT_FILE` names, as for other programs.
enum TrustedRoots {
    static let configuration: TLSConfiguration = {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let file = ProcessInfo.processInfo.environment["SSL_CERT_FILE"], !file.isEmpty {
            configuration.trustRoots = .file(file)
        }
        return configuration
    }()
}
