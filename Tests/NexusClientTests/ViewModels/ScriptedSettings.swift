import NexusCore
import Synchronization

@testable import NexusClient

/// A server's answers about sessions, security, export and deletion; it notes each call.
final class ScriptedSettings: Sendable {
    struct State: Sendable {
        var failures: [String: ClientError] = [:]
        var sessions: [SessionInfo] = []
        var secondFactor = SecondFactorState()
        var passkeys: [Passkey] = []
        var isProved = true
        var password = "correct horse"
        var code: String?
        var log: [AuditEntry] = []
        var export = ExportState()
        var deletion = DeletionState()
        var calls: [String] = []
    }

    let broadcast = EventBroadcast<ClientEvent>()
    private let state = Mutex(State())

    var now: State { state.withLock { $0 } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    private func note(_ call: String) throws(ClientError) {
        let error = state.withLock { state in
            state.calls.append(call)
            return state.failures[call]
        }
        if let error { throw error }
    }

    private func check(_ password: String) throws(ClientError) {
        if password != now.password { throw .refused(Refusal(.wrongCredentials, "This is not the password.")) }
    }

    private func checkProof() throws(ClientError) {
        if !now.isProved { throw .refused(Refusal(.proofRequired, "Confirm that it is you.")) }
    }
}

extension ScriptedSettings: SessionsService {
    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    func sessions() async throws(ClientError) -> [SessionInfo] {
        try note("sessions")
        return now.sessions
    }

    func endSession(_ session: SessionID) async throws(ClientError) {
        try note("end")
        change { $0.sessions.removeAll { $0.id == session } }
    }

    func endOtherSessions() async throws(ClientError) {
        try note("end others")
        change { $0.sessions.removeAll { !$0.isCurrent } }
    }
}

extension ScriptedSettings: SecurityService {
    func changePassword(from current: String, to new: String, endingOthers: Bool) async throws(ClientError) {
        try note("password")
        try check(current)
        change { $0.password = new }
    }

    func changeEmail(to address: String) async throws(ClientError) {
        try note("email \(address)")
        try checkProof()
    }

    func secondFactor() async throws(ClientError) -> SecondFactorState {
        try note("second factor")
        return now.secondFactor
    }

    func beginSecondFactor(password: String) async throws(ClientError) -> SecondFactorKey {
        try check(password)
        return SecondFactorKey(key: "KEY", link: "otpauth://totp/x")
    }

    func confirmSecondFactor(code: String) async throws(ClientError) -> [String] {
        if code != "123456" { throw .refused(Refusal(.wrongCode, "This code is wrong.")) }
        change { $0.secondFactor = SecondFactorState(since: Samples.time(1), recoveryCodes: 10) }
        return ["one", "two"]
    }

    func renewRecoveryCodes() async throws(ClientError) -> [String] {
        try checkProof()
        return ["three"]
    }

    func removeSecondFactor(password: String, code: String) async throws(ClientError) {
        try check(password)
        change { $0.secondFactor = SecondFactorState() }
    }

    func passkeys() async throws(ClientError) -> [Passkey] { now.passkeys }

    func beginPasskey() async throws(ClientError) -> PasskeyCreation {
        try checkProof()
        return PasskeyCreation(
            challenge: "c", host: "example.org", hostName: "Engines", user: "", email: "", userName: "",
            algorithms: [-7])
    }

    func addPasskey(_ registration: PasskeyRegistration) async throws(ClientError) -> Passkey {
        let passkey = Passkey(id: PasskeyID(high: 1, low: 1), name: registration.name, createdAt: Samples.time(1))
        change { $0.passkeys.append(passkey) }
        return passkey
    }

    func renamePasskey(_ passkey: PasskeyID, to name: String) async throws(ClientError) -> Passkey {
        let passkey = Passkey(id: passkey, name: name, createdAt: Samples.time(1))
        change { $0.passkeys = [passkey] }
        return passkey
    }

    func removePasskey(_ passkey: PasskeyID) async throws(ClientError) {
        try note("remove passkey")
        try checkProof()
        change { $0.passkeys = [] }
    }

    func connectedProviders() async throws(ClientError) -> ConnectedProviders {
        ConnectedProviders(connected: [], hasPassword: true)
    }

    func disconnect(provider: String) async throws(ClientError) -> ConnectedProviders {
        try note("disconnect \(provider)")
        return ConnectedProviders(connected: [], hasPassword: true)
    }

    func securityLog(before number: Int64?) async throws(ClientError) -> [AuditEntry] {
        try note("log \(number.map { "\($0)" } ?? "")")
        return Array(now.log.filter { $0.number < number ?? .max }.prefix(100))
    }

    func proof() async throws(ClientError) -> ProofState { ProofState(until: .zero, hasPassword: true) }

    func prove(password: String, code: String?) async throws(ClientError) {
        try check(password)
        change { $0.isProved = true }
    }

    func proofChallenge() async throws(ClientError) -> PasskeyChallenge {
        PasskeyChallenge(challenge: "c", host: "example.org")
    }

    func prove(passkey: PasskeyAssertion) async throws(ClientError) { change { $0.isProved = true } }
}

extension ScriptedSettings: LeavingService {
    func export() async throws(ClientError) -> ExportState {
        try note("export")
        return now.export
    }

    func makeExport() async throws(ClientError) -> ExportState {
        try note("make export")
        change { $0.export = ExportState(.making, total: 2) }
        return now.export
    }

    func deleteExport() async throws(ClientError) { change { $0.export = ExportState() } }

    func downloadExport(_ state: ExportState, to path: String) async throws(ClientError) {
        try note("download \(path)")
        change { $0.export = ExportState() }
    }

    func deletion() async throws(ClientError) -> DeletionState { now.deletion }

    func deleteAccount(
        password: String, code: String?, messages: LeftMessages
    ) async throws(ClientError) -> DeletionState {
        try check(password)
        if now.code != code { throw .refused(Refusal(.codeRequired, "Enter the code.")) }
        change { $0.deletion = DeletionState(deletesAt: Samples.time(14), messages: messages) }
        return now.deletion
    }

    func keepAccount() async throws(ClientError) { change { $0.deletion = DeletionState() } }
}
