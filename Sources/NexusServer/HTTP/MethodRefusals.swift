import HTTPTypes
import Hummingbird
import NexusCore

/// Thrown for a path that exists and takes other methods (RFC 9110 §15.5.6).
struct MethodNotAllowed: Error {
    var allowed: [HTTPRequest.Method]
}

extension Router<NexusRequestContext> {
    /// Answers the other methods of every path with a route; the router itself would answer not found.
    func refuseOtherMethods() {
        let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
        for (path, routes) in Dictionary(grouping: routes, by: \.path.description) {
            // HEAD is answered wherever GET is (RFC 9110 §9.3.2).
            let given = routes.map(\.method)
            let taken = Set(given.contains(.get) ? given + [.head] : given)
            let refusal = MethodNotAllowed(allowed: methods.filter(taken.contains))
            for method in methods where !taken.contains(method) {
                on(RouterPath(path), method: method) { _, _ -> Response in throw refusal }
            }
        }
    }
}
