import Foundation
import NexusCore
import Testing

/// A value of the wire format with its golden file in Fixtures/Wire.
struct WireFixture: Sendable, CustomTestStringConvertible {
    let name: String
    /// The present encoding of the value.
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

    /// The file's JSON, without the final line break.
    func golden() throws -> [UInt8] {
        var bytes = Array(try Data(contentsOf: Self.folder.appending(path: name + ".json")))
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }
}
