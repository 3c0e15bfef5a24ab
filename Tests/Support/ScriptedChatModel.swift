import NexusIntelligence
import Synchronization

/// A test double that replays a script of replies and errors, and records its requests.
public final class ScriptedChatModel: ChatModel {
    /// One reply.
    public enum Line: Sendable {
        /// Streamed in pieces of at most eight characters.
        case says(String)
        /// The reply depends on the request: a gullible model obeys the messages.
        case answers(@Sendable (ChatRequest) -> String)
        /// Streams a text, then fails.
        case fails(ChatModelError, after: String = "")
        /// Streams a text, then nothing until it is cancelled.
        case hangs(after: String = "")
    }

    public let name: String
    public let window: Int
    private let state: Mutex<(lines: [Line], asked: [ChatRequest])>

    /// - Parameter lines: the last one answers all further requests.
    public init(_ lines: [Line], name: String = "scripted", window: Int = 8_192) {
        self.name = name
        self.window = window
        state = Mutex((lines, []))
    }

    public convenience init(saying text: String) { self.init([.says(text)]) }

    /// The requests, oldest first.
    public var asked: [ChatRequest] { state.withLock { $0.asked } }

    public func reply(to request: ChatRequest) -> ChatReply {
        let line = state.withLock { state -> Line? in
            state.asked.append(request)
            return state.lines.count > 1 ? state.lines.removeFirst() : state.lines.first
        }
        return AsyncThrowingStream { continuation in
            let (text, ending): (String, Ending) =
                switch line {
                case .says(let text): (text, .done)
                case .answers(let answer): (answer(request), .done)
                case .fails(let error, let text): (text, .failure(error))
                case .hangs(let text): (text, .never)
                case nil: ("", .failure(ChatModelError(.failed)))
                }
            var rest = Substring(text)
            while !rest.isEmpty {
                continuation.yield(.text(String(rest.prefix(8))))
                rest = rest.dropFirst(8)
            }
            switch ending {
            case .done:
                continuation.yield(.usage(request.estimatedUsage(of: text)))
                continuation.finish()
            case .failure(let error): continuation.finish(throwing: error)
            case .never: break
            }
        }
    }

    private enum Ending {
        case done, never
        case failure(ChatModelError)
    }
}
