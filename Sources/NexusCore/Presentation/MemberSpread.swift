/// How far a change of members reaches into the rows of a conversation.
struct MemberSpread: Equatable {
    /// Somebody came, went or is called otherwise: every row may look otherwise.
    private(set) var changesAll = false
    /// Otherwise: positions between which somebody's receipts moved.
    private(set) var positions: ClosedRange<Seq>?

    init(from old: [Member], to new: [Member], me: UserID) {
        guard old.count == new.count else {
            changesAll = true
            return
        }
        // Members keep their places: whoever comes, comes last.
        for (was, member) in zip(old, new) where was != member {
            if was.user != member.user || was.name != member.name || was.hasLeft != member.hasLeft
                || was.joined != member.joined
            {
                changesAll = true
                return
            }
            // One's own positions say nothing of one's own messages.
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
