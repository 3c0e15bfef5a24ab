import Foundation
import NexusBus
import NexusIntelligence

extension NatsSettings {
    /// The maximum of servers that are named.
    static let serverLimit = 16

    /// Reads `NEXUS_BUS_USER`, `…_PASSWORD`, `…_TOKEN` (these two also from files), `…_CREDENTIALS`, `…_NKEY`, `…_NKEY_FILE`, `…_CA`, `…_CERTIFICATE`,
    /// `…_KEY` and `…_PLAIN`.
    ///
    /// - Parameter urls: as `nats://HOST:PORT` or `tls://HOST:PORT`.
    /// - Returns: nil if no bus is configured.
    /// - Throws: ``BusSettingsError``.
    public init?(urls: [String], environment: [String: String]) throws(BusSettingsError) {
        func text(_ name: String) -> String? { environment["NEXUS_BUS_\(name)"].flatMap { $0.isEmpty ? nil : $0 } }
        let names = ["USER", "PASSWORD", "PASSWORD_FILE", "TOKEN", "TOKEN_FILE", "CREDENTIALS", "NKEY", "NKEY_FILE"]
        guard !urls.isEmpty else {
            let others = names + ["CA", "CERTIFICATE", "KEY", "PLAIN"]
            guard others.allSatisfy({ text($0) == nil }) else {
                throw BusSettingsError("NEXUS_BUS_URL", "is missing, though other settings of the bus are set.")
            }
            return nil
        }
        let (servers, isSecure) = try NatsSettings.servers(urls, allowsPlain: text("PLAIN") == "on")
        let login = try NatsSettings.login(environment, text)
        for name in ["CREDENTIALS", "NKEY_FILE", "CA", "CERTIFICATE", "KEY"] {
            if let path = text(name), !FileManager.default.isReadableFile(atPath: path) {
                throw BusSettingsError("NEXUS_BUS_\(name)", "names a file that cannot be read.")
            }
        }
        guard (text("CERTIFICATE") == nil) == (text("KEY") == nil) else {
            throw BusSettingsError("NEXUS_BUS_CERTIFICATE", "and NEXUS_BUS_KEY go together.")
        }
        let certificate = text("CERTIFICATE").flatMap { chain in text("KEY").map { (chain: chain, key: $0) } }
        self.init(
            servers: servers, isSecure: isSecure, login: login, authorities: text("CA"), certificate: certificate)
    }

    private static func servers(
        _ urls: [String], allowsPlain: Bool
    ) throws(BusSettingsError) -> (servers: [String], isSecure: Bool) {
        guard urls.count <= serverLimit else {
            throw BusSettingsError("NEXUS_BUS_URL", "names more than \(serverLimit) servers.")
        }
        var servers: [String] = []
        var secureCount = 0
        for url in urls {
            guard
                let match = url.wholeMatch(
                    of: /(nats|tls):\/\/([A-Za-z0-9._-]+|\[[0-9a-fA-F:]+\])(?::([0-9]{1,5}))?\/?/)
            else {
                throw BusSettingsError(
                    "NEXUS_BUS_URL",
                    "is a list of addresses such as tls://bus.example.org:4222, without user and password.")
            }
            let (scheme, host) = (match.1, String(match.2))
            if scheme == "tls" { secureCount += 1 }
            guard scheme == "tls" || allowsPlain || ["localhost", "127.0.0.1", "[::1]"].contains(host) else {
                throw BusSettingsError(
                    "NEXUS_BUS_URL", "is not tls://. In a network of your own set NEXUS_BUS_PLAIN to on.")
            }
            servers.append("nats://\(host):\(match.3 ?? "4222")")
        }
        guard secureCount == 0 || secureCount == urls.count else {
            throw BusSettingsError("NEXUS_BUS_URL", "mixes servers with TLS and without.")
        }
        return (servers, secureCount > 0)
    }

    private static func login(
        _ environment: [String: String], _ text: (String) -> String?
    ) throws(BusSettingsError) -> Login {
        func secret(_ name: String) throws(BusSettingsError) -> String? {
            do { return try SecretSetting.read("NEXUS_BUS_\(name)", .password, in: environment)?.text } catch {
                throw BusSettingsError(error.variable, error.problem)
            }
        }
        var logins: [Login] = []
        switch (text("USER"), try secret("PASSWORD")) {
        case (let user?, let password?): logins.append(.user(user, password: password))
        case (nil, nil): break
        default: throw BusSettingsError("NEXUS_BUS_USER", "and NEXUS_BUS_PASSWORD go together.")
        }
        if let token = try secret("TOKEN") { logins.append(.token(token)) }
        if let file = text("CREDENTIALS") { logins.append(.credentials(file: file)) }
        switch (text("NKEY"), text("NKEY_FILE")) {
        case (let key?, let file?): logins.append(.key(key, seedFile: file))
        case (nil, nil): break
        default: throw BusSettingsError("NEXUS_BUS_NKEY", "and NEXUS_BUS_NKEY_FILE go together.")
        }
        guard logins.count < 2 else {
            throw BusSettingsError(
                "NEXUS_BUS_USER", "is one of several ways to log in to the bus that are set. Keep one.")
        }
        return logins.first ?? .nobody
    }
}

/// Unusable settings of the bus. The text names the variable, never its value.
public struct BusSettingsError: Error, Equatable, Sendable {
    public let variable: String
    public let text: String

    public init(_ variable: String, _ problem: String) {
        self.variable = variable
        text = "\(variable) \(problem)"
    }
}
