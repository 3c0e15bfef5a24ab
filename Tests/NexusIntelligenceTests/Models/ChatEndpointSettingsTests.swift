import Foundation
import Testing

@testable import NexusIntelligence

@Suite("The settings of a language model")
struct ChatEndpointSettingsTests {
    private func settings(_ environment: [String: String]) throws -> ChatEndpointSettings? {
        try ChatEndpointSettings(environment: environment)
    }

    @Test(
        "a base address and a complete one are equivalent",
        arguments: [
            "http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1/chat/completions",
        ])
    func address(url: String) throws {
        let made = try #require(try settings(["NEXUS_AI_URL": url, "NEXUS_AI_MODEL": "llama3.1"]))
        #expect(made.url == "http://127.0.0.1:11434/v1/chat/completions")
        #expect(made.model == "llama3.1" && made.key == nil && made.window == 8_192)
    }

    @Test("without variables there is no model")
    func none() throws { #expect(try settings(["PATH": "/bin", "NEXUS_AI_URL": ""]) == nil) }

    @Test(
        "a wrong value's variable is named, and the value never repeated",
        arguments: [
            (["NEXUS_AI_MODEL": "x"], "NEXUS_AI_URL"), (["NEXUS_AI_KEY": "sk-secret"], "NEXUS_AI_URL"),
            (["NEXUS_AI_URL": "http://a/v1"], "NEXUS_AI_MODEL"),
            (["NEXUS_AI_URL": "ftp://secret/v1", "NEXUS_AI_MODEL": "x"], "NEXUS_AI_URL"),
            (["NEXUS_AI_URL": "secret", "NEXUS_AI_MODEL": "x"], "NEXUS_AI_URL"),
            (["NEXUS_AI_URL": "https://user:secret@a/v1", "NEXUS_AI_MODEL": "x"], "NEXUS_AI_URL"),
            (["NEXUS_AI_URL": "https://a/v1?key=secret", "NEXUS_AI_MODEL": "x"], "NEXUS_AI_URL"),
            (["NEXUS_AI_URL": "https://a/v1", "NEXUS_AI_MODEL": "se cret"], "NEXUS_AI_MODEL"),
            (["NEXUS_AI_URL": "https://a/v1", "NEXUS_AI_MODEL": "x", "NEXUS_AI_KEY": "a secret"], "NEXUS_AI_KEY"),
            (
                [
                    "NEXUS_AI_URL": "https://a/v1", "NEXUS_AI_MODEL": "x", "NEXUS_AI_KEY": "secret",
                    "NEXUS_AI_KEY_FILE": "f",
                ],
                "NEXUS_AI_KEY"
            ),
            (
                ["NEXUS_AI_URL": "https://a/v1", "NEXUS_AI_MODEL": "x", "NEXUS_AI_KEY_FILE": "/nowhere/secret"],
                "NEXUS_AI_KEY_FILE"
            ),
            (["NEXUS_AI_URL": "https://a/v1", "NEXUS_AI_MODEL": "x", "NEXUS_AI_WINDOW": "12"], "NEXUS_AI_WINDOW"),
        ] as [([String: String], String)])
    func wrong(environment: [String: String], variable: String) {
        let error = #expect(throws: ChatSettingsError.self) { try settings(environment) }
        #expect(error?.variable == variable)
        #expect(error?.text.hasPrefix(variable) == true)
        #expect(error?.text.contains("secret") == false)
    }

    @Test("a key file is read without its line break, and no description shows the key")
    func key() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "nexus-key-\(UUID().uuidString)")
        try Data("sk-secret\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let made = try #require(
            try settings(["NEXUS_AI_URL": "https://a/v1", "NEXUS_AI_MODEL": "x", "NEXUS_AI_KEY_FILE": file.path]))
        #expect(made.key?.text == "sk-secret")
        var dumped = ""
        dump(made, to: &dumped)
        #expect(!"\(made) \(String(reflecting: made)) \(dumped)".contains("sk-secret"))
    }
}
