import Hummingbird
import NexusCore

/// The live socket's path for a request that was not upgraded: returns the reason.
struct LiveRoute: Sendable {
    let gateway: LiveGateway
    let configuration: TransportConfiguration

    func add(to router: Router<NexusRequestContext>) {
        router.get(RouterPath("\(Endpoints.livePath)")) { request, _ -> Response in
            guard configuration.allowsOrigin(of: request.head) else {
                throw Refusal(.wrongOrigin, "Pages of this origin may not open the live socket.")
            }
            _ = try await gateway.session(for: request.head)
            throw Refusal(.invalidRequest, "This path is a WebSocket: ask for an upgrade (RFC 6455).")
        }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.renew) { body, _, context in
            try gateway.renew(body.socket, with: context.requireSession())
            return Nothing()
        }
    }
}
