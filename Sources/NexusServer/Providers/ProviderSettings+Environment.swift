import NexusIntelligence

extension SignInSettings {
    /// Maximum providers of a server.
    static let limit = 10
    private static let prefix = "NEXUS_OIDC_"
    private static let clientID = "_CLIENT_ID"
    private static let suffixes = [
        clientID, "_ISSUER", "_CLIENT_SECRET", "_CLIENT_SECRET_FILE", "_TITLE", "_SCOPES", "_AUDIENCES", "_TRUST_EMAIL",
        "_LINK_BY_EMAIL", "_ADMINISTRATORS", "_TENANTS",
    ]

    /// Reads `NEXUS_PASSWORDS` and the variables `NEXUS_OIDC_<NAME>_…`. A provider is there once its `_CLIENT_ID` is.
    ///
    /// - Parameter publicAddress: where providers send browsers back to.
    /// - Throws: ``ProviderSettingsError``.
    public init(
        environment: [String: String], publicAddress: PublicAddress?
    ) throws(ProviderSettingsError) {
        self.init()
        let set = environment.filter { $0.key.hasPrefix(SignInSettings.prefix) && !$0.value.isEmpty }
        let names = set.keys.filter { $0.hasSuffix(SignInSettings.clientID) }.sorted()
        for variable in names {
            let stem = String(variable.dropLast(SignInSettings.clientID.count))
            providers.append(try ProviderSettings(stem: stem, named: stem.dropFirst(SignInSettings.prefix.count), set))
        }
        let known = Set(
            names.flatMap { name in
                SignInSettings.suffixes.map { String(name.dropLast(SignInSettings.clientID.count)) + $0 }
            })
        if let stray = set.keys.sorted().first(where: { !known.contains($0) }) {
            throw ProviderSettingsError(stray, "is no setting of a provider, or that provider's _CLIENT_ID is missing.")
        }
        guard providers.count <= SignInSettings.limit else {
            throw ProviderSettingsError(
                names[SignInSettings.limit], "is one provider too many: at most \(SignInSettings.limit).")
        }
        takesPasswords = try ProviderSettings.flag("NEXUS_PASSWORDS", in: environment) ?? true
        guard let first = names.first else {
            guard takesPasswords else {
                throw ProviderSettingsError(
                    "NEXUS_PASSWORDS", "is off, though no provider is set: nobody could sign in.")
            }
            return
        }
        // An address made of a request's Host header would lead where its sender wants.
        guard let publicAddress else {
            throw ProviderSettingsError(
                "NEXUS_PUBLIC_URL", "is missing, though \(first) is set: providers send people back there.")
        }
        server = publicAddress.origin
    }
}

extension ProviderSettings {
    /// The issuers of services that have one for everybody.
    private static let issuers = ["google": "https://accounts.google.com", "gitlab": "https://gitlab.com"]
    private static let titles = ["gitlab": "GitLab", "github": "GitHub"]

    fileprivate init(
        stem: String, named text: Substring, _ set: [String: String]
    ) throws(ProviderSettingsError) {
        let name = text.lowercased().replacing("_", with: "-")
        guard (1...32).contains(name.utf8.count), !name.hasPrefix("-"), !name.hasSuffix("-"),
            text.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
        else {
            throw ProviderSettingsError(
                "\(stem)_CLIENT_ID", "holds no name of a provider: 1 to 32 of A to Z, 0 to 9 and _.")
        }
        guard let issuer = set["\(stem)_ISSUER"] ?? ProviderSettings.issuers[name] else {
            throw ProviderSettingsError("\(stem)_ISSUER", "is missing, though \(stem)_CLIENT_ID is set.")
        }
        guard ProviderAddress.isAllowed(issuer), !issuer.contains("?"), !issuer.contains("#") else {
            throw ProviderSettingsError(
                "\(stem)_ISSUER", "is an address like https://id.example.org; http is for this machine alone.")
        }
        let clientID = set["\(stem)_CLIENT_ID"] ?? ""
        guard ProviderSettings.isWord(clientID) else {
            throw ProviderSettingsError("\(stem)_CLIENT_ID", "is one word of at most 500 bytes.")
        }
        let title =
            set["\(stem)_TITLE"] ?? ProviderSettings.titles[name] ?? (name.prefix(1).uppercased() + name.dropFirst())
        guard (1...40).contains(title.count), !title.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw ProviderSettingsError("\(stem)_TITLE", "is the provider's name on buttons, at most 40 characters.")
        }
        self.init(name: name, title: title, issuer: issuer, clientID: clientID)
        do {
            secret = try SecretSetting.read("\(stem)_CLIENT_SECRET", .key, in: set)
        } catch {
            throw ProviderSettingsError(error.variable, error.problem)
        }
        if let words = try ProviderSettings.words("\(stem)_SCOPES", in: set) {
            scopes = ["openid"] + words.filter { $0 != "openid" }
        }
        audiences = try ProviderSettings.words("\(stem)_AUDIENCES", in: set) ?? []
        trustsAddresses = try ProviderSettings.flag("\(stem)_TRUST_EMAIL", in: set) ?? false
        linksByAddress = try ProviderSettings.flag("\(stem)_LINK_BY_EMAIL", in: set) ?? false
        if let words = try ProviderSettings.words("\(stem)_TENANTS", in: set) {
            guard words == ["all"] || words.allSatisfy(ProviderIssuer.isTenant) else {
                throw ProviderSettingsError(
                    "\(stem)_TENANTS", "is all, or the identifiers of tenants with spaces between.")
            }
            tenants = words == ["all"] ? .all : .some(words.map { $0.lowercased() })
        }
        if tenants == .all, trustsAddresses {
            throw ProviderSettingsError(
                "\(stem)_TRUST_EMAIL",
                "is on while \(stem)_TENANTS is all: the owner of any tenant could claim any address.")
        }
        if let text = set["\(stem)_ADMINISTRATORS"] {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                throw ProviderSettingsError(
                    "\(stem)_ADMINISTRATORS", "is a claim and its value, such as groups=nexus-admins.")
            }
            administrators = Claim(name: String(parts[0]), value: String(parts[1]))
        }
    }

    private static func isWord(_ text: String) -> Bool {
        (1...500).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func words(
        _ variable: String, in set: [String: String]
    ) throws(ProviderSettingsError) -> [String]? {
        guard let text = set[variable] else { return nil }
        let words = text.split(separator: " ").map(String.init)
        guard (1...20).contains(words.count), words.allSatisfy(isWord) else {
            throw ProviderSettingsError(variable, "is 1 to 20 words with spaces between.")
        }
        return words
    }

    fileprivate static func flag(
        _ variable: String, in set: [String: String]
    ) throws(ProviderSettingsError) -> Bool? {
        switch set[variable] ?? "" {
        case "": return nil
        case "on": return true
        case "off": return false
        default: throw ProviderSettingsError(variable, "is on or off.")
        }
    }
}
