import NexusCore

/// The actions of the details of a conversation.
enum DetailsActions {
    static func items(for chat: ChatContent) -> [Menu.Item] {
        var items = [
            Menu.Item(
                key: "m", label: chat.isMuted ? "Unmute" : "Mute", outcome: .command(.mute(chat.id, !chat.isMuted)))
        ]
        if chat.may?.setAI == true {
            items.append(
                Menu.Item(
                    key: "I", label: chat.allowsAI ? "Forbid AI to read it" : "Allow AI to read it",
                    outcome: .command(.allowAI(chat.id, !chat.allowsAI))))
        }
        if chat.may?.rename == true {
            items.append(
                Menu.Item(
                    key: "R", label: "Rename",
                    outcome: .overlay(
                        .prompt(
                            Prompt(
                                title: "Name of the group", purpose: .rename(chat.id), editor: TextEditor(chat.title))))
                ))
        }
        if chat.may?.addMembers == true {
            items.append(
                Menu.Item(key: "+", label: "Add members", outcome: .overlay(.people(PeopleState(group: chat.id)))))
        }
        if chat.may?.leave == true {
            items.append(
                Menu.Item(
                    key: "L", label: "Leave",
                    outcome: .overlay(.menu(.confirmation("Leave this group?", "Leave", .leave(chat.id))))))
        }
        if !chat.isGroup, let other = chat.other {
            let block = Command.block(other, !chat.isBlocked)
            items.append(
                Menu.Item(
                    key: "B", label: chat.isBlocked ? "Unblock" : "Block",
                    outcome: chat.isBlocked
                        ? .command(block) : .overlay(.menu(.confirmation("Block \(chat.title)?", "Block", block)))))
        }
        return items
    }
}

extension Menu {
    /// A question that is confirmed by `y`.
    static func confirmation(_ title: String, _ label: String, _ command: Command) -> Menu {
        Menu(
            title: title,
            items: [
                Item(key: "y", label: label, outcome: .command(command)),
                Item(key: "n", label: "Cancel", outcome: .nothing),
            ])
    }

    /// The actions of a message.
    static func actions(of message: MessageRow, in chat: ChatContent) -> Menu {
        var items: [Item] = []
        if message.status == .failed {
            items.append(Item(key: "R", label: "Send again", outcome: .command(.retry(message.id))))
            items.append(Item(key: "D", label: "Discard", outcome: .command(.discard(message.id))))
        } else if message.status == .pending {
            items.append(Item(key: "D", label: "Discard", outcome: .command(.discard(message.id))))
        }
        if !message.isDeleted {
            items.append(Item(key: "r", label: "Reply", outcome: .reply(message.id)))
            items.append(
                Item(
                    key: "e", label: "React",
                    outcome: .overlay(.prompt(Prompt(title: "React with an emoji", purpose: .reaction(message.id))))))
            if let first = message.attachments.first {
                items.append(Item(key: "o", label: "Open \(first.name)", outcome: .command(.view(first))))
                items.append(Item(key: "s", label: "Save \(first.name)", outcome: .command(.download(first))))
            }
            items.append(Item(key: "y", label: "Copy the text", outcome: .command(.copy(message.text))))
            if message.isMine { items.append(Item(key: "E", label: "Edit", outcome: .edit(message.id))) }
            if message.seq != nil {
                let isPinned = message.pinnedBy != nil
                if chat.may?.pin == true {
                    items.append(
                        Item(
                            key: "p", label: isPinned ? "Unpin" : "Pin for everyone",
                            outcome: .command(.pin(message.id, !isPinned))))
                }
                items.append(
                    Item(
                        key: "f", label: "Forward",
                        outcome: .overlay(.forward(message.id, TextEditor(), ListPosition()))))
            }
            items.append(Item(key: "d", label: "Delete…", outcome: .overlay(.menu(.deletion(of: message, in: chat)))))
        }
        let name = message.isMine ? "Your message" : message.senderName
        return Menu(title: name, items: items)
    }

    static func deletion(of message: MessageRow, in chat: ChatContent) -> Menu {
        var items: [Item] = []
        if message.isMine || chat.may?.deleteOthers == true {
            items.append(Item(key: "y", label: "Delete for everyone", outcome: .command(.delete(message.id))))
        }
        if message.seq != nil {
            items.append(Item(key: "m", label: "Delete for me", outcome: .command(.deleteForMe(message.id))))
        }
        items.append(Item(key: "n", label: "Cancel", outcome: .nothing))
        return Menu(title: "Delete this message?", items: items)
    }
}
