import ArgumentParser

/// A time in seconds typed by a user: zero or more, with or without a fraction; a day at most.
struct SecondsArgument: ExpressibleByArgument {
    let milliseconds: Int64

    init(seconds: Double) { milliseconds = Int64(min(seconds, 86_400) * 1_000) }

    init?(argument: String) {
        guard let seconds = Double(argument), seconds >= 0 else { return nil }
        self.init(seconds: seconds)
    }

    var defaultValueDescription: String { "\(milliseconds / 1_000)" }
}
