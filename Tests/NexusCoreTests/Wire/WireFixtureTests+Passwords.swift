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
            "forgotPassword", Endpoints.forgotPassword, ForgottenPassword(email: "ada@example.org"), Nothing())
        + bodies(
            "makeResetLink", Endpoints.makeResetLink, ResetRequest(removesSecondFactor: true),
            ResetLink(token: "token", expiresAt: WireSamples.now))
        + bodies(
            "lookAtReset", Endpoints.lookAtReset, ResetToken(token: "token"),
            ResetPreview(
                user: User(id: WireSamples.bob, name: "Bob", email: "bob@example.org"), expiresAt: WireSamples.now))
        + bodies(
            "resetPassword", Endpoints.resetPassword,
            PasswordReset(token: "token", password: "correct horse", device: "Ada's browser"), signedIn)
        + [
            WireFixture("endpoint.makeResetLink.request.password", ResetRequest()),
            WireFixture(
                "endpoint.resetPassword.request.code",
                PasswordReset(
                    token: "token", password: "correct horse", device: "Ada's browser", code: "287082")),
            WireFixture(
                "endpoint.signIn.request.code",
                SignInRequest(
                    email: "ada@example.org", password: "correct horse", device: "terminal", code: "287082")),
            WireFixture(
                "endpoint.accounts.response.secondFactor",
                AccountList(accounts: [
                    AdministeredAccount(user: WireSamples.profile.user, isAdministrator: true, hasSecondFactor: true)
                ])),
            WireFixture(
                "endpoint.accounts.response.page",
                AccountList(
                    accounts: [
                        AdministeredAccount(
                            user: User(
                                id: WireSamples.bob, name: "Bob", email: "bob@example.org", isUnclaimed: true,
                                isSuspended: true), suspendedAt: WireSamples.now, lastUsedAt: WireSamples.before,
                            sessions: 2)
                    ], cursor: "01990000-0000-7000-8000-0000000000a1.YWRh")),
            WireFixture("endpoint.audit.response.page", AuditPage(entries: [signInEntry], next: 7)),
            WireFixture(
                "endpoint.server.response.policy",
                ServerInfo(
                    team: "Analytical Engines", join: .everyone, joinSetting: .invited, hidesEmails: true,
                    domains: ["example.org"])),
            WireFixture(
                "endpoint.updatePolicy.request.emails",
                PolicyChange(hidesEmails: true, domains: ["example.org", "example.com"])),
            WireFixture("endpoint.server.response.picture", ServerInfo(team: "Engines", picture: WireSamples.media)),
            WireFixture(
                "endpoint.updatePolicy.request.picture", PolicyChange(picture: .chosen(WireSamples.media))),
            WireFixture("endpoint.updatePolicy.request.noPicture", PolicyChange(picture: .removed)),
            WireFixture("endpoint.secondFactor.response.off", SecondFactorState()),
            WireFixture("endpoint.secondFactor.response.required", SecondFactorState(isRequired: true)),
            WireFixture("endpoint.signIn.response.secondFactor", restricted),
            WireFixture(
                "endpoint.refresh.cookie.response.secondFactor",
                CookieSignedIn(
                    session: WireSamples.session, profile: WireSamples.profile, expiresIn: 900_000,
                    needsSecondFactor: true)),
            WireFixture("endpoint.server.response.secondFactor", ServerInfo(requiresSecondFactor: true)),
            WireFixture("endpoint.updatePolicy.request.secondFactor", PolicyChange(requiresSecondFactor: true)),
        ]
        + bodies(
            "secondFactor", Endpoints.secondFactor, Nothing(),
            SecondFactorState(since: WireSamples.before, recoveryCodes: 9))
        + bodies(
            "beginSecondFactor", Endpoints.beginSecondFactor, StepUp(password: "correct horse"),
            SecondFactorKey(
                key: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
                link: "otpauth://totp/Nexus:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Nexus"))
        + bodies(
            "confirmSecondFactor", Endpoints.confirmSecondFactor, SecondFactorCode(code: "287082"),
            RecoveryCodes(codes: ["ABCD-EFGH-2345-6723", "MNOP-QRST-4567-2345"]))
        + bodies(
            "removeSecondFactor", Endpoints.removeSecondFactor, StepUp(password: "correct horse", code: "287082"),
            Nothing())
        + bodies(
            "proof", Endpoints.proof, Nothing(),
            ProofState(until: WireSamples.now, hasPassword: true, needsCode: true))
        + bodies("prove", Endpoints.prove, ProofRequest(password: "correct horse", code: "287082"), Nothing())
        + bodies("askToJoin", Endpoints.askToJoin, AddressToJoin(email: "grace@example.org"), Nothing())
        + bodies(
            "changeEmail", Endpoints.changeEmail, EmailChange(email: "ada@new.example"), Nothing())
        + bodies(
            "confirmEmail", Endpoints.confirmEmail, EmailConfirmation(token: "token"),
            EmailChange(email: "ada@new.example"))
        + bodies("security", Endpoints.security, Nothing(), AuditPage(entries: [signInEntry, failureEntry]))
        + [
            WireFixture(
                "endpoint.sessions.response.place",
                SessionList(sessions: [
                    SessionInfo(
                        id: WireSamples.session, device: "phone", createdAt: WireSamples.before,
                        lastUsedAt: WireSamples.now, isCurrent: true, address: "203.0.113.7", place: "Berlin, Germany")
                ])),
            WireFixture(
                "endpoint.profile.response.security",
                Profile(user: WireSamples.profile.user, showsPresence: true, securityNumber: 7)),
        ]

    private static let signInEntry = AuditEntry(
        number: 8, at: WireSamples.now, actor: WireSamples.profile.user, act: .signIn,
        subject: WireSamples.profile.user,
        note: "phone, 203.0.113.7", session: WireSamples.session)
    private static let failureEntry = AuditEntry(
        number: 7, at: WireSamples.now, actor: WireSamples.profile.user, act: .failSignIn,
        subject: WireSamples.profile.user, note: "198.51.100.2", session: WireSamples.session, count: 4,
        since: WireSamples.before)

    private static var restricted: SignedIn {
        var restricted = signedIn
        restricted.needsSecondFactor = true
        return restricted
    }
}
