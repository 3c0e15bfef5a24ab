extension Setting {
    /// Every setting of `nexus relay`, in the order of docs/relay.md.
    public static let relayTable = [
        Setting("host", "HOST", flag: "--host", .text, or: "127.0.0.1", "the address to listen on"),
        Setting("port", "PORT", flag: "--port", .whole(0...65_535), or: "8490", "the port; 0 takes any free one"),
        Setting(
            "tls.certificate", "TLS_CERTIFICATE", flag: "--tls-certificate", .path, isReloadable: true,
            "the certificate for TLS in the relay itself ([operations.md](operations.md#in-the-server))"),
        Setting("tls.key", "TLS_KEY", flag: "--tls-key", .path, isReloadable: true, "its private key"),
        Setting(
            "trust-proxy", "TRUST_PROXY", flag: "--trust-proxy", .toggle, or: "off",
            "take the sender's address from `X-Forwarded-For`"),
        Setting("data", "DATA", flag: "--data", .path, or: "`relay`", "the folder of the list of servers"),
        Setting(
            "pushes-per-minute", "RELAY_PUSHES_PER_MINUTE", flag: "--pushes-per-minute", .whole(1...10_000_000),
            or: "3000", "pushes that each server may send a minute, and at once"),
        Setting(
            "token", "RELAY_TOKEN", .text, or: "any server may", isSecret: true,
            "servers register with this token alone; 16 to 200 printable characters"),
        Setting(
            "push.roots", "PUSH_ROOTS", .path, or: "the system's",
            "authorities that Apple's and Google's services are checked with"),
        Setting("apns.key-file", "APNS_KEY_FILE", .path, "the file of the key from Apple"),
        Setting("apns.key-id", "APNS_KEY_ID", .text, "the key's identifier"),
        Setting("apns.team", "APNS_TEAM", .text, "the team's identifier"),
        Setting("apns.topic", "APNS_TOPIC", .text, "the app's identifier"),
        Setting("fcm.account-file", "FCM_ACCOUNT_FILE", .path, "the file of the account at Google"),
        Setting(
            "log.level", "LOG_LEVEL", flag: "--log-level",
            .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]), or: "notice",
            isReloadable: true, "the least level that is logged"),
        Setting(
            "log.format", "LOG_FORMAT", flag: "--log-format", .choice(["text", "json"]), or: "text", isReloadable: true,
            "the form of a line ([operations.md](operations.md#the-log))"),
    ]
}
