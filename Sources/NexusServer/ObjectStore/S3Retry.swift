/// How requests are repeated: exponential backoff with full jitter, so that many clients do not return at the same time.
struct S3Retry: Sendable {
    /// Attempts in all.
    var attempts = 5
    /// Milliseconds of the first delay, at most, and of any.
    var base: Int64 = 200
    var longest: Int64 = 10_000
    /// Waits that many milliseconds; throws when its task is cancelled.
    var sleep: @Sendable (Int64) async throws -> Void = { try await Task.sleep(for: .milliseconds($0)) }
    /// A number of the range.
    var random: @Sendable (ClosedRange<Int64>) -> Int64 = { Int64.random(in: $0) }

    /// One attempt, for probes.
    static let never = S3Retry(attempts: 1)

    /// Repeats `body` after problems that are transient.
    ///
    /// - Throws: what the last attempt threw.
    func run<T>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T) async throws -> T {
        var attempt = 1
        while true {
            do {
                return try await body()
            } catch let problem as S3Problem where problem.isTransient && attempt < attempts {
                try Task.checkCancellation()
                let limit = min(longest, base << Int64(min(attempt - 1, 20)))
                try await sleep(random(0...limit))
                attempt += 1
            }
        }
    }
}
