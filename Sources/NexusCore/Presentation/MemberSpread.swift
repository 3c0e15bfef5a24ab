/// How far a change of members reaches into the rows of a conversation.
struct MemberSpread: Equatable {
    /// Somebody came, went or is called otherwise: every row may look otherwise.
    private(set) var changesAll = false
    /// Otherwise: positions between which somebody's receipts moved.
    private(set) var positions: ClosedRange<Seq>?

    init(from old: [Member], to new: [Member], me: UserID) {
        var before: [UserID: Member] = [:]
        for member in old { before[member.user] = member }
        changesAll = old.count != new.count
        for member in new {
            guard let was = before[member.user] else {
                changesAll = true
                return
            }
            if was == member { continue }
            if was.name != member.name || was.hasLeft != member.hasLeft || was.joined != member.joined {
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
