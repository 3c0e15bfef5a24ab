import Foundation
import NexusIntelligence

/// The embedding model, if it was fetched, and what other programs computed with it.
enum ModelFixture {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized
    static let folder = ModelFolder(environment: ProcessInfo.processInfo.environment, base: root.path)

    /// A file of `Fixtures/Model`.
    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: root.appending(path: "Fixtures/Model/\(name)"))
    }

    /// The examples in a file of `Fixtures/Model`.
    static func examples<Example: Decodable>(_ name: String) throws -> [Example] {
        try JSONDecoder().decode([Example].self, from: data(name))
    }
}
