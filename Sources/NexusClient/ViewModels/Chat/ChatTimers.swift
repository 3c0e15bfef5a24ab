/// The tasks of a chat that wait for time to pass, or for the server in the background.
struct ChatTimers {
    /// Milliseconds that the message is highlighted that a jump led to.
    static let highlightMilliseconds: Int64 = 2_400

    var highlight: Task<Void, Never>?
    var reading: Task<Void, Never>?
    var pins: Task<Void, Never>?
    /// Gaps and originals of replies that are being fetched because they are visible.
    var missing: Task<Void, Never>?

    /// Cancels all.
    mutating func cancel() {
        for task in [highlight, reading, pins, missing] { task?.cancel() }
        (highlight, reading, pins, missing) = (nil, nil, nil, nil)
    }
}
