import NexusIntelligence

/// The keys of an account at a store. Only their signatures leave the server.
public struct S3Credentials: Equatable, Sendable {
    public var accessKey: String
    public var secretKey: Secret
    /// Of temporary credentials.
    public var sessionToken: Secret?

    public init(accessKey: String, secretKey: Secret, sessionToken: Secret? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }
}
