import NexusCore
import Observation

/// Nexus, or the assistant of one conversation: what was asked, the answer on its way, and the topics before.
@Observable @MainActor
public final class AssistantViewModel {
    /// An answer on its way.
    public struct Draft: Equatable, Sendable {
        public var question: String
        /// What the question was taken to mean; `nil` where it was taken as it is.
        public var readAs: String?
        /// What a language model has written so far.
        public var text = ""
        public var citations: [Citation] = []
    }

    /// The conversation that it is about; `nil` for all.
    public let conversation: ConversationID?
    public private(set) var topics: [AssistantTopic] = []
    /// The language model that answers, where one does.
    public private(set) var model: String?
    /// The topic that is open; `nil` before the first question.
    public private(set) var topic: TopicID?
    public private(set) var exchanges: [AssistantExchange] = []
    public private(set) var draft: Draft?
    /// What was asked for last of the conversation as a whole.
    public private(set) var summary: ConversationSummary?
    public private(set) var isLoading = false
    /// What went wrong last; what is shown stays.
    public var error: ClientError?

    @ObservationIgnored private let service: any AssistantAnswering

    /// What can be asked of a conversation without typing.
    public static let prompts = [
        "Summarize thread", "Extract action items", "What decisions were made?", "Any deadlines?",
    ]

    public init(_ service: any AssistantAnswering, conversation: ConversationID? = nil) {
        self.service = service
        self.conversation = conversation
    }

    /// Keeps topics and answers current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        let conversation = conversation
        let signals = service.signals { $0 == .assistant(conversation) || $0 == .connection(isOnline: true) }
        await load()
        for await _ in signals where draft == nil { await load() }
    }

    /// Looks again, after an error.
    public func load() async {
        await attempt { () throws(ClientError) in
            let list = try await service.topics(about: conversation)
            topics = list.topics
            model = list.model
            guard let open = topic else { return }
            if topics.contains(where: { $0.id == open }) { try await show(open) } else { begin() }
        }
    }

    /// Opens a topic as it was kept, with its sources as they are now.
    public func open(_ topic: TopicID) async {
        await attempt { () throws(ClientError) in try await show(topic) }
    }

    /// Begins a new topic with the next question.
    public func begin() {
        topic = nil
        exchanges = []
        summary = nil
    }

    /// Asks, and goes on from the topic that is open. While an answer is on its way nothing else is asked.
    public func ask(_ text: String) async {
        guard draft == nil, !text.allSatisfy(\.isWhitespace) else { return }
        draft = Draft(question: text)
        error = nil
        do throws(ClientError) {
            let answer = try await service.ask(text, topic: topic, in: conversation) { [weak self] event in
                await self?.take(event)
            }
            topic = answer.topic
            exchanges.append(answer.exchange)
            draft = nil
            topics = try await service.topics(about: conversation).topics
        } catch {
            self.error = error
        }
        draft = nil
    }

    /// Forgets a topic, on all of one's devices.
    public func delete(_ topic: TopicID) async {
        await attempt { () throws(ClientError) in
            try await service.deleteTopic(topic)
            topics.removeAll { $0.id == topic }
            if self.topic == topic { begin() }
        }
    }

    /// What the conversation is about.
    public func summarize(_ range: ConversationSummary.Range) async {
        guard let conversation else { return }
        await attempt { () throws(ClientError) in summary = try await service.summary(of: conversation, range) }
    }

    /// What happened in the conversation, the most important first: after a `seq`, or since one last read.
    public func catchUp(after seq: Seq? = nil) async {
        guard let conversation else { return }
        await attempt { () throws(ClientError) in summary = try await service.catchUp(on: conversation, after: seq) }
    }

    private func show(_ wanted: TopicID) async throws(ClientError) {
        let thread = try await service.thread(wanted)
        topic = wanted
        exchanges = thread.exchanges
    }

    private func take(_ event: AssistantEvent) {
        switch event {
        case .began(_, let readAs): draft?.readAs = readAs
        case .citation(let citation): draft?.citations.append(citation)
        case .text(let text): draft?.text += text
        case .finished, .failed: break
        }
    }

    private func attempt(_ work: () async throws(ClientError) -> Void) async {
        isLoading = true
        do throws(ClientError) {
            try await work()
            error = nil
        } catch {
            self.error = error
        }
        isLoading = false
    }
}
