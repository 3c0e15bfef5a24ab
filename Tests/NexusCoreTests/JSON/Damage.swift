extension [UInt8] {
    /// Changes a text in one place: a bit or byte flipped, something taken out, put in or repeated, or the rest cut off.
    mutating func damage(using random: inout SeededGenerator) {
        guard let place = indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: self[place] = UInt8.random(in: .min ... .max, using: &random)
        case 2: remove(at: place)
        case 3: insert(randomElement(using: &random) ?? 0, at: place)
        case 4: removeSubrange(place...)
        default:
            let end = Int.random(in: place...count, using: &random)
            insert(contentsOf: self[place..<end], at: indices.randomElement(using: &random) ?? 0)
        }
    }
}
