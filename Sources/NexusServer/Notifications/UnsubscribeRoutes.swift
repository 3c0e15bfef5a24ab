import HTTPTypes
import Hummingbird
import NexusCore
import NexusDatabase

/// The link at the end of e-mails about unread messages. Opening it shows a button, since programs open links too; mail programs post to it (RFC 8058).
struct UnsubscribeRoutes: Sendable {
    let unsubscription: Unsubscription
    let gate: OperationGate
    let database: any Database
    let now: @Sendable () -> Timestamp

    func add(to router: some RouterMethods<NexusRequestContext>) {
        let path = RouterPath(Unsubscription.path)
        router.get(path) { request, _ in
            let token = try Self.token(of: request)
            return Self.page(
                "Stop e-mails about unread messages?",
                """
                <form method="post" action="?token=\(token)"><button>Stop these e-mails</button></form>
                """)
        }
        router.post(path) { request, _ in
            try await unsubscription.end(
                try Self.token(of: request), through: gate, in: database, at: now())
            return Self.page(
                "No more e-mails about unread messages.", "<p>You can turn them on again in the settings.</p>")
        }
    }

    /// - Throws: `Refusal` (`invalid_request`): only what has the form of a token is written to the page.
    private static func token(of request: Request) throws -> String {
        let token = request.uri.queryParameters["token"].map(String.init) ?? ""
        guard Unsubscription.parts(of: token) != nil else { throw Refusal.unknownUnsubscription }
        return token
    }

    private static func page(_ title: String, _ body: String) -> Response {
        let html = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(title)</title><h1>\(title)</h1>\(body)</html>

            """
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-store"
        headers[.contentSecurityPolicy] = "default-src 'none'; form-action 'self'; frame-ancestors 'none'"
        headers[.xContentTypeOptions] = "nosniff"
        if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: .init(string: html)))
    }
}
