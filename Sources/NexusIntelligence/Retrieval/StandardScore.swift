/// Makes scores of different kinds comparable.
enum StandardScore {
    /// The standard deviations of each value above the mean; zeros if all values are equal.
    static func of(_ values: [Float]) -> [Float] {
        guard !values.isEmpty else { return [] }
        let count = Double(values.count)
        let mean = values.reduce(0.0) { $0 + Double($1) } / count
        let variance = values.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
        guard variance > 1e-12 else { return [Float](repeating: 0, count: values.count) }
        let deviation = variance.squareRoot()
        return values.map { Float((Double($0) - mean) / deviation) }
    }
}
