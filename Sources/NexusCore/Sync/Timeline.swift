/// The loaded window of one conversation: messages ascending by `seq`, each once, in the latest state that was told, whatever
/// the order in which it was told.
public struct Timeline: Equatable, Sendable {
    public private(set) var messages: [Message] = []

    public init(_ messages: [Message] = []) { merge(messages) }

    /// Takes in messages from a change, a page or the store; one that is older than what is held changes nothing.
    ///
    /// - Returns: whether anything changed.
    @discardableResult
    public mutating func merge(_ incoming: [Message]) -> Bool {
        var changed = false
        for message in incoming {
            let position = insertionPosition(of: message.seq)
            if position < messages.count, messages[position].seq == message.seq {
                guard message.changed >= messages[position].changed, message != messages[position] else { continue }
                messages[position] = message
            } else {
                messages.insert(message, at: position)
            }
            changed = true
        }
        return changed
    }

    /// Keeps only the newest `count`: a window that has been left at the bottom need not hold all that was scrolled through.
    public mutating func trim(toNewest count: Int) {
        if messages.count > count { messages.removeFirst(messages.count - count) }
    }

    public func message(_ id: MessageID) -> Message? { messages.first { $0.id == id } }

    /// The first position whose `seq` is not smaller; the end is tried first, since most messages are new.
    private func insertionPosition(of seq: Seq) -> Int {
        guard let last = messages.last, last.seq >= seq else { return messages.count }
        var low = 0
        var high = messages.count
        while low < high {
            let middle = (low + high) / 2
            if messages[middle].seq < seq { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
