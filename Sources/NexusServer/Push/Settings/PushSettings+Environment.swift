import NIOSSL

extension PushSettings {
    /// Maximum endpoints that `NEXUS_PUSH_LOCAL` names.
    static let localLimit = 100

    /// Reads `NEXUS_PUSH_CONTACT`, `NEXUS_PUSH_LOCAL` and `NEXUS_PUSH_ROOTS`, the keys for Apple's and Google's services, and the relay.
    ///
    /// - Parameter publicOrigin: the server's public address, which is the contact unless another is set.
    /// - Throws: ``PushSettingsError``.
    public init(environment: [String: String], publicOrigin: String?) throws(PushSettingsError) {
        func text(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        self.init()
        if let contact = text("NEXUS_PUSH_CONTACT") {
            guard PushSettings.isContact(contact) else {
                throw PushSettingsError("NEXUS_PUSH_CONTACT", "is an address like mailto:admin@example.org.")
            }
            self.contact = contact
        } else if let publicOrigin, publicOrigin.hasPrefix("https://") {
            contact = publicOrigin
        }
        for entry in (text("NEXUS_PUSH_LOCAL") ?? "").split(whereSeparator: { $0 == "," || $0 == " " }) {
            guard case (let host, let port?)? = PublicURL.parts(of: entry) else {
                throw PushSettingsError("NEXUS_PUSH_LOCAL", "is a list like push.home.arpa:8080,127.0.0.1:2586.")
            }
            local.insert("\(host.contains(":") ? "[\(host)]" : host):\(port)")
        }
        guard local.count <= PushSettings.localLimit else {
            throw PushSettingsError("NEXUS_PUSH_LOCAL", "names at most \(PushSettings.localLimit) endpoints.")
        }
        roots = text("NEXUS_PUSH_ROOTS")
        _ = try certificates()
        apple = try ApplePushSettings(environment: environment)
        google = try GooglePushSettings(environment: environment)
        relay = try RelayPushSettings(environment: environment, local: local)
    }

    /// The trusted authorities besides the system's.
    func certificates() throws(PushSettingsError) -> [NIOSSLCertificate] {
        guard let roots else { return [] }
        do {
            return try NIOSSLCertificate.fromPEMFile(roots)
        } catch {
            throw PushSettingsError("NEXUS_PUSH_ROOTS", "names a file without readable certificates.")
        }
    }

    private static func isContact(_ text: String) -> Bool {
        guard text.utf8.count <= 500, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        if let address = text.wholeMatch(of: /mailto:([^@]+)@([^@]+)/) { return address.2.contains { $0 != "." } }
        return (try? PublicURL(text))?.isSecure == true
    }
}
