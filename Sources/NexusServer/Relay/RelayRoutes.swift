import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

/// The relay over HTTP (docs/relay.md).
struct RelayRoutes: Sendable {
    let relay: RelayService
    let trustsProxy: Bool

    func add(to router: Router<NexusRequestContext>) {
        router.post("/v1/servers") { [relay, trustsProxy] request, context in
            _ = try await request.body.collect(upTo: RelayedPush.bodyBytes)
            return Response(
                json: try await relay.register(
                    from: context.clientAddress(of: request, trustingProxy: trustsProxy),
                    bearer: RelayRoutes.bearer(request)))
        }
        router.post("/v1/pushes") { [relay] request, _ in
            try await relay.admit(RelayRoutes.bearer(request))
            let bytes = Array(buffer: try await request.body.collect(upTo: RelayedPush.bodyBytes))
            let (verdict, retryAfter) = try await relay.send(try RelayedPush.decode(bytes))
            var response = Response(json: verdict)
            response.status = HTTPResponse.Status(code: verdict.status)
            if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
            return response
        }
    }

    private static func bearer(_ request: Request) -> String? {
        let parts = request.headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }
}
