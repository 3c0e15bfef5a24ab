import Foundation
import NexusIntelligence

/// The operator's settings of an object store that speaks S3.
public struct S3Settings: Equatable, Sendable {
    /// The address of the store, without a slash at its end.
    public var endpoint: String
    public var region: String
    public var credentials: S3Credentials
    /// Whether buckets are named in the path and not in the host.
    public var usesPathStyle: Bool
    /// A PEM file of authorities that its certificate may have, besides the system's.
    public var roots: String?

    /// - Parameter endpoint: nil for Amazon S3 in that region.
    public init(
        endpoint: String? = nil, region: String = "us-east-1", credentials: S3Credentials,
        usesPathStyle: Bool? = nil, roots: String? = nil
    ) {
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        self.endpoint = endpoint ?? "https://s3.\(region).\(domain)"
        self.region = region
        self.credentials = credentials
        self.usesPathStyle = usesPathStyle ?? (endpoint != nil)
        self.roots = roots
    }

    /// Reads `NEXUS_S3_ENDPOINT`, `…_REGION`, `…_ACCESS_KEY`, `…_SECRET_KEY`, `…_SESSION_TOKEN` (the last two also from files), `…_PATH_STYLE`,
    /// `…_ROOTS` and `…_PLAIN`.
    ///
    /// - Returns: nil if no store is configured.
    /// - Throws: ``S3SettingsError``.
    public init?(environment: [String: String]) throws(S3SettingsError) {
        func text(_ name: String) -> String? { environment["NEXUS_S3_\(name)"].flatMap { $0.isEmpty ? nil : $0 } }
        func secret(_ name: String) throws(S3SettingsError) -> Secret? {
            do { return try SecretSetting.read("NEXUS_S3_\(name)", .key, in: environment) } catch {
                throw S3SettingsError(error.variable, error.problem)
            }
        }
        let (secretKey, token) = (try secret("SECRET_KEY"), try secret("SESSION_TOKEN"))
        let names = ["ENDPOINT", "REGION", "PATH_STYLE", "ROOTS", "PLAIN"]
        guard let accessKey = text("ACCESS_KEY") else {
            guard secretKey == nil, token == nil, names.allSatisfy({ text($0) == nil }) else {
                throw S3SettingsError("NEXUS_S3_ACCESS_KEY", "is missing, though other settings of the store are set.")
            }
            return nil
        }
        guard let secretKey else {
            throw S3SettingsError("NEXUS_S3_SECRET_KEY", "is missing, though NEXUS_S3_ACCESS_KEY is set.")
        }
        guard accessKey.wholeMatch(of: /[A-Za-z0-9_.-]{1,128}/) != nil else {
            throw S3SettingsError("NEXUS_S3_ACCESS_KEY", "is no access key: letters, digits, and -_. alone.")
        }
        let region = text("REGION") ?? "us-east-1"
        guard region.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else {
            throw S3SettingsError("NEXUS_S3_REGION", "is the name of a region, such as eu-central-1.")
        }
        var endpoint: String?
        if let given = text("ENDPOINT") {
            endpoint = try S3Settings.endpoint(given, allowsPlain: text("PLAIN") == "on")
        }
        self.init(
            endpoint: endpoint, region: region,
            credentials: S3Credentials(accessKey: accessKey, secretKey: secretKey, sessionToken: token),
            usesPathStyle: text("PATH_STYLE").map { $0 == "on" }, roots: text("ROOTS"))
    }

    private static func endpoint(_ text: String, allowsPlain: Bool) throws(S3SettingsError) -> String {
        let address = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let match = address.wholeMatch(of: /(https?):\/\/([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?/) else {
            throw S3SettingsError("NEXUS_S3_ENDPOINT", "is an address such as https://s3.example.org, without a path.")
        }
        guard match.1 == "https" || allowsPlain else {
            throw S3SettingsError(
                "NEXUS_S3_ENDPOINT", "is not https. In a network of your own set NEXUS_S3_PLAIN to on.")
        }
        return address
    }
}

/// Unusable settings of an object store. The text names the variable, never its value.
public struct S3SettingsError: Error, Equatable, Sendable {
    public let variable: String
    public let text: String

    public init(_ variable: String, _ problem: String) {
        self.variable = variable
        text = "\(variable) \(problem)"
    }
}
