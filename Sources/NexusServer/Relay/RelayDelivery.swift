import Logging
import NexusCore
import Synchronization

/// Hands relayed pushes to Apple's and Google's services.
final class RelayDelivery: Sendable {
    /// Seconds after which a server tries again while the relay's own keys are refused.
    static let mendingPause = 300

    private let apple: ApplePushTransport?
    private let google: GooglePushTransport?
    private let logger: Logger
    /// Why a service refuses the relay's keys.
    private let problems = Mutex<[RelayedPush.Service: String]>([:])

    init(_ settings: PushSettings, post: PushPost, now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        apple = settings.apple.map { ApplePushTransport($0, post: post, now: now) }
        google = settings.google.map { GooglePushTransport($0, post: post, now: now) }
        self.logger = logger
    }

    var health: [HealthPart] {
        let problems = problems.withLock { $0 }
        let services: [RelayedPush.Service] = (apple == nil ? [] : [.apns]) + (google == nil ? [] : [.fcm])
        return services.map {
            HealthPart($0.rawValue, problems[$0] == nil ? .ok : .degraded, reason: problems[$0])
        }
    }

    /// - Returns: the verdict, and the seconds after which to try again.
    func send(_ push: RelayedPush) async -> (verdict: RelayVerdict, retryAfter: Int?) {
        let outcome = await hand(push)
        note(outcome, of: push.service, token: push.token)
        switch outcome {
        case .sent: return (RelayVerdict(outcome: .accepted), nil)
        case .gone: return (RelayVerdict(outcome: .gone), nil)
        case .retry(let after, let failure): return (RelayVerdict(outcome: .retry, reason: failure.reason), after)
        // The relay's operator has to mend it; it is not the notification's end.
        case .refused(let failure) where failure.reason == "credentials":
            return (RelayVerdict(outcome: .retry, reason: "service"), RelayDelivery.mendingPause)
        case .refused(let failure): return (RelayVerdict(outcome: .refused, reason: failure.reason), nil)
        }
    }

    private func hand(_ push: RelayedPush) async -> PushOutcome {
        switch push.service {
        case .apns:
            guard let apple else { return RelayDelivery.notOffered }
            return await apple.send(
                .init(
                    payload: RelayPayload.apple(push), isBackground: push.urgency == .normal,
                    collapseKey: push.collapseKey, life: push.life), to: push.token,
                isSandbox: push.environment == .sandbox)
        case .fcm:
            guard let google else { return RelayDelivery.notOffered }
            return await google.send(RelayPayload.google(push))
        }
    }

    private static let notOffered = PushOutcome.refused(
        PushFailure(reason: "service", text: "This relay has no keys of that service."))

    private func note(_ outcome: PushOutcome, of service: RelayedPush.Service, token: String) {
        switch outcome {
        case .sent: problems.withLock { $0[service] = nil }
        case .refused(let failure) where failure.reason == "credentials":
            let problem = "The service \(service.rawValue) refuses the relay's keys: \(failure.text)".replacing(
                token, with: "…")
            guard problems.withLock({ $0.updateValue(problem, forKey: service) }) == nil else { return }
            logger.error("\(problem)")
        case .refused, .retry, .gone: break
        }
    }
}
