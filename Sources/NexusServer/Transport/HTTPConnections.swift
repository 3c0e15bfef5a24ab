import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Serves the requests of HTTP connections by Hummingbird.
struct HTTPConnections: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    let configuration: TransportConfiguration

    /// - Parameter router: answers the requests.
    init(
        router: RouterResponder<NexusRequestContext>, configuration: TransportConfiguration, logger: Logger
    ) {
        self.configuration = configuration
        let date = DateHeader()
        responder = { request, writer, channel in
            var logger = logger
            logger[metadataKey: LogLine.requestKey] = .stringConvertible(RequestID())
            let context = NexusRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            var response: Response
            do {
                response = try await router.respond(to: request, context: context)
            } catch let error as HTTPParserError {
                throw error
            } catch {
                // The router answers with the errors of its routes: this is one of none.
                logger.error("request failed", metadata: ["error": "\(error)"])
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = date.text
            try await writer.write(response: response.head, body: response.body)
        }
    }

    /// Adds the last handlers. Called on the event loop.
    func wrap(_ channel: any Channel, logger: Logger) throws -> Value {
        let operations = channel.pipeline.syncOperations
        try operations.addHandler(HTTP1ToHTTPServerCodec(secure: configuration.isSecure))
        try operations.addHandler(HTTPConnectionStateHandler(idleTimeout: configuration.idleTimeout, logger: logger))
        return try Value(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture { try wrap(channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value, logger: logger) }
}
