import Foundation

/// The location of models: a folder for each, by name, in the folder that `NEXUS_MODELS` names, else in the installed one, else in `models`.
public struct ModelFolder: Equatable, Sendable {
    /// The folder of the embedding model, in the folder of models.
    public static let embeddingName = "all-MiniLM-L6-v2"

    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// The folder that the environment names, else the installed one, else `models` in `base`.
    public init(environment: [String: String], installed: String? = nil, base: String = ".") {
        let named = environment["NEXUS_MODELS"].flatMap { $0.isEmpty ? nil : $0 }
        path = named ?? installed ?? base + "/models"
    }

    /// The folder with the embedding model's files; also `NEXUS_MODELS` itself if it contains them.
    public var embedding: String {
        let own = path + "/" + Self.embeddingName
        let direct = FileManager.default.fileExists(atPath: path + "/model.safetensors")
        return direct && !FileManager.default.fileExists(atPath: own + "/model.safetensors") ? path : own
    }

    /// Whether the embedding model's weights exist; opening them verifies them.
    public var hasEmbedding: Bool {
        FileManager.default.fileExists(atPath: embedding + "/model.safetensors")
    }
}
