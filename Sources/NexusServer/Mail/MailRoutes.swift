import Hummingbird
import NexusCore

/// The queue of e-mails over HTTP, for administrators.
struct MailRoutes: Sendable {
    let administration: MailAdministration

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.mail) { _, _, context in
            try await administration.report(for: context.requireSession().user)
        }
        router.serve(Endpoints.testMail) { test, _, context in
            try await administration.test(test, by: context.requireSession().user)
            return Nothing()
        }
    }
}
