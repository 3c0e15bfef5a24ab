import Foundation

/// A secret in the environment: in the variable itself, or in the file that `…_FILE` names, as container platforms hand secrets over.
public enum SecretSetting {
    /// The characters that a secret consists of. It is one line of at most 4096 bytes.
    public enum Content: Sendable {
        /// Any characters but control characters; line breaks at the end of a file are not part of it.
        case password
        /// Printable ASCII without spaces; white space around it is not part of it.
        case key
    }

    /// Maximum UTF-8 bytes of a secret.
    public static let bytes = 4_096

    /// Reads a secret from `name` or from the file that `name_FILE` names. An empty variable counts as none.
    ///
    /// - Returns: nil without one.
    /// - Throws: ``SecretSettingError``.
    public static func read(
        _ name: String, _ content: Content, in environment: [String: String]
    ) throws(SecretSettingError) -> Secret? {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let file = value("\(name)_FILE")
        guard var text = value(name) ?? file else { return nil }
        let variable = file == nil ? name : "\(name)_FILE"
        if let file {
            guard value(name) == nil else {
                throw SecretSettingError(name, "and \(name)_FILE are both set. Keep one.")
            }
            guard let data = FileManager.default.contents(atPath: file) else {
                throw SecretSettingError(variable, "names a file that cannot be read.")
            }
            guard let read = String(data: data, encoding: .utf8) else {
                throw SecretSettingError(variable, "names a file that is not text.")
            }
            text = content == .password ? read.trimmingCharacters(in: .newlines) : read
        }
        if content == .key { text = text.trimmingCharacters(in: .whitespacesAndNewlines) }
        guard !text.isEmpty, text.utf8.count <= bytes, text.unicodeScalars.allSatisfy(content.allows) else {
            throw SecretSettingError(variable, content.problem)
        }
        return Secret(text)
    }
}

extension SecretSetting.Content {
    fileprivate func allows(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .password: scalar.value >= 0x20
        case .key: (0x21...0x7E).contains(scalar.value)
        }
    }

    fileprivate var problem: String {
        switch self {
        case .password: "holds no password: one line of at most 4096 bytes."
        case .key: "holds no key: one line of printable ASCII without spaces."
        }
    }
}

/// An unusable secret. The text names the variable, never its value.
public struct SecretSettingError: Error, Equatable, Sendable {
    public let variable: String
    /// What is wrong, to follow the variable's name.
    public let problem: String

    init(_ variable: String, _ problem: String) {
        self.variable = variable
        self.problem = problem
    }
}
