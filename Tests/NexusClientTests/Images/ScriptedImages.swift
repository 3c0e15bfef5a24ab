import NexusClient
import NexusCore
import Synchronization

/// A server of pictures: the test decides when and how it answers.
final class ScriptedImages: ImageSource {
    private struct State {
        var asked: [ImageDownload] = []
        var waiting: [Int: CheckedContinuation<[UInt8], any Error>] = [:]
        var cancelled = 0
        var isImmediate = true
        var sizes: [MediaID: Int] = [:]
    }

    private let state = Mutex(State())

    /// The requests that reached the server.
    var asked: [ImageDownload] { state.withLock { $0.asked } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    /// Answers wait for ``answer(_:)``.
    func hold() { state.withLock { $0.isImmediate = false } }

    /// The bytes of that picture and its previews.
    func set(_ media: MediaID, bytes: Int) { state.withLock { $0.sizes[media] = bytes } }

    /// Answers everything that waits.
    func answer(_ result: Result<[UInt8], any Error>) {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    func bytes(of download: ImageDownload) async throws -> [UInt8] {
        let (number, answer) = state.withLock { state -> (Int, [UInt8]?) in
            state.asked.append(download)
            let bytes = [UInt8](
                repeating: UInt8(truncatingIfNeeded: download.preview ?? 1), count: state.sizes[download.media] ?? 10)
            return (state.asked.count, state.isImmediate ? bytes : nil)
        }
        if let answer { return answer }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.waiting[number] = continuation }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled += 1
                return state.waiting.removeValue(forKey: number)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}

extension ImageRequest {
    /// A picture of a message, with as many bytes.
    static func picture(_ number: UInt64, side: Int? = 300, bytes: Int64 = 10) -> ImageRequest {
        ImageRequest(
            Attachment(
                media: MediaID(high: 0x7000, low: number), kind: .image, name: "photo.jpg", type: "image/jpeg",
                bytes: bytes), side: side)
    }
}
