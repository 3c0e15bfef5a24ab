import Foundation
import NIOCore
import Testing

@testable import NexusServer

@Suite("The web client in memory")
struct WebShellTests {
    private let files = [
        WebFile(path: "app.js", bytes: Array("import './shell/client.js'".utf8)),
        WebFile(path: "core/nexus.wasm", bytes: [0, 0x61, 0x73, 0x6D]),
        WebFile(path: "favicon.svg", bytes: Array("<svg/>".utf8)),
        WebFile(
            path: "index.html",
            bytes: Array(#"<script src="{{assets}}/app.js"></script><link href="{{assets}}/styles/base.css">"#.utf8)),
        WebFile(path: "manifest.webmanifest", bytes: Array(#"{"icon":"{{assets}}/icon.png"}"#.utf8)),
        WebFile(path: "styles/base.css", bytes: Array("body { margin: 0 }".utf8)),
        WebFile(path: "sw.js", bytes: Array("const a = '{{assets}}', f = JSON.parse('{{files}}')".utf8)),
    ]

    private func text(_ resource: WebResource?) -> String? {
        resource.map { String(buffer: $0.plain.bytes) }
    }

    @Test("every file has an immutable path under the version")
    func assets() throws {
        let shell = try WebShell(files)
        let style = try #require(shell.resource(at: "/assets/\(shell.version)/styles/base.css"))
        #expect(text(style) == "body { margin: 0 }")
        #expect(style.contentType == "text/css; charset=utf-8")
        #expect(style.keeping == .forever)
        #expect(shell.resource(at: "/assets/\(shell.version)/core/nexus.wasm")?.contentType == "application/wasm")
        #expect(shell.resource(at: "/assets/\(shell.version)/index.html") == nil, "the page has no other place")
        #expect(shell.hasCore)
    }

    @Test(
        "the page is at every path of the app", arguments: ["/", "/c/1", "/c/1/m/2", "/settings", "/sign-in", "/c/1/"])
    func pages(_ path: String) throws {
        let shell = try WebShell(files)
        let page = try #require(shell.resource(at: path))
        let assets = "/assets/\(shell.version)"
        #expect(
            text(page) == #"<script src="\#(assets)/app.js"></script><link href="\#(assets)/styles/base.css">"#)
        #expect(page.contentType == "text/html; charset=utf-8")
        #expect(page.keeping == .asking)
    }

    @Test(
        "the server's own paths, other versions, and climbing paths are not the client's",
        arguments: [
            "/v1/profile", "/v1", "/v2/anything", "/health", "/metrics", "/assets", "/assets/", "/assets/0/app.js",
            "/robots.txt", "/favicon.ico", "/index.html", "/assets/../app.js", "/../../etc/passwd.txt",
            "/assets/%2e%2e/%2e%2e/etc/passwd",
        ])
    func elsewhere(_ path: String) throws {
        #expect(try WebShell(files).resource(at: path) == nil)
    }

    @Test("the worker knows the version and all of its files")
    func worker() throws {
        let shell = try WebShell(files)
        let assets = "/assets/\(shell.version)"
        let paths = ["app.js", "core/nexus.wasm", "styles/base.css"].map { "\"\(assets)/\($0)\"" }
        let worker = try #require(shell.resource(at: "/sw.js"))
        #expect(text(worker) == "const a = '\(assets)', f = JSON.parse('[\(paths.joined(separator: ","))]')")
        #expect(worker.contentType == "text/javascript; charset=utf-8")
        #expect(worker.keeping == .asking)
    }

    @Test("the manifest and the icon are at the root")
    func fixed() throws {
        let shell = try WebShell(files)
        #expect(text(shell.resource(at: "/manifest.webmanifest")) == #"{"icon":"/assets/\#(shell.version)/icon.png"}"#)
        #expect(shell.resource(at: "/manifest.webmanifest")?.contentType == "application/manifest+json")
        #expect(shell.resource(at: "/favicon.svg")?.contentType == "image/svg+xml")
    }

    @Test("the version depends on the content and the names alone")
    func version() throws {
        let version = try WebShell(files).version
        #expect(try WebShell(files).version == version)
        var changed = files
        changed[0].bytes.append(32)
        #expect(try WebShell(changed).version != version)
        var renamed = files
        renamed[0].path = "app2.js"
        #expect(try WebShell(renamed).version != version)
        var moved = files
        moved[0].bytes = files[5].bytes
        moved[5].bytes = files[0].bytes
        #expect(try WebShell(moved).version != version)
    }

    @Test("a folder without a page is refused")
    func noPage() {
        let error = #expect(throws: WebFolderError.self) { try WebShell([files[0]]) }
        #expect(error?.code == .noPage)
    }

    @Test("the client in this repository can be served")
    func repository() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let shell = try WebShell(folder: root.appending(path: "Web").path)
        let page = try #require(text(shell.resource(at: "/")))
        #expect(!page.contains("{{"))
        for match in page.matches(of: /(?:src|href)="([^"]+)"/) {
            #expect(shell.resource(at: String(match.1)) != nil, "\(match.1) is named by the page and not there")
        }
        let worker = try #require(text(shell.resource(at: "/sw.js")))
        #expect(!worker.contains("{{"))
    }
}
