import NexusCore

/// The service of the security settings' view model. ``NexusClient`` implements it; tests and previews may replace it. Its calls need the
/// server.
public protocol SecurityService: ChangeService {
    func changePassword(from current: String, to new: String, endingOthers: Bool) async throws(ClientError)
    func changeEmail(to address: String) async throws(ClientError)

    func secondFactor() async throws(ClientError) -> SecondFactorState
    func beginSecondFactor(password: String) async throws(ClientError) -> SecondFactorKey
    func confirmSecondFactor(code: String) async throws(ClientError) -> [String]
    func renewRecoveryCodes() async throws(ClientError) -> [String]
    func removeSecondFactor(password: String, code: String) async throws(ClientError)

    func passkeys() async throws(ClientError) -> [Passkey]
    func beginPasskey() async throws(ClientError) -> PasskeyCreation
    func addPasskey(_ registration: PasskeyRegistration) async throws(ClientError) -> Passkey
    func renamePasskey(_ passkey: PasskeyID, to name: String) async throws(ClientError) -> Passkey
    func removePasskey(_ passkey: PasskeyID) async throws(ClientError)

    func connectedProviders() async throws(ClientError) -> ConnectedProviders
    func disconnect(provider: String) async throws(ClientError) -> ConnectedProviders
    func securityLog(before number: Int64?) async throws(ClientError) -> [AuditEntry]

    func proof() async throws(ClientError) -> ProofState
    func prove(password: String, code: String?) async throws(ClientError)
    func proofChallenge() async throws(ClientError) -> PasskeyChallenge
    func prove(passkey: PasskeyAssertion) async throws(ClientError)
}

extension NexusClient: SecurityService {}
