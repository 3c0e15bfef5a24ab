#if DEBUG
    import NexusClient
    import NexusCore

    extension PreviewServices: SettingsService {
        func unsentCount() async throws(ClientError) -> Int { talks.reduce(0) { $0 + $1.outbox.count } }
        func updateProfile(
            name: String?, about: String?, showsPresence: Bool?, showsReceipts: Bool?, showsAI: Bool?
        ) async throws(ClientError) -> OperationID { done() }
        func setPicture(_ path: String) async throws(ClientError) -> OperationID { done() }
        func removePicture() async throws(ClientError) -> OperationID { done() }
        func blockedPeople() async throws(ClientError) -> [User] { [PreviewData.chen] }
        func setNotifications(_ change: NotificationChange) async throws(ClientError) -> OperationID { done() }
        func theme() async throws(ClientError) -> AppTheme { .system }
        func setTheme(_ theme: AppTheme) async throws(ClientError) {}

        func sessions() async throws(ClientError) -> [SessionInfo] {
            [
                SessionInfo(
                    id: SessionID(high: 1, low: 1), device: "Ada’s iPhone", createdAt: PreviewData.time(0),
                    lastUsedAt: PreviewData.time(90), isCurrent: true),
                SessionInfo(
                    id: SessionID(high: 1, low: 2), device: "Ada’s Mac", createdAt: PreviewData.time(0),
                    lastUsedAt: PreviewData.time(60), isCurrent: false),
            ]
        }
        func endSession(_ session: SessionID) async throws(ClientError) {}
        func endOtherSessions() async throws(ClientError) {}
    }

    extension PreviewServices: SecurityService {
        func changePassword(from current: String, to new: String, endingOthers: Bool) async throws(ClientError) {}
        func changeEmail(to address: String) async throws(ClientError) { try prove() }
        func secondFactor() async throws(ClientError) -> SecondFactorState { try known(security).secondFactor }
        func beginSecondFactor(password: String) async throws(ClientError) -> SecondFactorKey {
            SecondFactorKey(
                key: "JBSWY3DPEHPK3PXP", link: "otpauth://totp/Nexus:ada@example.org?secret=JBSWY3DPEHPK3PXP")
        }
        func confirmSecondFactor(code: String) async throws(ClientError) -> [String] { PreviewSecurity.codes }
        func renewRecoveryCodes() async throws(ClientError) -> [String] {
            try prove()
            return PreviewSecurity.codes
        }
        func removeSecondFactor(password: String, code: String) async throws(ClientError) {}
        func passkeys() async throws(ClientError) -> [Passkey] { try known(security).passkeys }
        func beginPasskey() async throws(ClientError) -> PasskeyCreation { throw failure }
        func addPasskey(_ registration: PasskeyRegistration) async throws(ClientError) -> Passkey { throw failure }
        func renamePasskey(_ passkey: PasskeyID, to name: String) async throws(ClientError) -> Passkey { throw failure }
        func removePasskey(_ passkey: PasskeyID) async throws(ClientError) {}
        func connectedProviders() async throws(ClientError) -> ConnectedProviders { try known(security).providers }
        func disconnect(provider: String) async throws(ClientError) -> ConnectedProviders { throw failure }
        func securityLog(before number: Int64?) async throws(ClientError) -> [AuditEntry] { try known(security).log }
        func proof() async throws(ClientError) -> ProofState { try known(security).proof }
        func prove(password: String, code: String?) async throws(ClientError) {}
        func proofChallenge() async throws(ClientError) -> PasskeyChallenge { throw failure }
        func prove(passkey: PasskeyAssertion) async throws(ClientError) {}

        /// What is not scripted fails, as offline.
        func known<Value>(_ value: Value?) throws(ClientError) -> Value {
            guard let value else { throw failure }
            return value
        }

        private func prove() throws(ClientError) {
            if security?.asksForProof == true { throw .refused(Refusal(.proofRequired, "Confirm that it is you.")) }
        }
    }

    extension PreviewServices: LeavingService {
        func export() async throws(ClientError) -> ExportState { try known(export) }
        func makeExport() async throws(ClientError) -> ExportState { try known(export) }
        func deleteExport() async throws(ClientError) {}
        func downloadExport(_ state: ExportState, to path: String) async throws(ClientError) {}
        func deletion() async throws(ClientError) -> DeletionState { try known(deletion) }
        func deleteAccount(
            password: String, code: String?, messages: LeftMessages
        ) async throws(ClientError) -> DeletionState { throw failure }
        func keepAccount() async throws(ClientError) {}
    }

    extension PreviewServices: RemindersService, VoiceService {
        func reminders() async throws(ClientError) -> [Reminder] { reminders }
        func remind(of insight: InsightID, _ request: ReminderRequest) async throws(ClientError) -> Reminder {
            throw failure
        }
        func removeReminder(of insight: InsightID) async throws(ClientError) {}
        func voice(_ attachment: Attachment) async throws(ClientError) -> [UInt8] { [1] }
    }
#endif
