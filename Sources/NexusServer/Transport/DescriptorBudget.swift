#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file descriptors that the system lets this process have, and how they are shared between connections and everything else.
public struct DescriptorBudget: Equatable, Sendable {
    /// Descriptors in all (`ulimit -n`).
    public let limit: Int
    /// Descriptors reserved from connections: for the database, uploads and downloads, event loops, a language model
    /// and the log.
    public let reserved: Int

    /// Connections below which a server is of no use.
    public static let leastConnections = 16

    /// - Parameter eventLoops: threads that serve connections; each has descriptors of its own.
    public init(limit: Int, eventLoops: Int) {
        self.limit = limit
        let least = 64 + 8 * eventLoops
        reserved = max(least, min(limit / 8, 1_024))
    }

    /// Connections that may be open at once.
    public var connections: Int { max(0, limit - reserved) }

    /// Raises this process's limit as far as possible without privileges, and returns the new limit.
    public static func raised(eventLoops: Int) -> DescriptorBudget {
        var limits = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limits) == 0 else { return DescriptorBudget(limit: 1_024, eventLoops: eventLoops) }
        var wanted = limits
        wanted.rlim_cur = limits.rlim_max
        #if canImport(Darwin)
            // Darwin refuses more than this, regardless of the hard limit.
            wanted.rlim_cur = min(wanted.rlim_cur, rlim_t(OPEN_MAX))
        #endif
        if setrlimit(resource, &wanted) == 0 { limits = wanted }
        return DescriptorBudget(limit: Int(clamping: limits.rlim_cur), eventLoops: eventLoops)
    }
}
