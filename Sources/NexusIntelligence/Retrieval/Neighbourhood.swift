/// Sums over the messages around each message, never past the end of an exchange.
struct Neighbourhood: Sendable {
    /// The range of each message's exchange.
    private let bounds: [Range<Int>]
    /// The exchanges, in their order.
    let exchanges: [Range<Int>]

    init(exchanges numbers: [Int]) {
        var exchanges: [Range<Int>] = []
        var start = 0
        for place in numbers.indices where place + 1 == numbers.count || numbers[place] != numbers[place + 1] {
            exchanges.append(start..<place + 1)
            start = place + 1
        }
        self.exchanges = exchanges
        bounds = exchanges.flatMap { Array(repeating: $0, count: $0.count) }
    }

    /// A message's index with those of at most `radius` messages before and after it.
    func around(_ place: Int, radius: Int) -> Range<Int> {
        max(bounds[place].lowerBound, place - radius)..<min(bounds[place].upperBound, place + radius + 1)
    }

    /// The sum of each message's value and those of at most `radius` messages before and after it.
    func sums(of values: [Float], radius: Int) -> [Float] {
        guard radius > 0 else { return values }
        var before = [Float](repeating: 0, count: values.count + 1)
        for place in values.indices { before[place + 1] = before[place] + values[place] }
        return values.indices.map { place in
            let exchange = bounds[place]
            let start = max(exchange.lowerBound, place - radius)
            let end = min(exchange.upperBound, place + radius + 1)
            return before[end] - before[start]
        }
    }

    /// Each message's value and a share of the values next to it.
    func blended(_ values: [Float], share: Float) -> [Float] {
        values.indices.map { place in
            var value = values[place]
            if place > bounds[place].lowerBound { value += share * values[place - 1] }
            if place + 1 < bounds[place].upperBound { value += share * values[place + 1] }
            return value
        }
    }

    /// The sum over its exchange, for each message.
    func totals(of values: [Float]) -> [Float] {
        var totals = [Float](repeating: 0, count: values.count)
        for exchange in exchanges {
            let total = exchange.reduce(Float(0)) { $0 + values[$1] }
            for place in exchange { totals[place] = total }
        }
        return totals
    }
}
