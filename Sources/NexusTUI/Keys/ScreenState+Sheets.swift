import NexusClient
import NexusCore

extension ScreenState {
    mutating func pressSheet(_ key: Key, _ content: ScreenContent) -> [Command] {
        switch sheet {
        case nil:
            focus = opened == nil ? .list : .composer
            return []
        case .details(let position): return pressDetails(key, position, content)
        case .insights(let conversation, let position): return pressInsights(key, conversation, position, content)
        case .assistant(let assistant): return pressAssistant(key, assistant, content)
        }
    }

    mutating func closeSheet() {
        sheet = nil
        focus = opened == nil ? .list : .composer
    }

    private mutating func pressDetails(_ key: Key, _ position: ListPosition, _ content: ScreenContent) -> [Command] {
        guard let chat = content.chat, key.code != .escape else {
            closeSheet()
            return []
        }
        var position = position
        let count = chat.isGroup ? chat.members.count : 0
        if let move = ListMove(key), count > 0 {
            position.chosen = move.target(from: position.chosen, count: count, height: 10)
            position.settle(count: count, height: max(1, ScreenLayout(self).sheet.height - 14))
            sheet = .details(position)
            return []
        }
        if let item = DetailsActions.items(for: chat).first(where: { key.typed == $0.key }) {
            return perform(item.outcome)
        }
        guard chat.members.indices.contains(position.chosen) else { return [] }
        let person = chat.members[position.chosen]
        switch key {
        case Key(.enter) where !person.isMe && chat.isGroup:
            return [.startDirect(User(id: person.user, name: person.name, email: ""))]
        case .character("X") where person.mayRemove:
            overlays = [
                .menu(
                    .confirmation(
                        "Remove \(person.name) from the group?", "Remove", .removeMember(person.user, chat.id)))
            ]
            return []
        default: return []
        }
    }

    private mutating func pressInsights(
        _ key: Key, _ conversation: ConversationID?, _ position: ListPosition, _ content: ScreenContent
    ) -> [Command] {
        if key.code == .escape {
            closeSheet()
            return []
        }
        var position = position
        let insights = content.insights.insights
        let capacity = max(1, (ScreenLayout(self).sheet.height - 2) / 3)
        if let move = ListMove(key) {
            position.chosen = move.target(from: position.chosen, count: insights.count, height: capacity)
            position.settle(count: insights.count, height: capacity)
            sheet = .insights(conversation, position)
            return []
        }
        guard insights.indices.contains(position.chosen) else { return [] }
        let insight = insights[position.chosen]
        switch key {
        case Key(.enter): return [.jump(insight.conversation, insight.source, insight.seq)]
        case .character("x"): return [.changeInsight(insight, insight.state == .done ? .open : .done)]
        case .character("d"): return [.changeInsight(insight, .dismissed)]
        case .character("m"):
            remind(of: insight, content)
            return []
        case .character("c"): return [.changeInsight(insight, .open)]
        default: return []
        }
    }

    private mutating func pressAssistant(_ key: Key, _ assistant: AssistantState, _ content: ScreenContent) -> [Command]
    {
        var assistant = assistant
        defer { if sheet != nil { sheet = .assistant(assistant) } }
        if let topics = assistant.topics { return pressTopics(key, topics, &assistant, content) }
        let sources = content.assistant.sources
        if key == .control("t") {
            assistant.topics = ListPosition()
            return []
        }
        if let source = assistant.source {
            if let move = ListMove(key) {
                assistant.source = move.target(from: source, count: sources.count, height: 4)
                return []
            }
            switch key {
            case Key(.escape), Key(.tab), .character("i"): assistant.source = nil
            case Key(.enter):
                guard sources.indices.contains(source), sources[source].state != .gone else { return [] }
                let citation = sources[source]
                return [.jump(citation.conversation, citation.message, citation.seq)]
            default: break
            }
            return []
        }
        switch key {
        case Key(.escape):
            closeSheet()
        case Key(.tab), Key(.up):
            // The first source of the newest answer.
            if !sources.isEmpty {
                assistant.source = sources.count - max(1, content.assistant.exchanges.last?.citations.count ?? 1)
            }
        case Key(.pageUp): assistant.scrolled += max(1, ScreenLayout(self).sheet.height / 2)
        case Key(.pageDown):
            assistant.scrolled = max(0, assistant.scrolled - max(1, ScreenLayout(self).sheet.height / 2))
        case Key(.enter):
            let text = assistant.editor.text
            guard !text.allSatisfy(\.isWhitespace) else { return [] }
            assistant.editor = TextEditor()
            assistant.scrolled = 0
            return [.ask(text)]
        case Key(.function(6)) where assistant.conversation != nil: return [.catchUp]
        default:
            if case .function(let number) = key.code, content.assistant.prompts.indices.contains(number - 2) {
                assistant.scrolled = 0
                return [.ask(content.assistant.prompts[number - 2].message)]
            }
            _ = assistant.editor.take(key)
        }
        return []
    }

    private func pressTopics(
        _ key: Key, _ topics: ListPosition, _ assistant: inout AssistantState, _ content: ScreenContent
    ) -> [Command] {
        let count = content.assistant.topics.count + 1
        if let move = ListMove(key) {
            var topics = topics
            topics.chosen = move.target(from: topics.chosen, count: count, height: 10)
            topics.settle(count: count, height: max(1, ScreenLayout(self).sheet.height - 2))
            assistant.topics = topics
            return []
        }
        switch key.code {
        case .escape: assistant.topics = nil
        case .enter:
            assistant.topics = nil
            assistant.scrolled = 0
            let index = topics.chosen - 1
            return content.assistant.topics.indices.contains(index)
                ? [.openTopic(content.assistant.topics[index].id)] : [.newTopic]
        default: break
        }
        return []
    }

    /// Does what an item of a menu says.
    mutating func perform(_ outcome: Menu.Outcome) -> [Command] {
        switch outcome {
        case .command(let command): return [command]
        case .overlay(let overlay):
            overlays.append(overlay)
            if case .people = overlay { return [.findPeople("")] }
            return []
        case .reply(let message): startReply(to: message)
        case .edit, .nothing: break
        }
        return []
    }
}
