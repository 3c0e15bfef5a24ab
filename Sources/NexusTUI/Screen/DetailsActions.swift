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
