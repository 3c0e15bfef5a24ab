import NexusCore

extension WireFixtureTests {
    private static let person = User(id: WireSamples.bob, name: "Bob", email: "bob@example.org")
    private static let account = SignUpRequest(
        email: "ada@example.org", password: "correct horse", name: "Ada", device: "Ada's browser")
    private static let general = Invitation(
        id: InvitationID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00F7), creator: WireSamples.profile.user,
        conversations: [InvitedConversation(id: WireSamples.group, title: "Launch")], uses: 2, usesLeft: 98,
        createdAt: WireSamples.before, expiresAt: Timestamp(milliseconds: 1_793_174_400_123))
    private static let personal = Invitation(
        id: InvitationID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00F8), creator: WireSamples.profile.user,
        person: person, usesLeft: 1, createdAt: WireSamples.before,
        expiresAt: Timestamp(milliseconds: 1_793_174_400_123))
    private static let mailed = Invitation(
        id: InvitationID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00F9), creator: WireSamples.profile.user,
        email: "grace@example.org", usesLeft: 1, createdAt: WireSamples.before,
        expiresAt: Timestamp(milliseconds: 1_793_174_400_123))
    private static let preview = InvitationPreview(
        team: "Analytical Engines", creator: "Ada", conversations: general.conversations, expiresAt: general.expiresAt)

    static let invitations =
        bodies(
            "invite", Endpoints.invite, InvitationRequest(conversations: [WireSamples.group]),
            NewInvitation(invitation: general, token: "token"))
        + [
            WireFixture(
                "endpoint.lookAtInvitation.response.mailed",
                InvitationPreview(
                    team: "", creator: "Ada", email: "grace@example.org", expiresAt: general.expiresAt)),
            WireFixture("endpoint.invite.request.person", InvitationRequest(uses: 1, person: WireSamples.bob)),
            WireFixture(
                "endpoint.lookAtInvitation.response.person",
                InvitationPreview(team: "", creator: "Ada", person: person, expiresAt: general.expiresAt)),
        ]
        + bodies(
            "invitations", Endpoints.invitations, Nothing(), InvitationList(invitations: [general, personal]))
        + bodies(
            "mailInvitations", Endpoints.mailInvitations,
            InvitationMailing(
                emails: ["grace@example.org", "bob@example.org"], conversations: [WireSamples.group]),
            MailedInvitations(
                invitations: [mailed],
                refused: [.init(email: "bob@example.org", message: "This person has an account already.")]))
        + bodies("mailInvitationAgain", Endpoints.mailInvitationAgain, Nothing(), mailed)
        + bodies("revokeInvitation", Endpoints.revokeInvitation, Nothing(), Nothing())
        + bodies("lookAtInvitation", Endpoints.lookAtInvitation, InvitationToken(token: "token"), preview)
        + bodies("acceptInvitation", Endpoints.acceptInvitation, InvitationToken(token: "token"), preview)
        + bodies("join", Endpoints.join, JoinRequest(token: "token", account: account), signedIn)
        + bodies(
            "claim", Endpoints.claim,
            ClaimRequest(token: "token", password: "correct horse", device: "Ada's browser"), signedIn)
        + bodies(
            "addAccount", Endpoints.addAccount, AccountAddition(name: "Bob", email: "bob@example.org"),
            AdministeredAccount(user: person))
}
