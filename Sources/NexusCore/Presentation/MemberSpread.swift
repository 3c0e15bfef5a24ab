/// The effect of a member change on the rows of a conversation.
struct MemberSpread: Equatable {
    /// A member joined, left or was renamed: all rows may change.
    private(set) var changesAll = false
    /// Otherwise: the range of positions over which receipts moved.
    private(set) var positions: ClosedRange<Seq>?

    init(from old: [Member], to new: [Member], me: UserID) {
        guard old.count == new.count else {
            changesAll = true
            return
        }
        // Members keep their places: new ones come last.
        for (was, member) in zip(old, new) where was != member {
            if was.user != member.user || was.name != member.name || was.hasLeft != member.hasLeft
                || was.joined != member.joined
            {
                changesAll = true
                return
            }
            // The user's own positions do not affect their own messages.
            guard member.user != me else { continue }
            add(was.read, member.read)
            add(was.delivered, member.delivered)
        }
    }

    private mutating func add(_ one: Seq, _ other: Seq) {
        guard one != other else { return }
        let moved = (min(one, other) + 1)...max(one, other)
        guard let positions else {
            self.positions = moved
            return
        }
        self.positions = min(positions.lowerBound, moved.lowerBound)...max(positions.upperBound, moved.upperBound)
    }
}
