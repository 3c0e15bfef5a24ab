/// A number as it was written, `digits` × 10^`exponent`, on its way to a binary one.
///
/// The embedded standard library has no `strtod`, and the browser must read a number to the same bits as the server.
struct JSONDecimal {
    /// The significant digits, without leading or trailing zeros; empty for zero.
    private var digits: [UInt8] = []
    private var exponent: Int64
    /// More digits than this decide nothing by their value, only by being there: the exact midpoint between two doubles
    /// has at most 767 significant digits.
    private static let greatestLength = 768

    enum Whole {
        case value(UInt64)
        case fraction
        case tooGreat
    }

    init(reading number: JSONReader.Number, of base: UnsafePointer<UInt8>) {
        exponent = number.exponent
        var dropped = false
        for index in number.digits..<number.digitsEnd where index != number.point {
            let digit = base[index] - UInt8(ascii: "0")
            if index > number.point { exponent -= 1 }
            if digits.isEmpty && digit == 0 { continue }
            if digits.count < Self.greatestLength {
                digits.append(digit)
            } else {
                exponent += 1
                dropped = dropped || digit != 0
            }
        }
        if dropped {
            // One more digit says "a little above", which is all that the dropped ones can say.
            digits.append(1)
            exponent -= 1
        }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
    }

    /// The value as a whole number.
    var whole: Whole {
        if digits.isEmpty { return .value(0) }
        if exponent < 0 { return .fraction }
        guard Int64(digits.count) + exponent <= 20 else { return .tooGreat }
        var value: UInt64 = 0
        for index in 0..<(digits.count + Int(exponent)) {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(index < digits.count ? UInt64(digits[index]) : 0)
            if overflows || carries { return .tooGreat }
            value = sum
        }
        return .value(value)
    }

    /// The nearest `Double`, ties to even; nil when it is too great.
    var double: Double? {
        if digits.isEmpty { return 0 }
        let magnitude = Int64(digits.count) + exponent
        // The greatest double is about 1.8e308, half of the least one about 2.5e-324.
        if magnitude > 309 { return nil }
        if magnitude < -324 { return 0 }
        if digits.count <= 15, (-22...22).contains(exponent) { return exactProduct }
        return exactQuotient
    }

    /// Both factors are exact doubles, so one correctly rounded operation gives the correctly rounded result (Clinger).
    private var exactProduct: Double {
        var significand: UInt64 = 0
        for digit in digits { significand = significand * 10 + UInt64(digit) }
        var power = 1.0
        for _ in 0..<Int(exponent.magnitude) { power *= 10 }
        return exponent < 0 ? Double(significand) / power : Double(significand) * power
    }

    /// Divides in whole numbers of any length, so that every bit and the remainder are exact.
    private var exactQuotient: Double? {
        var numerator = JSONNatural(digits: digits)
        var denominator = JSONNatural(1)
        if exponent >= 0 {
            numerator.multiply(byPowerOfTen: Int(exponent))
        } else {
            denominator.multiply(byPowerOfTen: Int(-exponent))
        }
        // Scale by a power of two until 1 <= numerator / denominator < 2: `scale` is then the value's binary exponent.
        var scale = numerator.bitWidth - denominator.bitWidth
        if scale > 0 { denominator.shiftLeft(by: scale) } else { numerator.shiftLeft(by: -scale) }
        if numerator < denominator {
            numerator.shiftLeft(by: 1)
            scale -= 1
        }
        // A double has 53 bits, fewer when it is subnormal: the lowest bit then stands for 2^-1074.
        let bits = min(53, scale + 1075)
        if bits < 0 { return 0 }
        var significand: UInt64 = 0
        for _ in 0..<bits {
            significand <<= 1
            if !(numerator < denominator) {
                numerator.subtract(denominator)
                significand |= 1
            }
            numerator.shiftLeft(by: 1)
        }
        // What remains, against half of the lowest bit.
        let isAboveHalf = denominator < numerator
        let isHalf = !isAboveHalf && !(numerator < denominator)
        if isAboveHalf || (isHalf && significand & 1 == 1) { significand += 1 }
        let result = Double(sign: .plus, exponent: scale + 1 - bits, significand: Double(significand))
        return result.isFinite ? result : nil
    }
}
