extension Setting {
    static let bus = [
        Setting(
            "bus.url", "BUS_URL", flag: "--bus", .list,
            "servers of NATS, as `tls://bus.example.org:4222`, over which nodes of one database tell each other what happens ([below](#the-bus))"
        ),
        Setting("bus.user", "BUS_USER", .text, "the user there"),
        Setting("bus.password", "BUS_PASSWORD", .text, isSecret: true, "and the password"),
        Setting("bus.password-file", "BUS_PASSWORD_FILE", .path, "the file of the password"),
        Setting("bus.token", "BUS_TOKEN", .text, isSecret: true, "a token in place of user and password"),
        Setting("bus.token-file", "BUS_TOKEN_FILE", .path, "the file of the token"),
        Setting(
            "bus.credentials", "BUS_CREDENTIALS", .path, "a file of credentials in their place, as `nsc` writes it"),
        Setting("bus.nkey", "BUS_NKEY", .text, "a public key in their place"),
        Setting("bus.nkey-file", "BUS_NKEY_FILE", .path, "the file of its seed"),
        Setting("bus.ca", "BUS_CA", .path, or: "the system's", "authorities that the servers are checked with"),
        Setting("bus.certificate", "BUS_CERTIFICATE", .path, "a certificate that this node shows them"),
        Setting("bus.key", "BUS_KEY", .path, "its private key"),
        Setting(
            "bus.plain", "BUS_PLAIN", .toggle, or: "off",
            "allows servers on other machines without TLS, as `nats://HOST:4222`"),
    ]

    static let mail = [
        Setting("smtp.url", "SMTP_URL", .text, "the mail server ([mail.md](mail.md#settings))"),
        Setting("smtp.password", "SMTP_PASSWORD", .text, isSecret: true, "its password"),
        Setting("smtp.password-file", "SMTP_PASSWORD_FILE", .path, "the file of its password"),
        Setting("smtp.roots", "SMTP_ROOTS", .path, or: "the system's", "authorities that it is checked with"),
        Setting("smtp.plain", "SMTP_PLAIN", .toggle, or: "off", "allows a connection without TLS"),
        Setting("mail.from", "MAIL_FROM", .text, "the sender of e-mails"),
    ]

    static let push = [
        Setting(
            "push.contact", "PUSH_CONTACT", .text, or: "the public address",
            "contact for push services ([notifications.md](notifications.md#push-services))"),
        Setting("push.local", "PUSH_LOCAL", .list, "push services in your own network"),
        Setting("push.roots", "PUSH_ROOTS", .path, or: "the system's", "authorities that they are checked with"),
        Setting("push.relay", "PUSH_RELAY", .text, "the relay of a published app ([relay.md](relay.md))"),
        Setting(
            "push.relay-token", "PUSH_RELAY_TOKEN", .text, isSecret: true,
            "by which the relay lets this server register"),
        Setting("apns.key-file", "APNS_KEY_FILE", .path, "the file of the key from Apple"),
        Setting("apns.key-id", "APNS_KEY_ID", .text, "the key's identifier"),
        Setting("apns.team", "APNS_TEAM", .text, "the team's identifier"),
        Setting("apns.topic", "APNS_TOPIC", .text, "the app's identifier"),
        Setting("fcm.account-file", "FCM_ACCOUNT_FILE", .path, "the file of the account at Google"),
    ]

    static let providers = [
        Setting(
            "oidc.*.client-id", "OIDC_*_CLIENT_ID", .text,
            "a provider that people sign in with ([sign-in-providers.md](sign-in-providers.md#settings))"),
        Setting("oidc.*.issuer", "OIDC_*_ISSUER", .text, or: "by the name", "its address"),
        Setting("oidc.*.client-secret", "OIDC_*_CLIENT_SECRET", .text, isSecret: true, "the secret that it gave"),
        Setting("oidc.*.client-secret-file", "OIDC_*_CLIENT_SECRET_FILE", .path, "the file of the secret"),
        Setting("oidc.*.title", "OIDC_*_TITLE", .text, or: "by the name", "its name on buttons"),
        Setting("oidc.*.scopes", "OIDC_*_SCOPES", .text, or: "openid email profile", "words, with spaces between"),
        Setting(
            "oidc.*.audiences", "OIDC_*_AUDIENCES", .text, "further audiences that are accepted, with spaces between"),
        Setting("oidc.*.trust-email", "OIDC_*_TRUST_EMAIL", .toggle, or: "off", "takes its addresses for confirmed"),
        Setting("oidc.*.link-by-email", "OIDC_*_LINK_BY_EMAIL", .toggle, or: "off", "links accounts by address"),
        Setting(
            "oidc.*.administrators", "OIDC_*_ADMINISTRATORS", .text,
            "the claim of administrators, such as groups=nexus-admins"),
        Setting("oidc.*.tenants", "OIDC_*_TENANTS", .text, "tenants that are let in, with spaces between, or all"),
    ]

    static let models = [
        Setting(
            "models", "MODELS", .path, or: "beside the program, else `models`",
            "the folder of the embedding model; without it search uses words alone ([intelligence.md](intelligence.md))"
        ),
        Setting(
            "blas-coretype", "BLAS_CORETYPE", .text, or: "by the processor",
            "the kernels of OpenBLAS, by its own names; for measuring ([intelligence.md](intelligence.md))"),
        Setting("ai.enabled", "AI", .toggle, or: "on", "off: no assistant, no insights, nothing leaves the server"),
        Setting(
            "ai.url", "AI_URL", .text,
            "the language model's endpoint ([intelligence.md](intelligence.md#language-models))"),
        Setting("ai.model", "AI_MODEL", .text, "its name"),
        Setting("ai.key", "AI_KEY", .text, isSecret: true, "the key for it"),
        Setting("ai.key-file", "AI_KEY_FILE", .path, "the file of the key"),
        Setting("ai.window", "AI_WINDOW", .whole(2_048...10_000_000), or: "8192", "tokens that it takes at once"),
        Setting("ai.timeout", "AI_TIMEOUT", .whole(1...600), or: "60", "seconds for an answer"),
        Setting("ai.extraction", "AI_EXTRACTION", .toggle, or: "on", "off: it reads no messages for insights"),
        Setting("ai.second-check", "AI_SECOND_CHECK", .toggle, or: "on", "off: it checks no answer a second time"),
        Setting(
            "ai.person.requests", "AI_PERSON_REQUESTS", .whole(0...1_000_000_000), or: "200",
            "requests of a person a day"),
        Setting(
            "ai.person.tokens", "AI_PERSON_TOKENS", .whole(0...1_000_000_000), or: "1000000", "tokens of a person a day"
        ),
        Setting("ai.person.money", "AI_PERSON_MONEY", .amount, or: "no limit", "money of a person a day"),
        Setting(
            "ai.server.requests", "AI_SERVER_REQUESTS", .whole(0...1_000_000_000), or: "5000", "requests of all a day"),
        Setting(
            "ai.server.tokens", "AI_SERVER_TOKENS", .whole(0...1_000_000_000), or: "20000000", "tokens of all a day"),
        Setting("ai.server.money", "AI_SERVER_MONEY", .amount, or: "no limit", "money of all a day"),
        Setting("ai.price.input", "AI_PRICE_INPUT", .amount, "the price of a million tokens of input"),
        Setting("ai.price.output", "AI_PRICE_OUTPUT", .amount, "and of output"),
        Setting("ai.currency", "AI_CURRENCY", .text, or: "`USD`", "the currency of prices"),
    ]
}
