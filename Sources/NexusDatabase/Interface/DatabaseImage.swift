/// The pages of an SQLite database. Tests begin with one, since to make a schema takes many times as long as to copy it.
public struct DatabaseImage: Sendable {
    let bytes: [UInt8]
}
