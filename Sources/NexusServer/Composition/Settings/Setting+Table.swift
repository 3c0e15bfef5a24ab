extension Setting {
    /// Every setting of `nexus serve`, in the order of docs/operations.md. What reads a value may check more than its kind.
    public static let table: [Setting] =
        listening + storage + bus + objects + backup + people + log + mail + push + providers + models

    private static let listening = [
        Setting("host", "HOST", flag: "--host", .text, or: "127.0.0.1", "the address to listen on"),
        Setting("port", "PORT", flag: "--port", .whole(0...65_535), or: "8480", "the port; 0 takes any free one"),
        Setting(
            "public-url", "PUBLIC_URL", flag: "--public-url", .text,
            "the only address at which browsers are served ([below](#the-public-address))"),
        Setting(
            "tls.certificate", "TLS_CERTIFICATE", flag: "--tls-certificate", .path, isReloadable: true,
            "the certificate for [TLS](#tls) in the server itself"),
        Setting("tls.key", "TLS_KEY", flag: "--tls-key", .path, isReloadable: true, "its private key"),
        Setting(
            "trust-proxy", "TRUST_PROXY", flag: "--trust-proxy", .toggle, or: "off",
            "take the client's address from `X-Forwarded-For`, and whether it came over TLS from `X-Forwarded-Proto`"),
        Setting(
            "allowed-origins", "ALLOWED_ORIGINS", flag: "--allow-origin", .list, or: "its own",
            "origins whose pages may open the live socket and use sessions in cookies"),
        Setting(
            "max-connections", "MAX_CONNECTIONS", flag: "--max-connections", .whole(1...1_000_000), or: "20000",
            "connections in all ([below](#connections-and-open-files))"),
        Setting(
            "connections-per-address", "CONNECTIONS_PER_ADDRESS", flag: "--connections-per-address",
            .whole(1...1_000_000),
            or: "256", "connections of one address that are not live sockets"),
        Setting(
            "threads", "THREADS", flag: "--threads", .whole(0...256), or: "0", "event-loop threads; 0 is one per core"),
        Setting(
            "web", "WEB", flag: "--web", .path, or: "beside the program",
            "the folder of the web client ([below](#the-web-client))"),
    ]

    private static let storage = [
        Setting(
            "data", "DATA", flag: "--data", .path, or: "`data`",
            "the folder of the database and, in `media`, of uploads"),
        Setting(
            "database", "DATABASE", flag: "--database", .text, or: "`nexus.sqlite` in the data folder", isSecret: true,
            "a PostgreSQL database, as `postgres://USER:PASSWORD@HOST:5432/NAME` ([below](#postgresql))"),
        Setting(
            "database.standby", "DATABASE_STANDBY", flag: "--standby", .toggle, or: "off",
            "on: waits while another server has the PostgreSQL database, and takes its place ([below](#two-servers))"),
        Setting(
            "database.nodes", "DATABASE_NODES", flag: "--nodes", .toggle, or: "off",
            "on: shares the PostgreSQL database with other servers that have this on, too ([below](#several-nodes))"),
        Setting(
            "media.per-person", "MEDIA_PER_PERSON", flag: "--media-per-person", .whole(1...1_000_000_000), or: "5120",
            "MiB of files per user"),
        Setting(
            "media.total", "MEDIA_TOTAL", flag: "--media-total", .whole(1...1_000_000_000), or: "102400",
            "MiB of files in all ([media.md](media.md))"),
        Setting(
            "media.store", "MEDIA_STORE", .text, or: "`media` in the data folder",
            "an object store for finished files, as `s3://BUCKET/PREFIX` ([media.md](media.md#an-object-store))"),
        Setting(
            "media.redirects", "MEDIA_REDIRECTS", .toggle, or: "off",
            "on: sends programs that ask for it to the object store for whole files ([media.md](media.md#redirects))"),
    ]

    private static let objects = [
        Setting(
            "s3.endpoint", "S3_ENDPOINT", .text, or: "Amazon's in the region",
            "the address of an object store ([media.md](media.md#an-object-store))"),
        Setting("s3.region", "S3_REGION", .text, or: "us-east-1", "its region"),
        Setting("s3.access-key", "S3_ACCESS_KEY", .text, "the access key"),
        Setting("s3.secret-key", "S3_SECRET_KEY", .text, isSecret: true, "the secret key"),
        Setting("s3.secret-key-file", "S3_SECRET_KEY_FILE", .path, "the file of the secret key"),
        Setting("s3.session-token", "S3_SESSION_TOKEN", .text, isSecret: true, "the token of temporary keys"),
        Setting("s3.session-token-file", "S3_SESSION_TOKEN_FILE", .path, "the file of the token"),
        Setting(
            "s3.path-style", "S3_PATH_STYLE", .toggle, or: "off at Amazon, else on",
            "names the bucket in the path instead of the host"),
        Setting("s3.roots", "S3_ROOTS", .path, or: "the system's", "authorities that the store is checked with"),
        Setting("s3.plain", "S3_PLAIN", .toggle, or: "off", "allows an endpoint without TLS"),
    ]

    private static let backup = [
        Setting(
            "backup.folder", "BACKUP", flag: "--backup", .path,
            "the folder, or `s3://BUCKET/PREFIX`, of a backup that the server adds snapshots to ([below](#scheduled-backups))"
        ),
        Setting(
            "backup.every", "BACKUP_EVERY", flag: "--backup-every", .whole(1...8_760), or: "24",
            "hours between two snapshots"),
        Setting(
            "backup.key-file", "BACKUP_KEY_FILE", flag: "--backup-key-file", .path, "the file of the backup's key"),
        Setting(
            "backup.keep-last", "BACKUP_KEEP_LAST", flag: "--backup-keep-last", .whole(1...100_000), or: "all are kept",
            "the newest snapshots that stay ([below](#keeping-and-removing))"),
        Setting(
            "backup.keep-daily", "BACKUP_KEEP_DAILY", flag: "--backup-keep-daily", .whole(1...100_000),
            "days of which the newest snapshot stays"),
        Setting(
            "backup.keep-weekly", "BACKUP_KEEP_WEEKLY", flag: "--backup-keep-weekly", .whole(1...100_000),
            "weeks of which the newest snapshot stays"),
    ]

    private static let people = [
        Setting(
            "join", "JOIN", flag: "--join", .choice(["open"]), or: "by the team's setting",
            "lets everyone open an account while the server runs ([above](#first-run))"),
        Setting("demo", "DEMO", flag: "--demo", .toggle, or: "off", "adds a small demo team, and lets everyone join"),
        Setting(
            "passwords", "PASSWORDS", .toggle, or: "on",
            "off: people sign in with providers only ([sign-in-providers.md](sign-in-providers.md#without-passwords))"),
        Setting(
            "password-cost", "PASSWORD_COST", flag: "--password-cost", .whole(4...20), or: "15",
            "base-two logarithm of scrypt's cost; lower only in tests. After it is raised, each password is hashed at the new cost at its next sign-in"
        ),
        Setting(
            "rate-limits", "RATE_LIMITS", flag: "--rate-limits", .toggle, or: "on",
            "off: for measuring (`--no-rate-limits`)"),
        Setting(
            "zone", "ZONE", flag: "--zone", .text, or: "the machine's",
            "the time zone of users whose device has not reported one ([intelligence.md](intelligence.md#insights))"),
        Setting(
            "background", "BACKGROUND", .toggle, or: "on",
            "off: stops the followers of search, meaning, insights and wording; for measuring"),
    ]

    private static let log = [
        Setting(
            "log.level", "LOG_LEVEL", flag: "--log-level",
            .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]), or: "notice",
            isReloadable: true, "the least level that is logged"),
        Setting(
            "log.format", "LOG_FORMAT", flag: "--log-format", .choice(["text", "json"]), or: "text", isReloadable: true,
            "the form of a line ([below](#the-log))"),
    ]
}
