import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS
import NexusCore

/// Requests of the doctor: short, without redirects, and of answers only what is looked at.
struct DoctorHTTP: Sendable {
    struct Answer: Sendable {
        var status: Int
        /// The server's clock; nil if it does not tell.
        var date: Date?
        var body: [UInt8]
        /// The upgrade that arrived at the server, as it says.
        var upgrade: String?
    }

    /// Authorities that are trusted besides the system's.
    let roots: [NIOSSLCertificate]

    /// - Throws: `NIOSSLError` for a file without certificates.
    init(roots path: String?) throws {
        roots = try path.map { try NIOSSLCertificate.fromPEMFile($0) } ?? []
    }

    private var tls: TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.additionalTrustRoots = [.certificates(roots)]
        return tls
    }

    /// - Throws: the error of the connection.
    func get(_ url: String, headers: [(String, String)] = []) async throws -> Answer {
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(8)
        let client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        let result: Result<Answer, any Error>
        do {
            var request = HTTPClientRequest(url: url)
            for (name, value) in headers { request.headers.add(name: name, value: value) }
            let response = try await client.execute(request, timeout: .seconds(10))
            let body = try await response.body.collect(upTo: 1 << 20)
            result = .success(
                Answer(
                    status: Int(response.status.code),
                    date: response.headers.first(name: "date").flatMap(DoctorHTTP.date),
                    body: Array(buffer: body), upgrade: response.headers.first(name: "nexus-upgrade")))
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        return try result.get()
    }

    /// A time as HTTP has it (RFC 9110 §5.6.7).
    static func date(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: text)
    }

    /// When the certificate of a server ends to be valid.
    ///
    /// - Throws: the error of the connection, or of a certificate that is not trusted.
    func certificateEnd(of host: String, port: Int) async throws -> Date? {
        let context = try NIOSSLContext(configuration: tls)
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let end = eventLoop.makePromise(of: Date?.self)
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        do {
            let channel = try await ClientBootstrap(group: eventLoop)
                .connectTimeout(.seconds(8))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(
                            try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host))
                        try pipeline.addHandler(CertificateReader(end))
                    }
                }
                .connect(host: host, port: port).get()
            let date = try await end.futureResult.get()
            try? await channel.close()
            return date
        } catch {
            end.fail(error)
            throw error
        }
    }
}

/// Reads the server's certificate once the handshake is complete.
private final class CertificateReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let end: EventLoopPromise<Date?>

    init(_ end: EventLoopPromise<Date?>) { self.end = end }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            let certificate = try? context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
                .peerCertificate
            end.succeed(certificate.map { Date(timeIntervalSince1970: TimeInterval($0.notValidAfter)) })
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
