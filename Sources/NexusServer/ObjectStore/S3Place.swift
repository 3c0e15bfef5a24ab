/// Where in which object store something is kept.
public struct S3Place: Equatable, Sendable {
    public var settings: S3Settings
    public var address: S3Address

    public init(_ settings: S3Settings, _ address: S3Address) {
        self.settings = settings
        self.address = address
    }

    /// - Parameters:
    ///   - text: an address as `s3://bucket/prefix`.
    ///   - settings: of the store; nil if there are none.
    ///   - variable: the setting that the address is from, for the error.
    /// - Throws: ``S3SettingsError``.
    public init(_ text: String, _ settings: S3Settings?, variable: String) throws(S3SettingsError) {
        guard let address = S3Address(text) else {
            throw S3SettingsError(variable, "is no address of a store: s3://BUCKET, or s3://BUCKET/PREFIX.")
        }
        guard let settings else {
            throw S3SettingsError("NEXUS_S3_ACCESS_KEY", "is missing, though \(variable) is in a store.")
        }
        self.init(settings, address)
    }
}
