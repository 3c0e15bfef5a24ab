import VectorKernels

/// The vectors of one conversation next to each other, so that all of them are compared in one go.
public struct VectorBlock: Sendable {
    public let dimension: Int
    /// The keys of the vectors, ascending: the `seq` of each message.
    public private(set) var keys: [Int64] = []
    private var values: [Int8] = []
    private var scales: [Float] = []

    public init(dimension: Int) {
        self.dimension = dimension
    }

    /// Adds a vector, or puts it in the place of the one with that key. Vectors of another dimension are left out.
    public mutating func set(_ vector: CompactVector, for key: Int64) {
        guard vector.values.count == dimension else { return }
        let place = place(of: key)
        if place < keys.count, keys[place] == key {
            values.replaceSubrange((place * dimension)..<((place + 1) * dimension), with: vector.values)
            scales[place] = vector.scale
        } else {
            keys.insert(key, at: place)
            scales.insert(vector.scale, at: place)
            values.insert(contentsOf: vector.values, at: place * dimension)
        }
    }

    public mutating func remove(_ key: Int64) {
        let place = place(of: key)
        guard place < keys.count, keys[place] == key else { return }
        keys.remove(at: place)
        scales.remove(at: place)
        values.removeSubrange((place * dimension)..<((place + 1) * dimension))
    }

    /// The vector with that key.
    public func vector(for key: Int64) -> [Float]? {
        let place = place(of: key)
        guard place < keys.count, keys[place] == key else { return nil }
        return values[(place * dimension)..<((place + 1) * dimension)].map { Float($0) * scales[place] }
    }

    /// The cosine of each vector with the question's, in the order of ``keys``.
    public func cosines(with question: CompactVector) -> [Float] {
        guard question.values.count == dimension else { return [] }
        var cosines = [Float](unsafeUninitializedCapacity: keys.count) { out, count in
            question.values.withUnsafeBufferPointer { question in
                values.withUnsafeBufferPointer { values in
                    scales.withUnsafeBufferPointer { scales in
                        guard let q = question.baseAddress, let v = values.baseAddress, let s = scales.baseAddress,
                            let to = out.baseAddress
                        else { return }
                        nexus_scan(q, v, s, keys.count, dimension, to)
                        count = keys.count
                    }
                }
            }
        }
        for place in cosines.indices { cosines[place] *= question.scale }
        return cosines
    }

    private func place(of key: Int64) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
