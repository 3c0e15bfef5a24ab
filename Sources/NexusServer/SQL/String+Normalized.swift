import Foundation

extension String {
    /// In Unicode's Normalization Form C (UAX #15), so that equal texts are stored the same.
    var normalized: String { precomposedStringWithCanonicalMapping }
}
