import Foundation

/// The operator's settings of a language model: any endpoint with OpenAI's chat completions API (hosted ones, Ollama,
/// llama.cpp, vLLM).
public struct ChatEndpointSettings: Sendable {
    /// The whole address, `…/chat/completions`.
    public var url: String
    public var model: String
    public var key: SecretKey?
    /// Tokens of request and reply together.
    public var window = 8_192
    /// The maximum time between two pieces of the reply before the attempt times out.
    public var patience = Duration.seconds(30)

    /// A key that no description, log or dump shows.
    public struct SecretKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        let text: String

        public init(_ text: String) { self.text = text }

        public var description: String { "(secret)" }
        public var debugDescription: String { description }
        public var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    /// - Parameter url: the base (`https://api.example.org/v1`) or the whole address of chat completions.
    /// - Throws: ``ChatSettingsError``.
    public init(url: String, model: String, key: SecretKey? = nil) throws(ChatSettingsError) {
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
            parts.scheme == "http" || parts.scheme == "https"
        else { throw ChatSettingsError("NEXUS_AI_URL", "is an address like https://api.example.org/v1.") }
        guard parts.user == nil, parts.password == nil else {
            throw ChatSettingsError("NEXUS_AI_URL", "holds no name and password: the key has a variable of its own.")
        }
        guard parts.query == nil, parts.fragment == nil else {
            throw ChatSettingsError("NEXUS_AI_URL", "has nothing after its path.")
        }
        var address = url
        while address.hasSuffix("/") { address.removeLast() }
        if !address.hasSuffix("/chat/completions") { address += "/chat/completions" }
        guard !model.isEmpty, model.count <= 200, !model.unicodeScalars.contains(where: { $0.value < 0x21 }) else {
            throw ChatSettingsError("NEXUS_AI_MODEL", "is the model's name, without spaces.")
        }
        self.url = address
        self.model = model
        self.key = key
    }

    /// Reads `NEXUS_AI_URL`, `NEXUS_AI_MODEL`, `NEXUS_AI_KEY` or `NEXUS_AI_KEY_FILE`, and `NEXUS_AI_WINDOW`.
    ///
    /// - Returns: nil if none is configured.
    /// - Throws: ``ChatSettingsError``.
    public init?(environment: [String: String]) throws(ChatSettingsError) {
        func text(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let (url, model) = (text("NEXUS_AI_URL"), text("NEXUS_AI_MODEL"))
        let others = ["NEXUS_AI_MODEL", "NEXUS_AI_KEY", "NEXUS_AI_KEY_FILE", "NEXUS_AI_WINDOW"]
        guard let url else {
            if let named = others.first(where: { text($0) != nil }) {
                throw ChatSettingsError("NEXUS_AI_URL", "is missing, though \(named) is set.")
            }
            return nil
        }
        guard let model else { throw ChatSettingsError("NEXUS_AI_MODEL", "is missing, though NEXUS_AI_URL is set.") }
        try self.init(url: url, model: model, key: try Self.key(text("NEXUS_AI_KEY"), file: text("NEXUS_AI_KEY_FILE")))
        if let window = text("NEXUS_AI_WINDOW") {
            guard let tokens = Int(window), (2_048...10_000_000).contains(tokens) else {
                throw ChatSettingsError("NEXUS_AI_WINDOW", "is a number of tokens, 2048 to 10000000.")
            }
            self.window = tokens
        }
    }

    private static func key(_ text: String?, file: String?) throws(ChatSettingsError) -> SecretKey? {
        guard text == nil || file == nil else {
            throw ChatSettingsError("NEXUS_AI_KEY", "and NEXUS_AI_KEY_FILE are both set. Keep one.")
        }
        let name = file == nil ? "NEXUS_AI_KEY" : "NEXUS_AI_KEY_FILE"
        var key = text
        if let file {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw ChatSettingsError(name, "names a file that cannot be read.")
            }
            key = String(data: data, encoding: .utf8)
            guard key != nil else { throw ChatSettingsError(name, "names a file that is not text.") }
        }
        guard let found = key?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
        guard !found.isEmpty, found.count <= 4_096,
            found.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) })
        else { throw ChatSettingsError(name, "holds no key: one line of printable ASCII without spaces.") }
        return SecretKey(found)
    }
}

/// An invalid setting of a language model. The text names the variable, never its value.
public struct ChatSettingsError: Error, Equatable, Sendable {
    public let variable: String
    public let text: String

    public init(_ variable: String, _ problem: String) {
        self.variable = variable
        text = "\(variable) \(problem)"
    }
}
