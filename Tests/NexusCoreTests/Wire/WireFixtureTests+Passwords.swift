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
}
