/// How the schema of a database compares with the one of this program.
public enum SchemaState: Equatable, Sendable {
    /// The database lacks the last steps of the program, so many; 0 if it is up to date.
    case behind(Int)
    /// A newer program has added these steps, all expansions: this one goes on.
    case expanded([String])
    /// A newer program has added a step that this one cannot go on with.
    case newer(String)
    /// The steps are in another order.
    case reordered

    /// - Parameters:
    ///   - taken: the names of the steps that the database has, in order.
    ///   - migrations: the program's.
    public init(_ taken: [String], for migrations: [Migration]) {
        let known = migrations.map(\.name)
        if known.starts(with: taken) {
            self = .behind(known.count - taken.count)
        } else if taken.starts(with: known) {
            let added = Array(taken.dropFirst(known.count))
            self = added.first { !Migration.isExpansion($0) }.map { .newer($0) } ?? .expanded(added)
        } else {
            self = taken.first { !known.contains($0) }.map { .newer($0) } ?? .reordered
        }
    }
}
