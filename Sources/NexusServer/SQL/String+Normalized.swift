import Foundation

extension String {
    /// In Unicode's Normalization Form C (UAX #15), so that what looks the same is stored the same.
    var normalized: String { precomposedStringWithCanonicalMapping }
}
