import NexusCore

extension WireFixtureTests {
    static let leaving =
        bodies(
            "scheduleDeletion", Endpoints.scheduleDeletion,
            DeletionRequest(password: "correct horse", code: "287082", messages: .delete),
            DeletionState(deletesAt: WireSamples.now, messages: .delete))
        + bodies("deletion", Endpoints.deletion, Nothing(), DeletionState())
        + bodies("cancelDeletion", Endpoints.cancelDeletion, Nothing(), Nothing())
        + bodies(
            "scheduleDeletionOf", Endpoints.scheduleDeletionOf,
            AdministeredDeletion(messages: .delete, atOnce: true, note: "Left the team."),
            DeletionState(deletesAt: WireSamples.now, messages: .delete))
        + bodies("cancelDeletionOf", Endpoints.cancelDeletionOf, Nothing(), Nothing())
        + bodies(
            "transferGroups", Endpoints.transferGroups, GroupTransfer(to: WireSamples.bob, note: "Left the team."),
            TransferredGroups(transferred: 2, remaining: 1))
        + bodies(
            "makeExport", Endpoints.makeExport, Nothing(),
            ExportState(.making, id: WireSamples.group.retyped(), done: 3, total: 12))
        + bodies(
            "export", Endpoints.export, Nothing(),
            ExportState(
                .ready, id: WireSamples.group.retyped(), done: 12, total: 12, bytes: 34_567,
                expiresAt: WireSamples.now))
        + bodies("deleteExport", Endpoints.deleteExport, Nothing(), Nothing())
        + bodies("retention", Endpoints.retention, Nothing(), Retention(days: 30, serverDays: 365))
        + bodies("setRetention", Endpoints.setRetention, Retention(days: 30), Retention(days: 30))
        + [
            WireFixture("endpoint.export.response.none", ExportState()),
            WireFixture("endpoint.export.response.failed", ExportState(.failed, message: "The disk is full.")),
            WireFixture(
                "endpoint.profile.response.deletion",
                Profile(user: WireSamples.profile.user, showsPresence: true, deletesAt: WireSamples.now)),
            WireFixture(
                "endpoint.accounts.response.deletion",
                AccountList(accounts: [
                    AdministeredAccount(
                        user: WireSamples.profile.user, suspendedAt: WireSamples.before, deletesAt: WireSamples.now)
                ])),
            WireFixture("endpoint.server.response.retention", ServerInfo(keepsMessages: true, retentionDays: 365)),
            WireFixture(
                "endpoint.updatePolicy.request.retention", PolicyChange(keepsMessages: true, retentionDays: 365)),
            WireFixture(
                "event.retention",
                GroupEvent(.about, text: "Messages are deleted after 30 days.", retentionDays: 30)),
        ]
}
