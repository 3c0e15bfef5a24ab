import ArgumentParser
import NexusDatabase
import NexusServer

/// The settings of the backups that `nexus serve` makes by itself.
struct BackupOptions: ParsableArguments {
    @Option(
        help: "The folder, or s3://BUCKET/PREFIX, of a backup that the server adds a snapshot to by itself."
    )
    var backup: String?

    @Option(help: "Hours between two snapshots.")
    var backupEvery: Int = ServerEnvironment.number("NEXUS_BACKUP_EVERY") ?? 24

    @Option(help: "The file of the backup's key.")
    var backupKeyFile: String?

    @Option(help: "Keep the newest snapshots, that many. Without a --backup-keep option all are kept.")
    var backupKeepLast: Int?

    @Option(help: "Keep the newest snapshot of each of that many days.")
    var backupKeepDaily: Int?

    @Option(help: "Keep the newest snapshot of each of that many weeks.")
    var backupKeepWeekly: Int?

    private var folder: String? { backup ?? ServerEnvironment.text("NEXUS_BACKUP") }

    private var retention: BackupRetention {
        BackupRetention(
            last: backupKeepLast ?? ServerEnvironment.number("NEXUS_BACKUP_KEEP_LAST"),
            daily: backupKeepDaily ?? ServerEnvironment.number("NEXUS_BACKUP_KEEP_DAILY"),
            weekly: backupKeepWeekly ?? ServerEnvironment.number("NEXUS_BACKUP_KEEP_WEEKLY"))
    }

    /// - Parameters:
    ///   - data: the data folder.
    ///   - postgres: of the rows, if they are in PostgreSQL.
    ///   - store: of finished files, if they are in an object store.
    /// - Returns: nil if the server makes no backups.
    /// - Throws: `BackupProblem` for a key that cannot be read, and for a place that is none; `S3SettingsError`.
    func settings(data: String, postgres: PostgresAddress?, store: S3Place?) throws -> BackupSettings? {
        guard let folder else { return nil }
        var key: BackupKey?
        if let file = backupKeyFile ?? ServerEnvironment.text("NEXUS_BACKUP_KEY_FILE") {
            key = try BackupKey(file: file)
        }
        return BackupSettings(
            try Backups(folder, key: key, objects: try ServerEnvironment.objectStore()),
            of: BackupSource(folder: data, postgres: postgres, store: store), everyHours: backupEvery,
            retention: retention)
    }
}
