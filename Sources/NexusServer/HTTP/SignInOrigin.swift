/// Where a session is opened from, as the server knows it.
struct SignInOrigin: Equatable, Sendable {
    /// The maximum characters of a place; longer ones are cut.
    static let placeCharacters = 100
    /// The header in which the operator's proxy names the place of an address in words.
    static let placeHeader = "Nexus-Place"
    static let unknown = SignInOrigin(address: "", place: nil)

    /// As the limits count it; empty if it is not known.
    var address: String
    var place: String?

    /// Place and address, as far as they are known.
    var text: String { [place ?? "", address].filter { !$0.isEmpty }.joined(separator: ", ") }
}
