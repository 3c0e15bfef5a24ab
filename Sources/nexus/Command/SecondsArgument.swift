import ArgumentParser

/// A length of time in seconds, as a person types it: zero or more, with or without a fraction; a day at most.
struct SecondsArgument: ExpressibleByArgument {
    let milliseconds: Int64

    init(seconds: Double) { milliseconds = Int64(min(seconds, 86_400) * 1_000) }

    init?(argument: String) {
        guard let seconds = Double(argument), seconds >= 0 else { return nil }
        self.init(seconds: seconds)
    }

    var defaultValueDescription: String { "\(milliseconds / 1_000)" }
}
