/// A queue of identifiers that may be long: taking its head costs the same for any length.
struct Lane: Sendable {
    private var ids: [OperationID] = []
    /// The number of taken elements at the front of `ids`.
    private var taken = 0

    var first: OperationID? { taken < ids.count ? ids[taken] : nil }
    var count: Int { ids.count - taken }
    var isEmpty: Bool { count == 0 }
    /// The queued elements, in order.
    var waiting: ArraySlice<OperationID> { ids[taken...] }

    /// Inserts an identifier before those that `follow` it, searching from the end, since most come last.
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
