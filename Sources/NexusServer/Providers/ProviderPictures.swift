import Logging
import NexusCore
import NexusDatabase

/// Gives a new person the picture that their provider names: once, after their first sign-in, in the background. A failure is logged and
/// changes nothing.
struct ProviderPictures: Sendable {
    /// Bytes of a picture, at most.
    static let bytes = 5 << 20
    /// Pictures that wait, at most; later ones are left out.
    static let waiting = 100
    private static let partBytes = 512 << 10

    struct Wish: Sendable {
        var user: UserID
        var address: String
        /// The provider, for the log.
        var title: String
    }

    let database: any Database
    let media: MediaService
    let gate: OperationGate
    let fetch: PublicFetch
    let logger: Logger
    let now: @Sendable () -> Timestamp

    /// Fetches one after the other until its task is cancelled.
    func run(_ wishes: AsyncStream<Wish>) async {
        for await wish in wishes {
            do {
                try await take(wish)
            } catch is CancellationError {
                return
            } catch {
                logger.notice(
                    "a provider's picture was not taken over",
                    metadata: ["provider": "\(wish.title)", "user": "\(wish.user.text)", "error": "\(error)"])
            }
        }
    }

    private func take(_ wish: Wish) async throws {
        guard try await hasNone(wish.user) else { return }
        let answer = try await fetch.get(wish.address)
        let id = MediaID(at: now())
        let request = UploadRequest(
            id: id, name: "picture", bytes: Int64(answer.body.count), type: answer.type, sha256: nil)
        _ = try await media.create(request, by: wish.user)
        do {
            for start in stride(from: 0, to: answer.body.count, by: ProviderPictures.partBytes) {
                let part = answer.body[start..<min(start + ProviderPictures.partBytes, answer.body.count)]
                _ = try await media.append(Array(part), at: Int64(start), to: id, by: wish.user)
            }
            _ = try await media.finish(id, by: wish.user)
            // The person may have chosen one meanwhile.
            guard try await hasNone(wish.user) else { return try await media.discard(id, by: wish.user) }
            _ = try await gate.apply(
                Operation(id: OperationID(at: now()), kind: .updateProfile(ProfileChange(picture: .chosen(id)))),
                by: wish.user)
        } catch {
            try? await media.discard(id, by: wish.user)
            throw error
        }
    }

    private func hasNone(_ user: UserID) async throws -> Bool {
        try await database.read { try AccountRepository.profile(of: user, in: $0) }.map { $0.user.picture == nil }
            ?? false
    }
}
