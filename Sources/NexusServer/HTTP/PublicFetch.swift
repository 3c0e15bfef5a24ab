import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Fetches what an address of another party names, from public servers over `https` alone: such an address must not reach this machine or its
/// network. The host is resolved once, and the connection goes to the address that was checked.
struct PublicFetch: Sendable {
    enum Problem: Error, Equatable {
        /// Not an `https` address without a name and password.
        case address
        /// The host's address is not public.
        case notPublic
        case unreachable
        case status(Int)
        case tooLarge
    }

    struct Answer: Sendable {
        /// The content type without parameters; empty without one.
        var type: String
        var body: [UInt8]
    }

    /// Redirects that are followed.
    static let redirects = 1
    private static let addressBytes = 2_000

    /// Bytes of an answer, at most.
    var limit: Int
    /// The whole time, redirects included.
    var patience = TimeAmount.seconds(20)
    /// Tests add `http`.
    var schemes: Set<String> = ["https"]
    var isAllowed: @Sendable (SocketAddress) -> Bool = PublicNetwork.contains
    /// The address of a host.
    var resolve: @Sendable (String, Int) async throws -> SocketAddress = { host, port in
        try await NIOThreadPool.singleton.runIfActive {
            try SocketAddress.makeAddressResolvingHost(host, port: port)
        }
    }

    init(limit: Int) { self.limit = limit }

    /// - Throws: ``Problem``; `CancellationError`.
    func get(_ address: String) async throws -> Answer {
        let deadline = NIODeadline.now() + patience
        var address = address
        for _ in 0...PublicFetch.redirects {
            switch try await hop(address, before: deadline) {
            case .answer(let answer): return answer
            case .redirect(let next): address = next
            }
        }
        throw Problem.status(302)
    }

    private enum Hop {
        case answer(Answer)
        case redirect(String)
    }

    private func hop(_ text: String, before deadline: NIODeadline) async throws -> Hop {
        guard text.utf8.count <= PublicFetch.addressBytes, let url = URL(string: text), let host = url.host(),
            !host.isEmpty, url.user() == nil, url.password() == nil, schemes.contains(url.scheme ?? "")
        else { throw Problem.address }
        let target: SocketAddress
        do {
            target = try await resolve(host, url.port ?? 443)
        } catch {
            throw Problem.unreachable
        }
        guard isAllowed(target), let numeric = target.ipAddress else {
            throw Problem.notPublic
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(10)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        // Not the name: it could lead elsewhere when it is resolved again.
        configuration.dnsOverride = [host: numeric]
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        let result: Result<Hop, any Error>
        do {
            result = .success(try await take(url, client, deadline))
        } catch {
            result = .failure(error)
        }
        try? await client.shutdown()
        try Task.checkCancellation()
        switch result {
        case .success(let hop): return hop
        case .failure(let problem as Problem): throw problem
        case .failure(is NIOTooManyBytesError): throw Problem.tooLarge
        case .failure: throw Problem.unreachable
        }
    }

    private func take(_ url: URL, _ client: HTTPClient, _ deadline: NIODeadline) async throws -> Hop {
        let response = try await client.execute(HTTPClientRequest(url: url.absoluteString), deadline: deadline)
        let status = Int(response.status.code)
        if [301, 302, 303, 307, 308].contains(status), let place = response.headers.first(name: "location"),
            let next = URL(string: place, relativeTo: url)?.absoluteString
        {
            return .redirect(next)
        }
        guard status == 200 else { throw Problem.status(status) }
        let body = try await response.body.collect(upTo: limit)
        let type = response.headers.first(name: "content-type")?.split(separator: ";").first.map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        return .answer(Answer(type: type ?? "", body: Array(body.readableBytesView)))
    }
}
