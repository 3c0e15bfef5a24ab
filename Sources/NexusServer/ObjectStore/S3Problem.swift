/// Why a store did not do what it was asked for, in words for the operator: without keys, signatures and names of objects.
public struct S3Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a problem.
    public enum Code: String, Sendable {
        /// No connection, or one that broke.
        case unreachable
        /// It has not answered in time.
        case timedOut
        /// It is overloaded or has an error of its own, also after several attempts.
        case busy
        /// The keys are unknown, wrong, expired, or may not do this.
        case credentials
        /// The clocks of the store and of this machine differ.
        case clock
        /// There is no such bucket.
        case bucket
        /// There is no such object.
        case missing
        /// The object ends before the range that was asked for.
        case range
        /// The object is there already, or is another one than expected.
        case precondition
        /// What arrived is not what was sent.
        case damaged
        /// The store has no space left.
        case full
        /// An answer that S3 does not give.
        case answer
    }

    public let code: Code
    public let text: String

    init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    public var description: String { "\(code.rawValue): \(text)" }

    /// Whether the same request may succeed a moment later.
    var isTransient: Bool { [.unreachable, .timedOut, .busy, .damaged].contains(code) }

    /// The problem that an answer reports.
    ///
    /// - Parameter name: the code in its body; nil without one.
    init(status: Int, name: String?) {
        let shown = name.map { " (\($0.filter(\.isLetter).prefix(64)))" } ?? " (\(status))"
        switch (status, name) {
        case (_, "NoSuchBucket"):
            self.init(.bucket, "The store has no such bucket. Create it, or correct the address.")
        case (_, "RequestTimeTooSkewed"), (_, "RequestExpired"):
            self.init(.clock, "The store's clock and this machine's differ by minutes. Set the clock (NTP).")
        case (_, "InvalidAccessKeyId"), (_, "SignatureDoesNotMatch"), (_, "ExpiredToken"), (_, "InvalidToken"),
            (_, "AuthorizationHeaderMalformed"), (401, _), (403, _):
            self.init(
                .credentials,
                "The store refuses the access key or what it may do\(shown). Check key, region and permissions.")
        case (301, _), (307, _), (308, _):
            self.init(.bucket, "The bucket is in another region or at another address\(shown).")
        case (416, _): self.init(.range, "The object in the store is shorter than expected.")
        case (404, _): self.init(.missing, "The store has no such object.")
        case (409, "ConditionalRequestConflict"), (412, _):
            self.init(.precondition, "The object in the store is another one than expected.")
        case (_, "BadDigest"), (_, "XAmzContentSHA256Mismatch"), (_, "InvalidDigest"), (_, "IncompleteBody"):
            self.init(.damaged, "The store received other bytes than were sent.")
        case (507, _), (_, "QuotaExceeded"), (_, "InsufficientStorage"):
            self.init(.full, "The store has no space left\(shown).")
        case (429, _), (500...504, _), (_, "SlowDown"), (_, "RequestTimeout"), (_, "InternalError"):
            self.init(.busy, "The store is overloaded or has an error\(shown).")
        default: self.init(.answer, "The store answered with an error\(shown).")
        }
    }
}
