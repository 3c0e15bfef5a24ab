import Foundation
import NexusCore
import Testing

/// A value of the wire with the file in Fixtures/Wire that says how it is written.
struct WireFixture: Sendable, CustomTestStringConvertible {
    let name: String
    /// What the value is written as now.
    let written: [UInt8]
    /// Reads a text as the value's type: whether it is the same value, and how that is written.
    let read: @Sendable ([UInt8]) throws -> (isSame: Bool, written: [UInt8])

    init<Value: JSONEncodable & JSONDecodable & Equatable & Sendable>(_ name: String, _ value: Value) {
        self.name = name
        written = value.json
        read = { bytes in
            let found = try Value.decode(bytes)
            return (found == value, found.json)
        }
    }

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fixtures/Wire").standardized

    /// The file's JSON: all of it but the line's end.
    func golden() throws -> [UInt8] {
        var bytes = Array(try Data(contentsOf: Self.folder.appending(path: name + ".json")))
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }
}
