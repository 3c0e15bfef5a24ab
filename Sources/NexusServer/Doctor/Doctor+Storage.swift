import Foundation
import NexusCore
import NexusDatabase

// The data folder, its disk, the database and the backup.
extension Doctor {
    /// Bytes that should be free, and that must be.
    private static let (spacious, cramped): (UInt64, UInt64) = (1 << 30, 100 << 20)

    /// Of what a path leads to; nil for nothing.
    private static func attributes(of path: String) -> [FileAttributeKey: Any]? {
        try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    }

    @Sendable func folder() -> [DoctorFinding] {
        guard let status = Doctor.attributes(of: data) else {
            return [
                DoctorFinding(
                    "data", .warning, "The data folder \"\(data)\" does not exist.",
                    remedy:
                        "The server creates it at its first start. If it has run before, name its folder with --data.")
            ]
        }
        guard status[.type] as? FileAttributeType == .typeDirectory, access(data, R_OK | W_OK | X_OK) == 0 else {
            return [
                DoctorFinding(
                    "data", .error, "The data folder \"\(data)\" cannot be written by this account.",
                    remedy: "Run the server, and this command, as the account that owns it.")
            ]
        }
        var findings: [DoctorFinding] = []
        if RestoreMark(ofDatabaseAt: "\(data)/nexus.sqlite").isSet {
            findings.append(
                DoctorFinding(
                    "data", .error, "A restore into the data folder was not finished.",
                    remedy: "Run \"nexus restore\" again. The server does not start before."))
        }
        if (status[.ownerAccountID] as? NSNumber)?.uint32Value != geteuid() {
            findings.append(
                DoctorFinding(
                    "data", .warning, "The data folder belongs to another account than the one that runs this.",
                    remedy: "Run the server, and this command, as the account that owns it."))
        }
        let open = ["", "/nexus.sqlite", "/media"].filter { name in
            let permissions = Doctor.attributes(of: data + name)?[.posixPermissions] as? NSNumber
            return (permissions?.intValue ?? 0) & 0o077 != 0
        }
        if !open.isEmpty {
            findings.append(
                DoctorFinding(
                    "data", .warning, "Other accounts of this machine can read the data folder or files in it.",
                    remedy: "Start the server, which tightens them, or run \"chmod -R go= \(data)\"."))
        }
        if findings.isEmpty {
            findings.append(DoctorFinding("data", "The data folder is readable by its owner alone."))
        }
        return findings + [disk()]
    }

    private func disk() -> DoctorFinding {
        guard let free = DiskSpace.free(at: data) else {
            return DoctorFinding("disk", .warning, "The space of the data folder's disk is not known.")
        }
        let text = "The data folder's disk has \(free >> 20) MiB left."
        guard free < Doctor.spacious else { return DoctorFinding("disk", text) }
        return DoctorFinding(
            "disk", free < Doctor.cramped ? .error : .warning, text,
            remedy: "Free some space: with a full disk nothing but sign-ins is written.")
    }

    @Sendable func database() async -> [DoctorFinding] {
        if case .postgres(let address) = configuration.database.storage { return await postgres(address) + nodes() }
        let path = "\(data)/nexus.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            return [DoctorFinding("database", "There is no database yet. The server makes one at its first start.")]
        }
        do {
            return try await BackupThread.run(isUrgent: true) { step in
                let stored = try StoredDatabase(path: path)
                defer { stored.close() }
                return try Doctor.examine(stored, "The database is intact", now: configuration.now(), step: step)
            }
        } catch {
            return [
                DoctorFinding(
                    "database", .error,
                    "The database cannot be read: \(BackupProblem(error, while: "reading it").text)",
                    remedy: "If the file is damaged, restore a backup.")
            ]
        }
    }

    private func postgres(_ address: PostgresAddress) async -> [DoctorFinding] {
        do {
            return try await BackupThread.run(isUrgent: true) { step in
                let stored = try StoredDatabase(configuration.database)
                defer { stored.close() }
                guard !(try stored.migrations().isEmpty) else {
                    return [
                        DoctorFinding(
                            "database",
                            "PostgreSQL answers at \(address.description). There are no tables yet; the server makes them at its first start."
                        )
                    ]
                }
                return try Doctor.examine(
                    stored, "PostgreSQL answers at \(address.description)", now: configuration.now(), step: step)
            }
        } catch {
            return [
                DoctorFinding(
                    "database", .error,
                    "PostgreSQL at \(address.description) cannot be used: \((error as? DatabaseError)?.detail ?? "\(error)")",
                    remedy: "Check the address, the password and pg_hba.conf, and that PostgreSQL runs.")
            ]
        }
    }

    /// What servers that share the database need besides.
    private func nodes() -> [DoctorFinding] {
        guard configuration.database.isShared else { return [] }
        guard configuration.media.folder == nil || configuration.media.store != nil else {
            return [
                DoctorFinding(
                    "nodes", .warning, "Several nodes share the database, and there is no object store for files.",
                    remedy:
                        "Name one with media.store, or let \"media\" in the data folder of every node be one folder that they share."
                )
            ]
        }
        return [DoctorFinding("nodes", "Several nodes share the database, and files are in an object store.")]
    }

    /// - Parameter sound: the beginning of the line about a database with which nothing is wrong.
    private static func examine(
        _ stored: StoredDatabase, _ sound: String, now: Timestamp, step: () throws -> Void
    ) throws -> [DoctorFinding] {
        let has = try stored.migrations()
        var findings: [DoctorFinding] = []
        switch SchemaState(has, for: Schema.migrations) {
        case .behind(0): break
        case .behind(let count):
            return [
                DoctorFinding(
                    "database",
                    "The schema is \(count) steps behind; the server brings it up to date at its start.")
            ]
        case .expanded:
            findings.append(
                DoctorFinding(
                    "database", .warning,
                    "A newer version than \(NexusVersion.text) has added to the tables. This one still runs on them.",
                    remedy: "Update this machine too."))
        case .newer, .reordered:
            return [
                DoctorFinding(
                    "database", .error, "The database was written by a newer version than \(NexusVersion.text).",
                    remedy: "Run the newer program, or restore a backup of this version.")
            ]
        }
        let damage = try stored.damage(step: step)
        guard damage.isEmpty else {
            return [
                DoctorFinding(
                    "database", .error,
                    "SQLite finds damage in the database: \(damage.prefix(3).joined(separator: "; "))",
                    remedy: "Stop the server, copy the data folder, and restore a backup.")
            ]
        }
        let key = try stored.read(VAPIDKeyRepository.stored)
        findings.append(DoctorFinding("database", "\(sound), with schema \(has.count) (\(has.last ?? "none"))."))
        if let key, !VAPIDKeys.isKey(key) {
            findings.append(
                DoctorFinding(
                    "push", .error, "The key of Web Push in the database is damaged.",
                    remedy: "Restore a backup: browsers have bound their subscriptions to it."))
        }
        let newest = try stored.read { reader in
            try reader.first("SELECT MAX(changed_at) FROM conversations") { try $0.next(Int64?.self) } ?? nil
        }
        if let newest, newest > now.milliseconds + 60_000 {
            findings.append(
                DoctorFinding(
                    "clock", .error,
                    "The clock is \((newest - now.milliseconds) / 1_000) seconds behind the newest change in the database.",
                    remedy: "Set the clock, and keep it right with NTP (timedatectl)."))
        }
        return findings
    }

    @Sendable func backup() async -> [DoctorFinding] {
        guard let settings = configuration.backup else {
            if configuration.database.isPostgres {
                return [
                    DoctorFinding(
                        "backup",
                        "The server makes no backups. What PostgreSQL's own tools make is not examined, and has no media."
                    )
                ]
            }
            return [
                DoctorFinding(
                    "backup", .warning, "The server makes no backups.",
                    remedy:
                        "Name a folder on another disk with --backup, or run \"nexus backup\" on a schedule of your own."
                )
            ]
        }
        do {
            if let place = settings.backups.place,
                let problem = await S3Probe(place: place, now: configuration.now).run()
            {
                return [
                    DoctorFinding(
                        "backup", .error, "The object store of the backup cannot be used: \(problem.text)",
                        remedy: problem.remedy)
                ]
            }
            guard
                settings.backups.isRemote || FileManager.default.fileExists(atPath: settings.backups.path)
            else {
                throw BackupProblem(
                    .refused, "The folder of the backup, \"\(settings.backups.path)\", does not exist.")
            }
            let backups = settings.backups
            guard let newest = try await BackupThread.run(isUrgent: true, { _ in try backups.newest() }) else {
                return [
                    DoctorFinding(
                        "backup", .warning, "There is no backup yet.", remedy: "The server makes one when it runs.")
                ]
            }
            _ = try await BackupThread.run(isUrgent: true) { _ in try backups.list() }
            let age = configuration.now().milliseconds - newest.milliseconds
            let text = "The newest backup is \(age / 3_600_000) hours old."
            guard age > 2 * settings.interval else { return [DoctorFinding("backup", text)] }
            return [DoctorFinding("backup", .error, text, remedy: "The server's log tells why none was made since.")]
        } catch {
            return [
                DoctorFinding(
                    "backup", .error, BackupProblem(error, while: "reading the backup").text,
                    remedy: "Check that its disk is mounted, and the folder and key in --backup and --backup-key-file.")
            ]
        }
    }
}
