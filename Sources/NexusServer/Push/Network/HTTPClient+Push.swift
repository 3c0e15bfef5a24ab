import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension HTTPClient {
    /// Sends one request to a push service. Only the head of the answer must come: a body that is too long or does not end is dropped
    /// with its connection.
    ///
    /// - Throws: ``PushProblem``.
    func push(_ request: HTTPClientRequest, until deadline: NIODeadline) async throws(PushProblem) -> PushAnswer {
        do {
            let response = try await execute(request, deadline: deadline)
            var answer = PushAnswer(status: Int(response.status.code), headers: response.headers)
            if let body = try? await response.body.collect(upTo: PushAnswer.limit) {
                answer.body = Array(body.readableBytesView)
            }
            return answer
        } catch let error as HTTPClientError {
            switch error {
            case .connectTimeout: throw PushProblem(.unreachable, "It did not accept a connection in time.")
            case .tlsHandshakeTimeout: throw PushProblem(.unreachable, "It did not complete a TLS handshake in time.")
            case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout:
                throw PushProblem(.broken, "It did not answer in time.")
            default: throw PushProblem(.broken, "The connection failed: \(error.shortDescription).")
            }
        } catch is IOError {
            throw PushProblem(.unreachable, "It cannot be reached, or closed the connection.")
        } catch is NIOConnectionError {
            throw PushProblem(.unreachable, "It cannot be reached.")
        } catch is CancellationError {
            throw PushProblem(.broken, "This server is stopping.")
        } catch {
            let isTLS = error is NIOSSLError || error is NIOSSLExtraError
            throw PushProblem(.broken, isTLS ? "Its TLS certificate is not valid." : "It broke the connection.")
        }
    }
}

extension HTTPClient.Configuration {
    /// For push services: no redirects, and trusted authorities besides those of the system.
    static func push(roots: [NIOSSLCertificate], patience: PushPatience) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if !roots.isEmpty { tls.additionalTrustRoots = [.certificates(roots)] }
        configuration.tlsConfiguration = tls
        configuration.timeout.connect = patience.connect
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}
