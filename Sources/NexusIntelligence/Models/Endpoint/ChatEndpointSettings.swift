import Foundation

/// The operator's settings of a language model: any endpoint with OpenAI's chat completions API (hosted ones, Ollama,
/// llama.cpp, vLLM).
public struct ChatEndpointSettings: Sendable {
    /// The whole address, `…/chat/completions`.
    public var url: String
    public var model: String
    public var key: Secret?
    /// Tokens of request and reply together.
    public var window = 8_192
    /// The maximum time between two pieces of the reply before the attempt times out.
    public var patience = Duration.seconds(30)

    /// - Parameter url: the base (`https://api.example.org/v1`) or the whole address of chat completions.
    /// - Throws: ``ChatSettingsError``.
    public init(url: String, model: String, key: Secret? = nil) throws(ChatSettingsError) {
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
        try self.init(url: url, model: model, key: try Self.key(in: environment))
        if let window = text("NEXUS_AI_WINDOW") {
            guard let tokens = Int(window), (2_048...10_000_000).contains(tokens) else {
                throw ChatSettingsError("NEXUS_AI_WINDOW", "is a number of tokens, 2048 to 10000000.")
            }
            self.window = tokens
        }
    }

    private static func key(in environment: [String: String]) throws(ChatSettingsError) -> Secret? {
        do {
            return try SecretSetting.read("NEXUS_AI_KEY", .key, in: environment)
        } catch {
            throw ChatSettingsError(error.variable, error.problem)
        }
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
