#if !os(macOS)
    import UIKit

    /// Time of the system for work that the app finishes in the background.
    @MainActor
    enum BackgroundTime {
        /// The work should end by itself within 25 s; the system then suspends the app.
        static func run(_ work: @MainActor () async -> Void) async {
            let application = UIApplication.shared
            let span = BackgroundSpan()
            span.identifier = application.beginBackgroundTask(withName: "suspend") { span.end(in: application) }
            await work()
            span.end(in: application)
        }
    }

    /// Ends the time once, by whatever comes first.
    @MainActor
    private final class BackgroundSpan {
        var identifier = UIBackgroundTaskIdentifier.invalid

        func end(in application: UIApplication) {
            guard identifier != .invalid else { return }
            let ended = identifier
            identifier = .invalid
            application.endBackgroundTask(ended)
        }
    }
#endif
