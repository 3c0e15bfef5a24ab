import Foundation

/// The size beyond which the system lets no file of this process grow (`ulimit -f`).
public enum FileSizeLimit {
    /// Makes a write beyond the limit fail instead of ending the process (setrlimit(2)).
    /// - Returns: the limit in bytes; nil if there is none.
    public static func heeded() -> Int64? {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
            let resource = RLIMIT_FSIZE
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int64.max) else { return nil }
        return Int64(limit.rlim_cur)
    }
}
