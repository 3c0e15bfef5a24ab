/// Future events, by time; events at the same time in order of scheduling. A binary heap.
struct EventQueue {
    private struct Event {
        var time: Int64
        var order: Int
        var action: () throws -> Void

        func precedes(_ other: Event) -> Bool { time != other.time ? time < other.time : order < other.order }
    }

    private var heap: [Event] = []
    private var count = 0

    /// When the next event is due.
    var nextTime: Int64? { heap.first?.time }

    mutating func add(at time: Int64, _ action: @escaping () throws -> Void) {
        count += 1
        heap.append(Event(time: time, order: count, action: action))
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the next event out.
    mutating func next() -> (time: Int64, action: () throws -> Void)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if heap.isEmpty { return (first.time, first.action) }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].precedes(heap[least])
            {
                least = child
            }
            if least == parent { break }
            heap.swapAt(parent, least)
            parent = least
        }
        return (first.time, first.action)
    }
}
