/// The reason why a model's files cannot be used. The messages name files and fields, never their contents.
public enum ModelError: Error, Equatable, Sendable {
    /// The folder lacks a file that the model needs.
    case missing(file: String)
    /// A file violates its format.
    case damaged(file: String, reason: String)

    /// Stable, for logs and for the health page.
    public var code: String {
        switch self {
        case .missing: "model_missing"
        case .damaged: "model_damaged"
        }
    }
}

extension ModelError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let file): "the model folder has no \(file)"
        case .damaged(let file, let reason): "\(file) is damaged: \(reason)"
        }
    }
}
