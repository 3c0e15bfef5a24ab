/// A natural number of any length: just enough arithmetic to round a decimal number exactly.
struct JSONNatural {
    /// Least significant first, with no zeros at the end.
    private var limbs: [UInt32]

    init(_ value: UInt32) {
        limbs = value == 0 ? [] : [value]
    }

    init(digits: [UInt8]) {
        limbs = []
        limbs.reserveCapacity(digits.count / 9 + 2)
        for digit in digits { multiply(by: 10, adding: UInt32(digit)) }
    }

    /// How many bits the number has, from its highest that is one.
    var bitWidth: Int {
        guard let last = limbs.last else { return 0 }
        return limbs.count * 32 - last.leadingZeroBitCount
    }

    mutating func multiply(byPowerOfTen power: Int) {
        var left = power
        while left >= 9 {
            multiply(by: 1_000_000_000, adding: 0)
            left -= 9
        }
        for _ in 0..<left { multiply(by: 10, adding: 0) }
    }

    mutating func shiftLeft(by distance: Int) {
        let (whole, part) = (distance / 32, UInt32(distance % 32))
        if part > 0 {
            var carry: UInt32 = 0
            for index in limbs.indices {
                let limb = limbs[index]
                limbs[index] = limb << part | carry
                carry = limb >> (32 - part)
            }
            if carry > 0 { limbs.append(carry) }
        }
        if whole > 0 { limbs.insert(contentsOf: repeatElement(0, count: whole), at: 0) }
    }

    /// Takes away a number that is not greater.
    mutating func subtract(_ other: JSONNatural) {
        var borrow: UInt64 = 0
        for index in limbs.indices {
            let taken = (index < other.limbs.count ? UInt64(other.limbs[index]) : 0) + borrow
            let limb = UInt64(limbs[index])
            limbs[index] = UInt32(truncatingIfNeeded: limb &- taken)
            borrow = limb < taken ? 1 : 0
        }
        while limbs.last == 0 { limbs.removeLast() }
    }

    private mutating func multiply(by factor: UInt32, adding addend: UInt32) {
        var carry = UInt64(addend)
        for index in limbs.indices {
            carry += UInt64(limbs[index]) * UInt64(factor)
            limbs[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        if carry > 0 { limbs.append(UInt32(carry)) }
    }

    static func < (left: JSONNatural, right: JSONNatural) -> Bool {
        if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
        for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
            return left.limbs[index] < right.limbs[index]
        }
        return false
    }
}
