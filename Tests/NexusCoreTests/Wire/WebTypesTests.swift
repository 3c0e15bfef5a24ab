import Foundation
import NexusCore
import Testing

@Suite("The types of the web client")
struct WebTypesTests {
    private static let roots: [Any.Type] =
        [
            ClientFrame.self, ServerFrame.self, AssistantEvent.self, AssistantQuestion.self, CookieRefreshRequest.self,
            CookieSignedIn.self, ErrorBody.self,
        ]
        + both(Endpoints.signUp) + both(Endpoints.signIn) + both(Endpoints.sessions) + both(Endpoints.people)
        + both(Endpoints.readings) + both(Endpoints.pins) + both(Endpoints.versions) + both(Endpoints.search)
        + both(Endpoints.operations) + both(Endpoints.reports) + both(Endpoints.resolveReport)
        + both(Endpoints.accounts) + both(Endpoints.updateAccount) + both(Endpoints.audit) + both(Endpoints.ledger)
        + both(Endpoints.inventory)
        + both(Endpoints.languageModel) + both(Endpoints.createUpload) + both(Endpoints.finishUpload)
        + both(Endpoints.insights) + both(Endpoints.updateInsight) + both(Endpoints.makeInsight)
        + both(Endpoints.splitInsight) + both(Endpoints.mergeInsights) + both(Endpoints.exportInsights)
        + both(Endpoints.reminders) + both(Endpoints.setReminder)
        + both(Endpoints.server) + both(Endpoints.setUp) + both(Endpoints.updatePolicy) + both(Endpoints.addAccount)
        + both(Endpoints.lookAtInvitation) + both(Endpoints.join) + both(Endpoints.claim) + both(Endpoints.invite)
        + both(Endpoints.invitations) + both(Endpoints.changePassword) + both(Endpoints.changeEmail)
        + both(Endpoints.lookAtReset)
        + both(Endpoints.resetPassword) + both(Endpoints.makeResetLink)
        + both(Endpoints.proof) + both(Endpoints.prove) + both(Endpoints.passkeys) + both(Endpoints.beginPasskey)
        + both(Endpoints.addPasskey) + both(Endpoints.passkeyChallenge) + both(Endpoints.signInWithPasskey)
        + both(Endpoints.scheduleDeletion) + both(Endpoints.scheduleDeletionOf) + both(Endpoints.transferGroups)
        + both(Endpoints.export) + both(Endpoints.retention)
        + both(Endpoints.startProvider) + both(Endpoints.finishProvider) + both(Endpoints.connectedProviders)
        + both(Endpoints.providers) + both(Endpoints.testProvider)
        + both(Endpoints.push) + both(Endpoints.pushRegistration) + both(Endpoints.registerPush)
        + both(Endpoints.testPush) + both(Endpoints.pushReport)
        + both(Endpoints.zone) + both(Endpoints.topics) + both(Endpoints.topic) + both(Endpoints.summary)

    private static func both<Request, Response>(_: Endpoint<Request, Response>) -> [Any.Type] {
        [Request.self, Response.self].filter { $0 != Nothing.self }
    }

    /// `make web-types` writes the file instead.
    @Test("are those of the wire")
    func current() throws {
        let text = WebTypes.text(of: Self.roots)
        if ProcessInfo.processInfo.environment["NEXUS_WRITE_WEB_TYPES"] != nil {
            try Data(text.utf8).write(to: WebTypes.file)
        }
        #expect(!text.contains("unknown"))
        let committed = try String(contentsOf: WebTypes.file, encoding: .utf8)
        #expect(committed == text, "The wire has changed: run `make web-types`.")
    }
}
