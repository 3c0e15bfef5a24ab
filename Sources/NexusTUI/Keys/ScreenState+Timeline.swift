import NexusClient
import NexusCore

extension ScreenState {
    mutating func pressTimeline(_ key: Key, _ content: ScreenContent) -> [Command] {
        guard let chat = content.chat else {
            focus = .list
            return []
        }
        let height = ScreenLayout(self).timeline.height
        switch key {
        case Key(.escape):
            // As in the web client: Escape leaves the conversation, once nothing is open in it.
            timeline.chosen = nil
            focus = .list
            return []
        case .character("h"), Key(.left):
            focus = .list
            return []
        case .character("l"), Key(.right):
            focus = .composer
            return []
        case .character("G"), Key(.character("G"), .shift), Key(.end):
            // The newest is chosen once it is there.
            timeline = TimelinePosition(anchor: .bottom, chosen: chat.hasNewer ? nil : chat.messages.last?.id)
            return chat.hasNewer ? [.toNewest] : []
        default: break
        }
        if let move = ListMove(key) { return choose(move, chat, height) }
        guard let message = chat.message(timeline.chosen) ?? visibleNewest(chat, height) else { return [] }
        timeline.chosen = message.id
        switch key {
        case Key(.enter):
            guard message.event == nil else { return [] }
            overlays = [.menu(.actions(of: message, in: chat))]
        case .character("r") where !message.isDeleted && message.event == nil: startReply(to: message.id)
        case .character("e") where !message.isDeleted && message.event == nil:
            overlays = [.prompt(Prompt(title: "React with an emoji", purpose: .reaction(message.id)))]
        case .character("d") where !message.isDeleted && message.event == nil:
            overlays = [.menu(.deletion(of: message, in: chat))]
        case .character("y"):
            notice = "Copied."
            return [.copy(message.text)]
        case .character("o") where !message.isDeleted && !message.isFolded:
            if message.attachments.count > 1 {
                overlays = [.menu(.attachments(of: message))]
                return []
            }
            return message.attachments.first.map { [.view($0)] } ?? []
        case .character("s") where !message.isDeleted && !message.isFolded:
            return message.attachments.map { .download($0) }
        case .character("m") where message.seq != nil && !message.isDeleted && message.event == nil:
            return [.remindOf(message.id)]
        case .character("+"): return beginAttaching(content)
        default: return []
        }
        return []
    }

    mutating func startReply(to message: MessageID) {
        composer.original = message
        composer.edited = nil
        focus = .composer
    }

    /// Moves the choice among the messages, and scrolls with it.
    private mutating func choose(_ move: ListMove, _ chat: ChatContent, _ height: Int) -> [Command] {
        let messages = chat.messages
        guard !messages.isEmpty else { return [] }
        if case .half(let halves) = move {
            let isEdge = timeline.scroll(by: halves * max(1, height / 2), in: chat.blocks, height: height)
            let visible = timeline.visible(in: chat.blocks, height: height).compactMap(\.message)
            timeline.chosen = (halves < 0 ? visible.first : visible.last)?.id ?? timeline.chosen
            return isEdge ? edge(halves, chat) : []
        }
        let now = messages.lastIndex { $0.id == timeline.chosen }
        guard let now else {
            timeline.chosen = visibleNewest(chat, height)?.id
            return []
        }
        let target = move.target(from: now, count: messages.count, height: height)
        timeline.chosen = messages[target].id
        timeline.show(.message(messages[target].id), in: chat.blocks, height: height)
        return target == 0 ? edge(-1, chat) : target == messages.count - 1 ? edge(1, chat) : []
    }

    private func edge(_ direction: Int, _ chat: ChatContent) -> [Command] {
        if direction < 0 { return chat.hasOlder ? [.loadOlder] : [] }
        return chat.hasNewer ? [.loadNewer] : []
    }

    private func visibleNewest(_ chat: ChatContent, _ height: Int) -> MessageRow? {
        timeline.visible(in: chat.blocks, height: height).last { $0.message != nil }?.message
    }

    /// The wheel over the timeline.
    mutating func scrollTimeline(by lines: Int, _ content: ScreenContent) -> [Command] {
        guard let chat = content.chat else { return [] }
        let height = ScreenLayout(self).timeline.height
        return timeline.scroll(by: lines, in: chat.blocks, height: height) ? edge(lines, chat) : []
    }
}
