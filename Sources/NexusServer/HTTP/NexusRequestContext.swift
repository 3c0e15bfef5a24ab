import Hummingbird
import Logging
import NIOCore

/// What a request carries through the router.
public struct NexusRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let remoteAddress: SocketAddress?
    /// Who asks; set by `SessionMiddleware`.
    var session: SessionContext?

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
