import Foundation
import NexusClient
@_spi(Host) import SwiftUI
import Testing

@Suite("The String Catalogue")
struct CatalogueTests {
    /// What decides that a literal is not a text of the interface.
    private static let contexts = [
        "verbatim: ", "systemImage: ", "systemName: ", "separator: ", "AttributedString(", "id: ", "message: ",
        "return ", "key: ", "comment: ", "intentIdentifiers: [",
        "profileUnavailable(", "invalidAnswer(", "Refusal(.passkeyInvalid, ", "CIFilter(name: ",
        "inputCorrectionLevel\": ",
    ]

    /// Texts of the SDK that views look up.
    private static let texts =
        (AssistantPrompt.ofConversation + AssistantPrompt.ofEverything).map(\.title)
        + SearchFilter.allCases.map(\.title)

    @Test("every language has the same keys", arguments: Catalogue.languages)
    func complete(language: String) throws {
        let keys = try Catalogue.strings("en").keys
        #expect(try Catalogue.strings(language).keys == keys)
        #expect(keys.count > 200)
    }

    @Test("a translation has the values of its key", arguments: Catalogue.languages)
    func values(language: String) throws {
        for (key, texts) in try Catalogue.translations(language) {
            let wanted = SourceLiteral.values(in: key).sorted()
            for text in texts { #expect(SourceLiteral.values(in: text).sorted() == wanted, "\(key): \(text)") }
        }
    }

    @Test("every phrase of Siri is there in each language, with the app's name", arguments: Catalogue.languages)
    func phrases(language: String) throws {
        let phrases = try Catalogue.phrases(language)
        #expect(Set(phrases.keys) == Set(try Catalogue.phrases("en").keys) && phrases.count >= 4)
        for (key, phrase) in phrases { #expect(phrase.contains("${applicationName}"), "\(key)") }
    }

    @Test("every text of a view is a key, and every key is a text of a view")
    func used() throws {
        let keys = try Catalogue.strings("en").keys.union(Catalogue.phrases("en").keys)
        let patterns = Set(keys.map { SourceLiteral.pattern($0) })
        var found = Set(Self.texts.map { SourceLiteral.pattern($0) })
        for literal in try SourceLiteral.all(under: "Apple/Sources", besides: "Previews") {
            let pattern = SourceLiteral.pattern(ofSource: literal.text)
            if patterns.contains(pattern) { found.insert(pattern) }
            guard literal.isText, !Self.contexts.contains(where: { literal.before.hasSuffix($0) }) else { continue }
            let isKey = patterns.contains(pattern)
            #expect(isKey, "\(literal.file) has \"\(literal.text)\"")
        }
        let unused = keys.filter { !found.contains(SourceLiteral.pattern($0)) }
        #expect(unused.isEmpty)
    }
}
