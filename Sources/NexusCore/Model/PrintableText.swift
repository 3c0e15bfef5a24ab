extension String {
    /// The text without control characters but line breaks and tabs: some terminals obey them.
    public var printable: String {
        guard unicodeScalars.contains(where: String.isControl) else { return self }
        var printable = String.UnicodeScalarView()
        for scalar in unicodeScalars where !String.isControl(scalar) { printable.append(scalar) }
        return String(printable)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" && scalar != "\t" && scalar != "\r"
            || (0x7F...0x9F).contains(scalar.value)
    }
}
