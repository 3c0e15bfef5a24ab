/// The letters in the place of a missing picture.
enum Initials {
    /// The first letters of the first and the last word of a name, in upper case.
    static func of(_ name: String) -> String {
        let words = name.split { $0.isWhitespace }
        let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
        return String(letters).uppercased()
    }
}
