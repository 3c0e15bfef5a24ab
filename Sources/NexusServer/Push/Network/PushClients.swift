import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import NexusCore

/// The HTTP clients of endpoints that users name: one per origin, bound to an address that was checked.
///
/// Names are resolved here and never by a client, so no other answer of the DNS can follow the check. TLS still checks the host's name.
actor PushClients {
    /// Maximum clients that wait for further requests.
    static let limit = 64
    /// Milliseconds after which a name is resolved again.
    static let life: Int64 = 5 * 60 * 1_000
    /// Addresses of a name that are tried for one request.
    static let attempts = 3

    private final class Entry {
        let client: HTTPClient
        /// The host's addresses that are left to try, this client's first; nil for a host that is an address.
        let addresses: [SocketAddress]?
        var until: Timestamp
        var lastUse: Timestamp
        var users = 0
        var isRetired = false

        init(_ client: HTTPClient, _ addresses: [SocketAddress]?, at now: Timestamp) {
            self.client = client
            self.addresses = addresses
            until = now.advanced(by: PushClients.life)
            lastUse = now
        }
    }

    private let local: Set<String>
    private let configuration: HTTPClient.Configuration
    private let group: any EventLoopGroup
    private let lookup: HostLookup
    /// Where names are resolved: a name that takes long holds up no other work.
    private let threads = NIOThreadPool(numberOfThreads: 4)
    private let patience: PushPatience
    private let now: @Sendable () -> Timestamp
    private var entries: [String: Entry] = [:]
    /// Those that end with their last request.
    private var retired: [Entry] = []
    private var isClosed = false

    /// - Parameter local: authorities that may be anywhere, and plain.
    init(
        local: Set<String>, roots: [NIOSSLCertificate], patience: PushPatience, resolver: HostResolver,
        group: any EventLoopGroup, now: @escaping @Sendable () -> Timestamp
    ) {
        self.local = local
        configuration = .push(roots: roots, patience: patience)
        self.patience = patience
        threads.start()
        lookup = HostLookup(resolver, threads: threads, eventLoop: group.next(), patience: patience.connect)
        self.group = group
        self.now = now
    }

    /// Sends one request to an endpoint.
    ///
    /// - Throws: ``PushProblem``.
    func send(_ request: HTTPClientRequest, to url: PublicURL) async throws(PushProblem) -> PushAnswer {
        let deadline = NIODeadline.now() + patience.whole
        var entry = try await self.entry(for: url)
        var attempt = 1
        while true {
            do {
                return try await send(request, by: entry, until: deadline)
            } catch {
                guard error.kind == .unreachable, let next = replacement(of: entry, for: url),
                    attempt < PushClients.attempts
                else { throw error }
                entry = next
                attempt += 1
            }
        }
    }

    private func send(
        _ request: HTTPClientRequest, by entry: Entry, until deadline: NIODeadline
    ) async throws(PushProblem) -> PushAnswer {
        entry.users += 1
        entry.lastUse = now()
        defer {
            entry.users -= 1
            if entry.isRetired { endUnused() }
        }
        return try await entry.client.push(request, until: deadline)
    }

    /// Ends every client; requests that are under way fail.
    func shutdown() async {
        guard !isClosed else { return }
        isClosed = true
        let clients = (Array(entries.values) + retired).map(\.client)
        (entries, retired) = ([:], [])
        for client in clients { try? await client.shutdown().get() }
        try? await threads.shutdownGracefully()
    }

    // MARK: Clients

    private func entry(for url: PublicURL) async throws(PushProblem) -> Entry {
        let key = url.origin
        if let entry = entries[key], entry.until > now() { return entry }
        let addresses: [SocketAddress]?
        do {
            addresses = try await self.addresses(of: url)
        } catch {
            // Without the DNS, the address that was checked before still is the host's.
            guard error.kind == .broken, let entry = entries[key], !isClosed else { throw error }
            entry.until = now().advanced(by: PushClients.life)
            return entry
        }
        guard !isClosed else { throw PushProblem(.broken, "This server is stopping.") }
        if let entry = entries[key] {
            if entry.until > now() { return entry }
            if entry.addresses?.first.map({ addresses?.contains($0) == true }) ?? true {
                entry.until = now().advanced(by: PushClients.life)
                return entry
            }
            retire(key)
        }
        if entries.count >= PushClients.limit,
            let idle = entries.filter({ $0.value.users == 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            retire(idle.key)
        }
        return add(addresses, for: url)
    }

    private func add(_ addresses: [SocketAddress]?, for url: PublicURL) -> Entry {
        var configuration = configuration
        if let address = addresses?.first?.ipAddress { configuration.dnsOverride = [url.host: address] }
        let entry = Entry(HTTPClient(eventLoopGroup: group, configuration: configuration), addresses, at: now())
        entries[url.origin] = entry
        return entry
    }

    /// A client of another address of a host whose first one cannot be reached; nil if there is no other.
    private func replacement(of entry: Entry, for url: PublicURL) -> Entry? {
        guard !isClosed else { return nil }
        // Another request may have replaced it.
        guard entries[url.origin] === entry else { return entries[url.origin] }
        guard let addresses = entry.addresses else { return nil }
        retire(url.origin)
        return addresses.count > 1 ? add(Array(addresses.dropFirst()), for: url) : nil
    }

    private func retire(_ key: String) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        entry.isRetired = true
        retired.append(entry)
        endUnused()
    }

    private func endUnused() {
        for entry in retired where entry.users == 0 { entry.client.shutdown { _ in } }
        retired.removeAll { $0.users == 0 }
    }

    // MARK: The check of addresses

    /// The addresses that may be connected to, the best first; nil for a host that is an address itself.
    private func addresses(of url: PublicURL) async throws(PushProblem) -> [SocketAddress]? {
        let isLocal = local.contains(url.authority)
        guard url.isSecure || isLocal else { throw PushProblem(.refused, "Its address is not https.") }
        guard url.isReadAlike else { throw PushProblem(.refused, "Its address is not a valid URL.") }
        if let literal = url.literal {
            guard isLocal || PublicNetwork.contains(literal) else { throw PushClients.notPublic }
            return nil
        }
        let addresses: [SocketAddress]
        do {
            addresses = try await lookup.addresses(of: url.host)
        } catch {
            throw PushProblem(
                .broken, error == .timedOut ? "Its name was not resolved in time." : "Its name was not found.")
        }
        let allowed = isLocal ? addresses : addresses.filter(PublicNetwork.contains)
        guard !allowed.isEmpty else { throw PushClients.notPublic }
        return allowed
    }

    private static let notPublic = PushProblem(
        .refused, "Its address is not on the public internet. NEXUS_PUSH_LOCAL allows named ones.")
}
