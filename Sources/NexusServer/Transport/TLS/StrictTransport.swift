import HTTPTypes
import Hummingbird

extension TransportConfiguration {
    /// Whether this server terminates TLS itself.
    var isSecure: Bool { tls != nil }

    /// The value of `Strict-Transport-Security` (RFC 6797) in answers to requests for a host; nil without TLS of the server's own, and for
    /// `localhost`, where it would reach every other program of that machine.
    func strictTransport(for host: String?) -> String? {
        guard isSecure else { return nil }
        let name = (host ?? "").prefix { $0 != ":" }.lowercased()
        return name == "localhost" || name.hasSuffix(".localhost") ? nil : "max-age=31536000"
    }
}

/// Tells browsers to use TLS alone for this host from now on.
struct StrictTransportMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    let configuration: TransportConfiguration

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.strictTransportSecurity] = configuration.strictTransport(for: request.head.authority)
        return response
    }
}
