extension Member {
    /// The role in a group. In a direct conversation both are members. The raw value is stored.
    public enum Role: Int, Equatable, Sendable, CaseIterable {
        case member = 0
        /// Each group has one owner.
        case owner = 1
        case admin = 2

        /// The word on the wire and in interfaces.
        public var name: String {
            switch self {
            case .member: "member"
            case .owner: "owner"
            case .admin: "admin"
            }
        }

        public init?(name: String) {
            guard let role = Role.allCases.first(where: { $0.name == name }) else { return nil }
            self = role
        }

        /// Owners rank above admins, and these above members.
        var rank: Int {
            switch self {
            case .member: 0
            case .admin: 1
            case .owner: 2
            }
        }
    }
}
