import Foundation
import NIOHTTP1
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@Suite("Serving the web client")
struct WebClientServingTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Web")
        .standardized.path

    private func page() async throws -> (TestServer, BrowserPage, assets: String) {
        let server = try await TestServer { $0.webFolder = Self.folder }
        let page = BrowserPage(of: server.address)
        let text = try await page.get("/").text
        let assets = try #require(text.firstMatch(of: /"(\/assets\/[0-9a-f]+)\//)?.1)
        return (server, page, String(assets))
    }

    @Test("the page has a strict policy, and is revalidated each time")
    func document() async throws {
        let (server, page, _) = try await page()
        for path in ["/", "/c/0190/m/0191", "/settings"] {
            let answer = try await page.get(path)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == ["text/html; charset=utf-8"])
            #expect(answer.headers["cache-control"] == ["no-cache"])
            #expect(answer.headers["x-content-type-options"] == ["nosniff"])
            #expect(answer.headers["referrer-policy"] == ["no-referrer"])
            #expect(answer.headers["cross-origin-opener-policy"] == ["same-origin"])
            #expect(answer.headers["permissions-policy"].count == 1)
            let policy = try #require(answer.headers["content-security-policy"].first).split(separator: "; ")
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("require-trusted-types-for 'script'"))
            #expect(
                !policy.contains { $0.contains("unsafe-inline") || $0.contains("'unsafe-eval'") || $0.contains("*") })
        }
        _ = server
    }

    @Test("an unchanged page costs no body, unless the tag is that of another coding")
    func notModified() async throws {
        let (server, page, _) = try await page()
        let tag = try #require(try await page.get("/").headers["etag"].first)
        let again = try await page.get("/", [("If-None-Match", tag)])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.headers["etag"] == [tag])
        #expect(again.headers["cache-control"] == ["no-cache"])
        let compressed = try await page.get("/", [("If-None-Match", tag), ("Accept-Encoding", "gzip")])
        #expect(compressed.status == 200)
        #expect(compressed.headers["etag"] != [tag])
        #expect(try await page.get("/", [("If-None-Match", "\"other\"")]).status == 200)
        _ = server
    }

    @Test("versioned files are cached permanently, compressed if accepted; another version has none")
    func assets() async throws {
        let (server, page, assets) = try await page()
        let plain = try await page.get("\(assets)/app.js")
        #expect(plain.status == 200)
        #expect(plain.headers["content-type"] == ["text/javascript; charset=utf-8"])
        #expect(plain.headers["cache-control"] == ["public, max-age=31536000, immutable"])
        #expect(plain.headers["vary"] == ["Accept-Encoding"])
        #expect(plain.headers["content-encoding"].isEmpty)
        #expect(plain.body == Array(try Data(contentsOf: URL(filePath: Self.folder).appending(path: "app.js"))))
        let compressed = try await page.get("\(assets)/app.js", [("Accept-Encoding", "gzip")])
        #expect(compressed.headers["content-encoding"] == ["gzip"])
        #expect(compressed.body.count < plain.body.count)
        #expect(compressed.headers["etag"] != plain.headers["etag"])
        for path in [
            "/assets/0123456789abcdef/app.js", "\(assets)/../app.js", "\(assets)/%2e%2e/Package.swift", assets,
        ] {
            let answer = try await page.get(path)
            #expect(answer.status == 404, "\(path)")
            #expect(answer.refusal == .notFound)
        }
        _ = server
    }

    @Test("every file that the worker caches exists, and the worker has the page's policy")
    func worker() async throws {
        let (server, page, assets) = try await page()
        let worker = try await page.get("/sw.js")
        #expect(worker.headers["cache-control"] == ["no-cache"])
        #expect(worker.headers["content-security-policy"].first?.contains("script-src 'self'") == true)
        let list = try #require(worker.text.firstMatch(of: /JSON\.parse\('(\[[^']*\])'\)/)?.1)
        let paths = try [String](decoding: Array(list.utf8))
        #expect(paths.count > 10)
        for path in paths {
            #expect(path.hasPrefix(assets + "/"))
            #expect(try await page.get(path).status == 200, "\(path)")
        }
        _ = server
    }

    @Test("a HEAD response has the GET response's headers and no body")
    func head() async throws {
        let (server, page, assets) = try await page()
        for path in ["/", "\(assets)/app.js"] {
            let whole = try await page.get(path)
            let head = try await page.send(.HEAD, path, [])
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head.headers["content-length"] == ["\(whole.body.count)"])
            #expect(head.headers["etag"] == whole.headers["etag"])
        }
        _ = server
    }

    @Test("the server's own paths stay its own, and the client's take no POST")
    func ownPaths() async throws {
        let (server, page, assets) = try await page()
        #expect(try await page.get("/v1/profile").refusal == .notSignedIn)
        #expect(try await page.get("/v1/nothing").refusal == .notFound)
        #expect(try await page.get("/health").headers["content-type"] == ["application/json"])
        #expect(try await page.get("/metrics").status == 200)
        #expect(try await page.post("/", "{}").status == 404)
        #expect(try await page.post("\(assets)/app.js", "{}").status == 404)
        #expect(try await page.get("/v1/profile").headers["cache-control"] == ["no-store"])
        _ = server
    }

    @Test("without a folder there is no client, and with an invalid one the server does not start")
    func noClient() async throws {
        let server = try await TestServer()
        #expect(try await BrowserPage(of: server.address).get("/").refusal == .notFound)
        await #expect(throws: WebFolderError.self) { try await TestServer { $0.webFolder = "/nowhere/at/all" } }
    }
}

extension [String] {
    /// Reads a JSON array of strings.
    fileprivate init(decoding json: [UInt8]) throws {
        guard case .array(let values) = try JSONValue.decode(json) else { throw JSONShape() }
        self = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}

private struct JSONShape: Error {}
