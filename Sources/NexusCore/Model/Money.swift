/// An amount of money, in millionths of a currency's unit.
public struct Money: Equatable, Sendable {
    public var millionths: Int64
    /// The operator's word for the currency: `USD`.
    public var currency: String

    public init(millionths: Int64, currency: String) {
        self.millionths = millionths
        self.currency = currency
    }

    /// The amount with two decimals, or as many up to six as it needs: `0.0123 USD`.
    public var text: String {
        let whole = millionths.magnitude / 1_000_000
        var decimals = String(millionths.magnitude % 1_000_000)
        decimals = String(repeating: "0", count: 6 - decimals.count) + decimals
        while decimals.count > 2, decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(millionths < 0 ? "-" : "")\(whole).\(decimals) \(currency)"
    }

    /// Reads a decimal number of at most six decimals, as `2.5`, as millionths; nil for anything else, and from a
    /// billion on.
    public static func millionths(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].count <= 9,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        var decimals = parts.count == 2 ? String(parts[1]) : "0"
        guard (1...6).contains(decimals.count), let whole = Int64(parts[0]) else { return nil }
        decimals += String(repeating: "0", count: 6 - decimals.count)
        return Int64(decimals).map { whole * 1_000_000 + $0 }
    }
}
