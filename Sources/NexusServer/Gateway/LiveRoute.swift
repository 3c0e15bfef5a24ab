import HTTPTypes
import Hummingbird
import NexusCore

/// The live socket's path for a request that was not upgraded: returns the reason.
struct LiveRoute: Sendable {
    let gateway: LiveGateway
    let configuration: TransportConfiguration

    func add(to router: Router<NexusRequestContext>) {
        router.get(RouterPath("\(Endpoints.livePath)")) { request, context -> Response in
            do {
                guard configuration.allowsOrigin(of: request.head) else {
                    throw Refusal(.wrongOrigin, "Pages of this origin may not open the live socket.")
                }
                _ = try await gateway.session(for: request.head)
                throw Refusal(.invalidRequest, "This path is a WebSocket: ask for an upgrade (RFC 6455).")
            } catch {
                var response = ErrorResponseMiddleware.response(to: error, logger: context.logger)
                // A proxy that drops the upgrade is otherwise not told from a missing session (`nexus doctor`).
                if request.headers[.upgrade]?.lowercased() == "websocket" {
                    response.headers[.nexusUpgrade] = "websocket"
                }
                return response
            }
        }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.renew) { body, _, context in
            try gateway.renew(body.socket, with: context.requireSession())
            return Nothing()
        }
    }
}

extension HTTPField.Name {
    /// In a refusal of the live socket: the upgrade that the request asked for when it arrived.
    static let nexusUpgrade = HTTPField.Name("Nexus-Upgrade") ?? .upgrade
}
