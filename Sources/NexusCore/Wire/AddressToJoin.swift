/// The request of `Endpoints.askToJoin`.
public struct AddressToJoin: Equatable, Sendable {
    public var email: String

    public init(email: String) { self.email = email }
}

extension AddressToJoin: JSONRecord {
    public init(_: Blank) { self.init(email: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("email", &email)
    }
}
