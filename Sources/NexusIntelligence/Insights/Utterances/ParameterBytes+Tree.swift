extension ParameterBytes {
    /// A tree whose children come after their parents, so that a walk always ends.
    mutating func tree(features: Int) -> [UtteranceModel.Forest.Node]? {
        guard let count = byte(), count > 0 else { return nil }
        var nodes: [UtteranceModel.Forest.Node] = []
        for place in 0..<Int(count) {
            guard let feature = byte(), let value = float(), let left = byte(), let right = byte() else { return nil }
            let asked = Int(Int8(bitPattern: feature))
            guard asked < features,
                asked < 0 || Int(left) > place && Int(right) > place && left < count && right < count
            else {
                return nil
            }
            nodes.append(.init(feature: asked, value: value, left: Int(left), right: Int(right)))
        }
        return nodes
    }
}
