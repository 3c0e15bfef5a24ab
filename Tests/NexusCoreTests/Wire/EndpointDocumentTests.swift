import Foundation
import NexusCore
import Testing

@Suite("The API document")
struct EndpointDocumentTests {
    @Test("lists every endpoint by method and path")
    func endpoints() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let text = try String(contentsOf: root.appending(path: "docs/api.md"), encoding: .utf8)
        let rows = [
            row(Endpoints.server), row(Endpoints.setUp), row(Endpoints.updatePolicy),
            row(Endpoints.invite), row(Endpoints.invitations), row(Endpoints.revokeInvitation),
            row(Endpoints.lookAtInvitation), row(Endpoints.join), row(Endpoints.claim),
            row(Endpoints.acceptInvitation), row(Endpoints.addAccount),
            row(Endpoints.signUp), row(Endpoints.signIn), row(Endpoints.refresh), row(Endpoints.changePassword),
            row(Endpoints.askToJoin), row(Endpoints.changeEmail), row(Endpoints.confirmEmail),
            row(Endpoints.secondFactor),
            row(Endpoints.beginSecondFactor), row(Endpoints.confirmSecondFactor), row(Endpoints.removeSecondFactor),

            row(Endpoints.lookAtReset),
            row(Endpoints.resetPassword), row(Endpoints.makeResetLink),
            row(Endpoints.mail), row(Endpoints.testMail), row(Endpoints.forgotPassword), row(Endpoints.security),
            row(Endpoints.mailInvitations), row(Endpoints.mailInvitationAgain),
            row(Endpoints.startProvider), row(Endpoints.finishProvider), row(Endpoints.providerCallback),
            row(Endpoints.providerNonce), row(Endpoints.signInWithToken), row(Endpoints.providerLogout),
            row(Endpoints.connectedProviders), row(Endpoints.connectProvider), row(Endpoints.finishConnection),
            row(Endpoints.disconnectProvider), row(Endpoints.providers), row(Endpoints.testProvider),
            row(Endpoints.sessions), row(Endpoints.proof), row(Endpoints.prove),
            row(Endpoints.renewRecoveryCodes), row(Endpoints.proofChallenge), row(Endpoints.passkeyChallenge),
            row(Endpoints.signInWithPasskey),
            row(Endpoints.passkeys), row(Endpoints.beginPasskey), row(Endpoints.addPasskey),
            row(Endpoints.renamePasskey), row(Endpoints.removePasskey),
            row(Endpoints.endSession), row(Endpoints.profile), row(Endpoints.people), row(Endpoints.conversations),
            row(Endpoints.changes), row(Endpoints.messages), row(Endpoints.search), row(Endpoints.operations),
            row(Endpoints.createUpload), row(Endpoints.upload), row(Endpoints.appendUpload),
            row(Endpoints.finishUpload),
            row(Endpoints.discardMedia), row(Endpoints.media), row(Endpoints.teamPicture),
            row(Endpoints.own), row(Endpoints.reports), row(Endpoints.resolveReport), row(Endpoints.accounts),
            row(Endpoints.updateAccount), row(Endpoints.inventory), row(Endpoints.audit), row(Endpoints.ledger),
            row(Endpoints.ownLedger),
            row(Endpoints.languageModel), row(Endpoints.ask), row(Endpoints.topics), row(Endpoints.topic),
            row(Endpoints.deleteTopic), row(Endpoints.summary), row(Endpoints.catchUp),
            row(Endpoints.pins), row(Endpoints.versions), row(Endpoints.renew),
            row(Endpoints.openPolledSocket), row(Endpoints.poll), row(Endpoints.sendFrames),
            row(Endpoints.closePolledSocket),
            row(Endpoints.insights), row(Endpoints.updateInsight), row(Endpoints.exportInsights), row(Endpoints.zone),
            row(Endpoints.makeInsight), row(Endpoints.changeInsight), row(Endpoints.splitInsight),
            row(Endpoints.mergeInsights), row(Endpoints.reminders), row(Endpoints.reminder),
            row(Endpoints.setReminder), row(Endpoints.removeReminder),
            row(Endpoints.deletion), row(Endpoints.scheduleDeletion),
            row(Endpoints.cancelDeletion),
            row(Endpoints.scheduleDeletionOf), row(Endpoints.cancelDeletionOf), row(Endpoints.transferGroups),
            row(Endpoints.export), row(Endpoints.makeExport), row(Endpoints.deleteExport),
            row(Endpoints.push), row(Endpoints.pushRegistration), row(Endpoints.registerPush),
            row(Endpoints.unregisterPush), row(Endpoints.testPush), row(Endpoints.pushReport),
            row(Endpoints.downloadExport), row(Endpoints.retention), row(Endpoints.setRetention),
            "| `GET \(Endpoints.livePath)` |",
        ]
        for row in rows { #expect(text.contains(row), "\(row) is not in docs/api.md") }
    }

    private func row<Request, Response>(_ endpoint: Endpoint<Request, Response>) -> String {
        let method =
            switch endpoint.method {
            case .get: "GET"
            case .post: "POST"
            case .put: "PUT"
            case .patch: "PATCH"
            case .delete: "DELETE"
            }
        return "| `\(method) \(endpoint.path)` |"
    }
}
