import NexusCore

extension WireFixtureTests {
    static let mail =
        bodies(
            "mail", Endpoints.mail, Nothing(),
            MailReport(
                isOn: true, server: "mail.example.org:465", sender: "nexus@example.org",
                problem: "One e-mail waits.", waiting: 1,
                mails: [
                    QueuedMail(
                        id: MailID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00E1), kind: .invitation,
                        to: "bob@example.org", state: .waiting, attempts: 2, createdAt: WireSamples.now,
                        dueAt: WireSamples.now, reason: "The mail server refused the recipient's address. (451 later)"),
                    QueuedMail(
                        id: MailID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00E2), kind: .passwordReset,
                        to: "eve@example.org", state: .failed, attempts: 0, createdAt: WireSamples.now,
                        dueAt: WireSamples.now, reason: ""),
                ]))
        + [WireFixture("endpoint.mail.response.off", MailReport(waiting: 0, mails: []))]
        + bodies("testMail", Endpoints.testMail, MailTest(to: "ada@example.org"), Nothing())
}
