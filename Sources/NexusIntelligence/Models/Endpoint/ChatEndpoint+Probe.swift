import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

extension ChatEndpoint {
    /// What an endpoint says of its models.
    public enum Probe: Equatable, Sendable {
        /// It lists the configured model.
        case listed
        /// It lists others.
        case unlisted
        /// It answers, and has no list.
        case noList
        /// It refused the key, with this status.
        case refused(Int)
        case unreachable
    }

    private struct List: Decodable {
        struct Model: Decodable { var id: String }
        var data: [Model]
    }

    /// Asks the endpoint for its list of models (`GET …/models`); costs no tokens.
    public func probe() async -> Probe {
        let suffix = "/chat/completions"
        let base = settings.url.hasSuffix(suffix) ? String(settings.url.dropLast(suffix.count)) : settings.url
        var request = HTTPClientRequest(url: base + "/models")
        request.headers.add(name: "accept", value: "application/json")
        if let key = settings.key { request.headers.add(name: "authorization", value: "Bearer \(key.text)") }
        do {
            let response = try await Self.client.execute(request, timeout: .seconds(10))
            let status = Int(response.status.code)
            guard status != 401, status != 403 else { return .refused(status) }
            let body = try await response.body.collect(upTo: Self.replyLimit)
            guard status == 200, let list = try? JSONDecoder().decode(List.self, from: Data(body.readableBytesView))
            else { return .noList }
            // Ollama lists "name:latest".
            let isListed = list.data.contains { $0.id == name || $0.id == name + ":latest" }
            return isListed ? .listed : .unlisted
        } catch {
            return .unreachable
        }
    }
}
