import NexusCore

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

    /// The attachments of a message, to open one.
    static func attachments(of message: MessageRow) -> Menu {
        let keys = Array("1234567890")
        let items = zip(keys, message.attachments).map { key, attachment in
            Item(key: key, label: attachment.label, outcome: .command(.view(attachment)))
        }
        return Menu(title: "Open", items: items)
    }

    /// What an unsent message can be done with.
    private static func unsentActions(of message: MessageRow, in chat: ChatContent) -> [Item] {
        var items: [Item] = []
        let isUploading = chat.uploads.contains(message.id)
        if message.status == .failed {
            items.append(Item(key: "R", label: "Send again", outcome: .command(.retry(message.id))))
        }
        if message.canSendTextAlone {
            let what = message.attachments.allSatisfy { $0.kind == .image } ? "picture" : "file"
            let plural = message.attachments.count == 1 ? "the \(what)" : "the \(what)s"
            items.append(
                Item(
                    key: "t",
                    label: "Send without \(plural); \(message.attachments.count == 1 ? "it follows" : "they follow")",
                    outcome: .command(.sendText(message.id, discardingFiles: false))))
            items.append(
                Item(
                    key: "T", label: "Send the text and discard \(plural)",
                    outcome: .command(.sendText(message.id, discardingFiles: true))))
        }
        if isUploading || message.status == .failed || message.status == .pending {
            items.append(
                Item(
                    key: "D", label: isUploading ? "Cancel the upload" : "Discard",
                    outcome: .command(.discard(message.id))))
        }
        return items
    }

    /// The actions of a message.
    static func actions(of message: MessageRow, in chat: ChatContent) -> Menu {
        var items = unsentActions(of: message, in: chat)
        if !message.isDeleted {
            items.append(Item(key: "r", label: "Reply", outcome: .reply(message.id)))
            items.append(
                Item(
                    key: "e", label: "React",
                    outcome: .overlay(.prompt(Prompt(title: "React with an emoji", purpose: .reaction(message.id))))))
            if let first = message.attachments.first, !message.isFolded {
                if message.attachments.count == 1 {
                    let verb = first.kind == .voice ? "Play or stop" : "Open"
                    items.append(Item(key: "o", label: "\(verb) \(first.label)", outcome: .command(.view(first))))
                    items.append(Item(key: "s", label: "Save \(first.label)", outcome: .command(.download(first))))
                    items.append(Item(key: "S", label: "Save as…", outcome: .overlay(.prompt(.saving(first)))))
                } else {
                    items.append(Item(key: "o", label: "Open…", outcome: .overlay(.menu(.attachments(of: message)))))
                }
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
                items.append(Item(key: "m", label: "Remind me…", outcome: .command(.remindOf(message.id))))
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

extension Prompt {
    /// Where an attachment is saved.
    static func saving(_ attachment: Attachment) -> Prompt {
        Prompt(
            title: "Save as", purpose: .saveAs(attachment),
            editor: TextEditor("./\(TextRule.fileName(attachment.name))"))
    }
}

extension Attachment {
    /// Its name in a menu.
    var label: String { kind == .voice ? "voice message" : name }
}
