import Foundation
import NIOHTTP1
import NexusCore

/// Firebase Cloud Messaging, by its HTTP v1 interface.
struct GooglePushTransport: PushTransport {
    /// Seconds to wait where Google names none for a used-up quota.
    static let quotaPause = 60

    private let settings: GooglePushSettings
    private let tokens: GooglePushTokens
    private let post: PushPost
    private let now: @Sendable () -> Timestamp

    init(_ settings: GooglePushSettings, post: PushPost, now: @escaping @Sendable () -> Timestamp) {
        self.settings = settings
        tokens = GooglePushTokens(settings, post: post, now: now)
        self.post = post
        self.now = now
    }

    func send(_ push: OutgoingPush, to endpoint: PushEndpoint) async -> PushOutcome {
        guard let payload = GooglePushPayload.bytes(push, to: endpoint.address) else {
            return .refused(PushFailure(reason: "size", text: "The notification does not fit into 4,096 bytes."))
        }
        return await send(payload)
    }

    /// Sends a message that names its device.
    func send(_ payload: [UInt8]) async -> PushOutcome {
        do {
            var token = try await tokens.token()
            var answer = try await post(payload, token)
            if answer.status == 401, code(answer) == "UNAUTHENTICATED" {
                token = try await tokens.token(after: token)
                answer = try await post(payload, token)
            }
            return outcome(answer, token)
        } catch let refusal as GooglePushRefusal {
            return refusal.outcome
        } catch let problem as PushProblem {
            return problem.outcome
        } catch {
            return .retry(after: nil, PushFailure(reason: "service", text: "The request failed."))
        }
    }

    private func post(_ payload: [UInt8], _ token: String) async throws(PushProblem) -> PushAnswer {
        try await post.send(
            payload, to: "\(settings.base)/v1/projects/\(settings.project)/messages:send",
            ["authorization": "Bearer \(token)", "content-type": "application/json"])
    }

    private struct Problem: Decodable {
        struct Fault: Decodable {
            struct Detail: Decodable {
                var errorCode: String?
            }

            var status: String?
            var details: [Detail]?
        }

        var error: Fault
    }

    /// The code of Firebase Cloud Messaging, or else that of Google's interfaces.
    private func code(_ answer: PushAnswer) -> String? {
        let fault = (try? JSONDecoder().decode(Problem.self, from: Data(answer.body)))?.error
        return fault?.details?.lazy.compactMap(\.errorCode).first ?? fault?.status
    }

    private func outcome(_ answer: PushAnswer, _ token: String) -> PushOutcome {
        func failure(_ reason: String) -> PushFailure {
            PushFailure(reason: reason, text: answer.words(without: [token]))
        }
        let wait = answer.retryAfter(now())
        switch (answer.status, code(answer)) {
        case (200, _): return .sent
        case (_, "UNREGISTERED"), (_, "SENDER_ID_MISMATCH"): return .gone
        case (429, _): return .retry(after: wait ?? GooglePushTransport.quotaPause, failure("rate"))
        case (408, _), (500..., _): return .retry(after: wait, failure("service"))
        // A project that does not exist is not found either.
        case (401, _), (403, _), (404, _): return .refused(failure("credentials"))
        default: return .refused(failure("service"))
        }
    }
}
