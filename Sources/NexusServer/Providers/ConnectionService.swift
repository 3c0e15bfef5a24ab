import NexusCore
import NexusDatabase

/// Connects providers' accounts with the account of a signed-in person, and disconnects them.
struct ConnectionService: Sendable {
    let database: any Database
    let directory: ProviderDirectory
    let accounts: AccountService
    let waysIn: WaysIn

    func list(of user: UserID) async throws -> ConnectedProviders {
        try await database.read { try list(of: user, in: $0) }
    }

    /// - Throws: `Refusal` (`provider_taken`).
    func connect(
        _ person: ProviderPerson, _ settings: ProviderSettings, with user: UserID
    ) async throws -> ConnectedProviders {
        let time = accounts.now()
        let connected = try await database.write { transaction in
            let owner = try IdentityRepository.user(issuer: person.issuer, subject: person.subject, in: transaction)
            if let owner, owner != user {
                throw Refusal(
                    .providerTaken,
                    "That account of \(settings.title) belongs to another person here. Sign in with it, or choose another."
                )
            }
            if owner == nil {
                guard try IdentityRepository.insert(person, of: user, at: time, transaction) else {
                    throw Refusal.otherIdentity(settings.title)
                }
                try AuditLog.append(.connectProvider, by: user, to: user, note: settings.title, at: time, transaction)
            }
            return try list(of: user, in: transaction)
        }
        await accounts.tellDevices(of: user)
        return connected
    }

    /// - Throws: `Refusal`: `provider_unknown`, `last_way_in` where nothing else would let the person in.
    func disconnect(_ name: String?, from user: UserID) async throws -> ConnectedProviders {
        let settings = try directory.provider(name).settings
        let time = accounts.now()
        let connected = try await database.write { transaction in
            guard try IdentityRepository.delete(issuer: settings.issuer, of: user, transaction) else {
                return try list(of: user, in: transaction)
            }
            try waysIn.requireOne(of: user, in: transaction)
            try AuditLog.append(.disconnectProvider, by: user, to: user, note: settings.title, at: time, transaction)
            return try list(of: user, in: transaction)
        }
        await accounts.tellDevices(of: user)
        return connected
    }

    /// The connections to providers of this server; those to earlier ones do not count.
    private func list(of user: UserID, in reader: Reader) throws -> ConnectedProviders {
        let connected = try IdentityRepository.identities(of: user, in: reader).compactMap { identity in
            directory.provider(issuer: identity.issuer).map { provider in
                ConnectedProvider(
                    provider: provider.face, email: identity.email, connectedAt: identity.connectedAt)
            }
        }
        return ConnectedProviders(
            connected: connected, hasPassword: try AccountRepository.hasPassword(user, in: reader))
    }
}
