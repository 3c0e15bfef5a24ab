import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Asks a provider: addresses of its configuration only, bounded answers, no redirects.
struct ProviderHTTP: Sendable {
    /// Bytes of an answer, at most.
    static let answerLimit = 512 << 10

    /// The whole time of a request.
    var patience = TimeAmount.seconds(10)

    struct Answer: Sendable {
        var status: Int
        var body: Data
    }

    /// One for the process, never shut down. Follows no redirects.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(10)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    /// - Throws: ``ProviderProblem``.
    func get(_ address: String, bearer: String? = nil) async throws -> Answer {
        var request = HTTPClientRequest(url: address)
        if let bearer { request.headers.add(name: "authorization", value: "Bearer \(bearer)") }
        return try await send(request, to: address)
    }

    /// - Throws: ``ProviderProblem``.
    func post(_ address: String, form: [(String, String)], authorization: String?) async throws -> Answer {
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        if let authorization { request.headers.add(name: "authorization", value: authorization) }
        request.body = .bytes(ByteBuffer(string: ProviderAddress.form(form)))
        return try await send(request, to: address)
    }

    private func send(_ request: HTTPClientRequest, to address: String) async throws -> Answer {
        guard ProviderAddress.isAllowed(address) else { throw ProviderProblem.address }
        var request = request
        request.headers.add(name: "accept", value: "application/json")
        do {
            let response = try await ProviderHTTP.client.execute(request, timeout: patience)
            let body = try await response.body.collect(upTo: ProviderHTTP.answerLimit)
            return Answer(status: Int(response.status.code), body: Data(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw ProviderProblem.tooLarge
        } catch let error as HTTPClientError where error == .connectTimeout || error == .deadlineExceeded {
            throw ProviderProblem.timedOut
        } catch {
            try Task.checkCancellation()
            throw ProviderProblem.unreachable
        }
    }
}

/// Why a provider cannot be used now.
enum ProviderProblem: Error, Equatable {
    /// It names an address that is neither `https` nor on this machine.
    case address
    case unreachable
    case timedOut
    case tooLarge
    case status(Int)
    /// It answers something else than its standard says; the text says what.
    case answer(String)

    /// A sentence for administrators.
    var text: String {
        switch self {
        case .address: "It names an address that is not https."
        case .unreachable: "It cannot be reached. Check its address, its certificate and this server's network."
        case .timedOut: "It did not answer within 10 seconds."
        case .tooLarge: "Its answer is larger than 512 KiB."
        case .status(let status): "It answered with status \(status). Check NEXUS_OIDC_…_ISSUER."
        case .answer(let text): text
        }
    }
}
