/// Sorting through indices: all element types share one sort, where `sort(by:)` is specialized for each and would make
/// the browser's module larger by 4 KB per type.
enum Arrangement {
    @inline(never)
    fileprivate static func positions(_ count: Int, _ areInOrder: (Int, Int) -> Bool) -> [Int] {
        var positions: [Int] = []
        for position in 0..<count { positions.append(position) }
        positions.sort(by: areInOrder)
        return positions
    }
}

extension Array {
    /// The elements in the order of a predicate, as `sorted(by:)` gives them; equals keep their order.
    func arranged(by areInOrder: (Element, Element) -> Bool) -> [Element] {
        let positions = Arrangement.positions(count) { areInOrder(self[$0], self[$1]) }
        var arranged: [Element] = []
        arranged.reserveCapacity(count)
        for position in positions { arranged.append(self[position]) }
        return arranged
    }
}
