/// Backups that a server makes of itself.
public struct BackupSettings: Sendable {
    public var backups: Backups
    public var source: BackupSource
    /// Milliseconds between two snapshots.
    public var interval: Int64
    public var retention: BackupRetention
    /// Milliseconds after which a failed backup is repeated, at most the interval.
    var retryPause: Int64 = 600_000

    /// - Parameter hours: between two snapshots, at least one.
    public init(_ backups: Backups, of source: BackupSource, everyHours hours: Int, retention: BackupRetention) {
        self.backups = backups
        self.source = source
        interval = Int64(max(1, hours)) * 3_600_000
        self.retention = retention
    }
}
