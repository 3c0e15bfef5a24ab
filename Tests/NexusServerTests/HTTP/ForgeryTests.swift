import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("Requests that other sites make a browser send", .timeLimit(.minutes(10)))
struct ForgeryTests {
    /// The routes without a session that hand one over, or begin to.
    private static let doors: Set = [
        "/v1/setup", "/v1/accounts", "/v1/sessions", "/v1/sessions/refresh", "/v1/sessions/passkey",
        "/v1/invitations/join", "/v1/invitations/claim", "/v1/password/reset", "/v1/providers/{provider}/start",
        "/v1/providers/{provider}/finish", "/v1/providers/{provider}/token",
    ]
    /// The other routes without a session that are no reads.
    private static let open: Set = [
        "/v1/join", "/v1/invitations/look", "/v1/password/forgot", "/v1/password/look", "/v1/email/confirm",
        "/v1/sessions/passkey/challenge", "/v1/providers/{provider}/nonce", "/v1/providers/{provider}/logout",
        "/v1/notifications/unsubscribe",
    ]

    /// What browsers send with requests of other sites' pages, forms and sandboxed frames.
    private static let foreign: [[(String, String)]] = [
        [("Origin", "https://evil.example")], [("Origin", "null")], [("Sec-Fetch-Site", "cross-site")],
        [("Origin", "http://nexus.example.evil.example"), ("Sec-Fetch-Site", "same-site")],
        [("Origin", "http://nexus.example"), ("Sec-Fetch-Site", "cross-site")],
        [("Content-Type", "text/plain")],
    ]

    private func serve(_ body: @Sendable (RunningServer) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-forgery-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await StandInProvider.serve(
            configure: {
                $0.media.folder = path + "/media"
                $0.exportFolder = path + "/exports"
            }
        ) { server, _ in
            try await body(server)
        }
    }

    @Test("no route that changes something takes the cookie of a browser whose page is another site's")
    func everyRoute() async throws {
        try await serve { server in
            let ada = try await server.signUp("Ada")
            let routes = try DocumentedRoute.all().filter(\.isMutating)
            #expect(routes.count > 60)
            let closed = routes.filter { !ForgeryTests.doors.union(ForgeryTests.open).contains($0.pattern) }
            let cookie = ("Cookie", "nexus-access=\(ada.accessToken)")
            for route in closed {
                // Without our header, which such a page cannot send, and with it, as if it could.
                for headers in ForgeryTests.foreign + ForgeryTests.foreign.map({ $0 + [("Nexus-Session", "cookie")] })
                where headers.map(\.0) != ["Content-Type", "Nexus-Session"] {
                    let answer = try await server.ask(route.method, route.path, "{}", headers: headers + [cookie])
                    #expect(answer.refusal?.code == .wrongOrigin, "\(route.method) \(route.pattern) \(headers)")
                    #expect(answer.headers["set-cookie"] == nil)
                }
            }
            let own = [("Nexus-Session", "cookie"), ("Origin", "http://nexus.example"), cookie]
            #expect(try await server.ask("POST", "/v1/export", "{}", headers: own).status == 200, "its own page may")
        }
    }

    @Test("no route signs the browser of another site's page in (login CSRF)")
    func everyDoor() async throws {
        try await serve { server in
            let routes = try DocumentedRoute.all().filter(\.isMutating)
            let found = Set(routes.map(\.pattern))
            #expect(found.isSuperset(of: ForgeryTests.doors.union(ForgeryTests.open)))
            _ = try await server.signUp("Ada")
            // A right sign-in, and the form of a passkey's.
            let rightful = """
                {"email":"ada@example.org","password":"correct horse","device":"Chrome",
                "passkey":{"id":"AA","clientData":"AA","authenticatorData":"AA","signature":"AA","user":"AA"}}
                """
            for pattern in ForgeryTests.doors.union(ForgeryTests.open) {
                let route = DocumentedRoute(method: "POST", pattern: pattern)
                for headers in ForgeryTests.foreign {
                    let plain = try await server.ask("POST", route.path, rightful, headers: headers)
                    #expect(plain.headers["set-cookie"] == nil, "\(pattern)")
                    guard ForgeryTests.doors.contains(pattern), headers[0].0 != "Content-Type" else { continue }
                    let asked = try await server.ask(
                        "POST", route.path, rightful, headers: headers + [("Nexus-Session", "cookie")])
                    let isRefused =
                        asked.refusal?.code == .wrongOrigin
                        || pattern == "/v1/sessions/refresh" && asked.refusal != nil
                    #expect(isRefused, "\(pattern) \(headers) \(asked.body)")
                    #expect(asked.headers["set-cookie"] == nil, "\(pattern)")
                }
            }
        }
    }

    @Test("no answer leads a browser to another site (open redirect)")
    func redirects() async throws {
        try await serve { server in
            let ada = try await server.signUp("Ada")
            let places = ["https://evil.example/", "//evil.example/", "/\\evil.example/"]
            for route in try DocumentedRoute.all() {
                for place in places {
                    let query = ["next", "returnTo", "redirect_uri", "url", "state", "to"].map { "\($0)=\(place)" }
                        .joined(separator: "&")
                    for token in [nil, ada.accessToken] where route.method == "GET" || token == nil {
                        let answer = try await server.ask(
                            route.method, "\(route.path)?\(query)", route.isMutating ? "{}" : nil, token: token)
                        guard let location = answer.headers["location"] else { continue }
                        #expect(route.pattern == "/v1/providers/{provider}/callback")
                        #expect(location.hasPrefix("/provider#"), "\(location)")
                    }
                }
            }
        }
    }
}
