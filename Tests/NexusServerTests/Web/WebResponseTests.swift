import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import NexusServer

@Suite("Serving the web client")
struct WebResponseTests {
    private let script = WebResource(
        Array(String(repeating: "let a = 1; ", count: 100).utf8), brotli: [1, 2, 3], named: "app.js", keeping: .forever)

    private func response(accepting coding: String?, having tag: String? = nil) -> Response {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/app.js")
        request.headerFields[.acceptEncoding] = coding
        request.headerFields[.ifNoneMatch] = tag
        return WebShellMiddleware.response(to: request, script)
    }

    @Test(
        "a browser gets the smallest coding that it accepts",
        arguments: [
            ("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("identity", nil), (nil, nil),
        ])
    func coding(accepted: String?, coding: String?) {
        let response = response(accepting: accepted)
        #expect(response.headers[.contentEncoding] == coding)
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect(response.body.contentLength ?? 0 > 0)
    }

    @Test("each coding has its own tag, and an unchanged one costs no body")
    func tags() throws {
        let tags = ["br", "gzip", nil].compactMap { response(accepting: $0).headers[.eTag] }
        #expect(Set(tags).count == 3)
        let known = response(accepting: "br", having: tags[0])
        #expect(known.status == .notModified)
        #expect(known.body.contentLength == 0)
        #expect(response(accepting: "gzip", having: tags[0]).status == .ok)
    }
}
