import AsyncHTTPClient
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
    /// For a name's addresses, and for a connection to one of them.
    var connect = TimeAmount.seconds(10)

    /// Bytes of an answer, at most.
    var limit: Int
    /// The whole time, redirects included.
    var patience = TimeAmount.seconds(20)
    /// Tests add `http`.
    var schemes: Set<String> = ["https"]
    var isAllowed: @Sendable (SocketAddress) -> Bool = PublicNetwork.contains
    /// Resolves the names of hosts.
    var resolver = HostResolver.system

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
        guard text.utf8.count <= PublicFetch.addressBytes, let url = try? PublicURL(text), url.isReadAlike,
            schemes.contains(url.isSecure ? "https" : "http")
        else { throw Problem.address }
        let target = try await target(of: url, before: deadline)
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = connect
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        // Not the name: it could lead elsewhere when it is resolved again.
        if url.literal == nil { configuration.dnsOverride = [url.host: target] }
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

    /// The address of a host that may be connected to.
    private func target(of url: PublicURL, before deadline: NIODeadline) async throws -> String {
        var found = [url.literal].compactMap(\.self)
        if found.isEmpty {
            let lookup = HostLookup(
                resolver, threads: .singleton, eventLoop: HTTPClient.defaultEventLoopGroup.next(),
                patience: min(connect, deadline - .now()))
            do {
                found = try await lookup.addresses(of: url.host)
            } catch {
                throw Problem.unreachable
            }
        }
        for address in found {
            guard let numeric = address.ipAddress else { continue }
            if isAllowed(try SocketAddress(ipAddress: numeric, port: url.port)) { return numeric }
        }
        throw Problem.notPublic
    }

    private func take(_ url: PublicURL, _ client: HTTPClient, _ deadline: NIODeadline) async throws -> Hop {
        let response = try await client.execute(HTTPClientRequest(url: url.text), deadline: deadline)
        let status = Int(response.status.code)
        if [301, 302, 303, 307, 308].contains(status), let place = response.headers.first(name: "location") {
            return .redirect(url.following(place))
        }
        guard status == 200 else { throw Problem.status(status) }
        let body = try await response.body.collect(upTo: limit)
        let type = response.headers.first(name: "content-type")?.split(separator: ";").first.map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        }
        return .answer(Answer(type: type ?? "", body: Array(body.readableBytesView)))
    }
}
