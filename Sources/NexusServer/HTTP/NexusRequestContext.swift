import Hummingbird
import Logging
import NIOCore

/// The context of a request in the router.
public struct NexusRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let remoteAddress: SocketAddress?
    let channel: any Channel
    /// The caller; set by `SessionMiddleware`.
    var session: SessionContext?

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress
    }
}
