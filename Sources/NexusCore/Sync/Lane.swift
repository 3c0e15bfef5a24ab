/// A queue of identifiers that is long at times: taking its head costs the same however long it is.
struct Lane: Sendable {
    private var ids: [OperationID] = []
    /// How many at the front of `ids` have been taken.
    private var taken = 0

    var first: OperationID? { taken < ids.count ? ids[taken] : nil }
    var count: Int { ids.count - taken }
    var isEmpty: Bool { count == 0 }
    /// What waits, in order.
    var waiting: ArraySlice<OperationID> { ids[taken...] }

    /// Adds an identifier before those that `follow` it; they are looked at from the end, since most come last.
    mutating func insert(_ id: OperationID, before follows: (OperationID) -> Bool) {
        var position = ids.count
        while position > taken, follows(ids[position - 1]) { position -= 1 }
        ids.insert(id, at: position)
    }

    mutating func remove(_ id: OperationID) {
        if first == id {
            taken += 1
            // Paid for by the heads taken since the last time.
            if taken * 2 > ids.count { forgetTaken() }
        } else {
            // One that was taken and put back is there twice until then.
            forgetTaken()
            ids.removeAll { $0 == id }
        }
    }

    private mutating func forgetTaken() {
        ids.removeFirst(taken)
        taken = 0
    }
}
