import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Posts to the services of Apple and Google, whose addresses the operator's settings name.
struct PushPost: Sendable {
    let client: HTTPClient
    let patience: PushPatience

    /// - Throws: ``PushProblem``.
    func send(_ body: [UInt8], to url: String, _ headers: HTTPHeaders) async throws(PushProblem) -> PushAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = headers
        request.headers.add(name: "user-agent", value: "Nexus")
        request.body = .bytes(ByteBuffer(bytes: body))
        return try await client.push(request, until: .now() + patience.whole)
    }
}
