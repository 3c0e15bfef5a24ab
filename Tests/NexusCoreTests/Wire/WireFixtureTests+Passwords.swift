import NexusCore

extension WireFixtureTests {
    static let passwords =
        bodies(
            "changePassword", Endpoints.changePassword,
            PasswordChange(password: "correct horse", newPassword: "battery staple"), Nothing())
        + [
            WireFixture(
                "endpoint.changePassword.request.keep",
                PasswordChange(password: "correct horse", newPassword: "battery staple", endsOthers: false))
        ]
        + bodies(
            "makeResetLink", Endpoints.makeResetLink, Nothing(),
            ResetLink(token: "token", expiresAt: WireSamples.now))
        + bodies(
            "lookAtReset", Endpoints.lookAtReset, ResetToken(token: "token"),
            ResetPreview(
                user: User(id: WireSamples.bob, name: "Bob", email: "bob@example.org"), expiresAt: WireSamples.now))
        + bodies(
            "resetPassword", Endpoints.resetPassword,
            PasswordReset(token: "token", password: "correct horse", device: "Ada's browser"), signedIn)
}
