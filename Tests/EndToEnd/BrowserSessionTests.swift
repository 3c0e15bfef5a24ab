import Foundation
import NIOHTTP1
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@Suite("A browser's session in cookies")
struct BrowserSessionTests {
    private static let account = #"{"email":"ada@example.org","password":"correct horse","name":"Ada","device":"page"}"#

    private func signedUp(_ page: BrowserPage, _ headers: [(String, String)]? = nil) async throws -> BrowserPage.Answer
    {
        try await page.post("/v1/accounts", Self.account, headers)
    }

    @Test("sign-up, sign-in and refresh set cookies that scripts cannot read, and return no token in the body")
    func given() async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        for (path, body) in [
            ("/v1/accounts", Self.account), ("/v1/sessions", Self.account), ("/v1/sessions/refresh", "{}"),
        ] {
            let answer = try await page.post(path, body)
            #expect(answer.status == 200)
            let signedIn = try CookieSignedIn.decode(answer.body)
            #expect(signedIn.profile.user.name == "Ada")
            #expect(signedIn.expiresIn == 900_000)
            #expect(!answer.text.contains("Token"))
            #expect(answer.cookies.count == 2)
            for cookie in answer.cookies {
                #expect(cookie.contains("; HttpOnly"))
                #expect(cookie.contains("; SameSite=Strict"))
                #expect(!cookie.contains("Secure"), "there is no TLS")
                #expect(!cookie.contains("Domain"))
            }
            #expect(answer.cookies.contains { $0.hasPrefix("nexus-access=") && $0.contains("; Path=/; Max-Age=900;") })
            #expect(
                answer.cookies.contains {
                    $0.hasPrefix("nexus-refresh=") && $0.contains("; Path=/v1/sessions/refresh; Max-Age=7776000;")
                })
            #expect(answer.headers["cache-control"] == ["no-store"])
        }
        #expect(try await page.get("/v1/profile").status == 200)
    }

    @Test("a program that does not ask for cookies gets tokens and no cookies")
    func programs() async throws {
        let server = try await TestServer()
        let answer = try await signedUp(BrowserPage(of: server.address), [])
        #expect(answer.status == 200)
        #expect(answer.cookies.isEmpty)
        #expect(try !SignedIn.decode(answer.body).accessToken.isEmpty)
    }

    @Test("reading needs only the cookie; without one, or with an unknown one, the request is not signed in")
    func reading() async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        #expect(try await page.get("/v1/profile").refusal == .notSignedIn)
        _ = try await signedUp(page)
        #expect(try await page.get("/v1/profile").status == 200)
        page.plant("nexus-access", "made-up")
        #expect(try await page.get("/v1/profile").refusal == .notSignedIn)
    }

    /// Requests that no page of the server's own sends.
    static let foreign: [[(String, String)]] = [
        [],
        [("Origin", "OWN"), ("Sec-Fetch-Site", "same-origin")],
        [("Nexus-Session", "cookie")],
        [("Nexus-Session", "cookie"), ("Origin", "https://evil.example")],
        [("Nexus-Session", "cookie"), ("Origin", "null")],
        [("Nexus-Session", "cookie"), ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "same-origin")],
        [("Nexus-Session", "cookie"), ("Origin", "OWN"), ("Sec-Fetch-Site", "cross-site")],
        [("Nexus-Session", "cookie"), ("Origin", "OWN"), ("Sec-Fetch-Site", "same-site")],
        [("Nexus-Session", "cookie"), ("Sec-Fetch-Site", "none")],
        [("Nexus-Session", "bearer"), ("Origin", "OWN")],
    ]

    @Test("mutating requests are accepted from the server's own pages alone", arguments: foreign.indices)
    func foreignPages(_ number: Int) async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        _ = try await signedUp(page)
        let headers = Self.foreign[number].map { ($0.0, $0.1 == "OWN" ? server.address : $0.1) }
        let operation = NexusCore.Operation(
            id: WireDevice.identifier(), kind: .updateProfile(name: "Mallory", showsPresence: nil))
        let body = String(decoding: operation.json, as: UTF8.self)
        #expect(try await page.post("/v1/operations", body, headers).refusal == .wrongOrigin)
        #expect(try await page.delete("/v1/sessions/current", headers).refusal == .wrongOrigin)
        #expect(try await page.get("/v1/profile").text.contains("Ada"))
        // Signing in as another user is refused as well, on all requests with cookies.
        guard headers.contains(where: { $0 == ("Nexus-Session", "cookie") }) else { return }
        for path in [
            "/v1/sessions", "/v1/accounts", "/v1/sessions/refresh", "/v1/setup", "/v1/invitations/join",
            "/v1/invitations/claim",
        ] {
            let answer = try await page.post(path, Self.account, headers)
            #expect(answer.refusal == .wrongOrigin)
            #expect(answer.cookies.isEmpty)
        }
    }

    @Test("an own page is accepted with or without the newer header")
    func ownPages() async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        _ = try await signedUp(page)
        let operation = NexusCore.Operation(
            id: WireDevice.identifier(), kind: .updateProfile(name: "Ada Lovelace", showsPresence: nil))
        let body = String(decoding: operation.json, as: UTF8.self)
        #expect(try await page.post("/v1/operations", body).status == 200)
        let older = [("Nexus-Session", "cookie"), ("Origin", server.address)]
        #expect(try await page.post("/v1/operations", body, older).status == 200)
        let bare = [("Nexus-Session", "cookie"), ("Sec-Fetch-Site", "same-origin")]
        #expect(try await page.post("/v1/operations", body, bare).status == 200)
        #expect(try await page.get("/v1/profile").text.contains("Ada Lovelace"))
    }

    @Test(
        "a refresh spends its cookie; the same attempt repeats the refresh, another one ends the session and its cookies"
    )
    func refreshing() async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        _ = try await signedUp(page)
        let spent = try #require(page.cookies["nexus-refresh"])
        #expect(try await page.post("/v1/sessions/refresh", #"{"attempt":"one"}"#).status == 200)
        let next = page.cookies
        #expect(next["nexus-refresh"] != spent)
        #expect(try await page.get("/v1/profile").status == 200)

        page.plant("nexus-refresh", spent)
        #expect(try await page.post("/v1/sessions/refresh", #"{"attempt":"one"}"#).status == 200)
        #expect(page.cookies == next, "its answer was lost, that is all")

        page.plant("nexus-refresh", spent)
        let stolen = try await page.post("/v1/sessions/refresh", #"{"attempt":"two"}"#)
        #expect(stolen.refusal == .sessionEnded)
        #expect(page.cookies.isEmpty)
        #expect(stolen.cookies.count == 2)
        #expect(try await page.get("/v1/profile").refusal == .notSignedIn)
        #expect(try await page.post("/v1/sessions/refresh", "{}").refusal == .notSignedIn)
    }

    @Test("signing out deletes the cookies, and ending another session does not")
    func signingOut() async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        _ = try await signedUp(page)
        let other = try CookieSignedIn.decode(
            try await BrowserPage(of: server.address).post("/v1/sessions", Self.account).body)
        #expect(try await page.delete("/v1/sessions/\(other.session)").cookies.isEmpty)
        #expect(!page.cookies.isEmpty)
        #expect(try await page.delete("/v1/sessions/current").cookies.count == 2)
        #expect(page.cookies.isEmpty)
        #expect(try await page.get("/v1/profile").refusal == .notSignedIn)
    }

    @Test("with TLS the cookies have binding names, and others are ignored")
    func tls() async throws {
        let server = try await TestServer { $0.rateLimits.trustsProxy = true }
        let page = BrowserPage(of: server.address)
        let proxied = page.ownHeaders + [("X-Forwarded-Proto", "https")]
        let answer = try await signedUp(page, proxied)
        #expect(answer.cookies.allSatisfy { $0.hasSuffix("; Secure") })
        #expect(Set(page.cookies.keys) == ["__Host-nexus-access", "__Secure-nexus-refresh"])
        #expect(answer.cookies.contains { $0.hasPrefix("__Host-") && $0.contains("; Path=/;") })
        #expect(try await page.get("/v1/profile", proxied).status == 200)
        #expect(try await page.post("/v1/sessions/refresh", "{}", proxied).status == 200)

        let victim = BrowserPage(of: server.address)
        let token = try #require(page.cookies["__Host-nexus-access"])
        victim.plant("nexus-access", token)
        #expect(try await victim.get("/v1/profile", proxied).refusal == .notSignedIn)
        #expect(try await victim.get("/v1/profile").status == 200, "without TLS there is no other name")
        #expect(try await page.delete("/v1/sessions/current", proxied).cookies.count == 2)
        #expect(page.cookies.isEmpty)
    }

    @Test("a page loaded over TLS is recognised without a trusted proxy")
    func tlsByOrigin() async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        let origin = server.address.replacing("http://", with: "https://")
        let answer = try await signedUp(page, [("Nexus-Session", "cookie"), ("Origin", origin)])
        #expect(answer.cookies.count == 2)
        #expect(answer.cookies.allSatisfy { $0.hasSuffix("; Secure") })
        #expect(try await page.get("/v1/profile").status == 200)
    }

    @Test("a bearer token needs no page header, and takes precedence over a cookie")
    func bearer() async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        _ = try await signedUp(page)
        let tokens = try SignedIn.decode(try await page.post("/v1/sessions", Self.account, []).body)
        let bearer = [("Authorization", "Bearer \(tokens.accessToken)")]
        #expect(try await page.delete("/v1/sessions/current", bearer).status == 200)
        #expect(try await page.get("/v1/profile").status == 200, "the page's own session is another one")
    }

    // MARK: The live socket

    /// The status of the answer to a page's upgrade.
    private func upgrade(_ page: BrowserPage, origin: String?) async throws -> Int {
        let headers =
            [
                ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
                ("Cookie", page.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")),
            ] + (origin.map { [("Origin", $0)] } ?? [])
        let head = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        let address = page.address.replacing("http://", with: "")
        let port = Int(address.split(separator: ":")[1]) ?? 0
        let answer = try await AnswerHead.read(
            from: port, to: "GET /v1/live HTTP/1.1\r\nHost: \(address)\r\n\(head)\r\n")
        return Int(answer.split(separator: " ")[1]) ?? 0
    }

    @Test("the live socket opens with the cookie for an own page, and for no other")
    func live() async throws {
        let server = try await TestServer()
        let page = BrowserPage(of: server.address)
        #expect(try await upgrade(page, origin: server.address) == 401)
        _ = try await signedUp(page)
        #expect(try await upgrade(page, origin: server.address) == 101)
        #expect(try await upgrade(page, origin: "https://evil.example") == 403)
        #expect(try await upgrade(page, origin: "null") == 403)
        #expect(try await upgrade(page, origin: nil) == 403, "a browser says where it comes from")
        page.plant("nexus-access", "made-up")
        #expect(try await upgrade(page, origin: server.address) == 401)
    }
}
