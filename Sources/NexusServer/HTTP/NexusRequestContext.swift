import Hummingbird
import Logging
import NIOCore

/// The context of a request in the router.
public struct NexusRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let remoteAddress: SocketAddress?
    /// The caller; set by `SessionMiddleware`.
    var session: SessionContext?

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
