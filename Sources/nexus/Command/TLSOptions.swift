import ArgumentParser
import NexusServer

/// TLS of the server itself.
struct TLSOptions: ParsableArguments {
    @Option(
        help: "The file of the server's certificate and its intermediate ones, in PEM: the server speaks TLS itself.")
    var tlsCertificate: String?

    @Option(help: "The file of the certificate's private key, in PEM.")
    var tlsKey: String?

    /// Nil without TLS.
    var files: TLSFiles? {
        guard let certificate, let key else { return nil }
        return TLSFiles(certificate: certificate, key: key)
    }

    private var certificate: String? { tlsCertificate ?? ServerEnvironment.text("NEXUS_TLS_CERTIFICATE") }
    private var key: String? { tlsKey ?? ServerEnvironment.text("NEXUS_TLS_KEY") }

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError(
                certificate == nil
                    ? "A TLS key needs its certificate too: --tls-certificate or NEXUS_TLS_CERTIFICATE."
                    : "A TLS certificate needs its key too: --tls-key or NEXUS_TLS_KEY.")
        }
    }

    /// - Parameter publicName: the server's public address, if it has one.
    /// - Throws: `ValidationError` for one that browsers would reach without TLS.
    func check(publicName: String?) throws {
        guard files != nil, let publicName, let address = PublicAddress(publicName), address.scheme != "https" else {
            return
        }
        throw ValidationError(
            "The public address is \(publicName), but the server speaks TLS: let it begin with https://.")
    }
}
