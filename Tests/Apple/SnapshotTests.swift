import Foundation
import NexusTestSupport
@_spi(Host) import SwiftUI
import Testing

@testable import NexusViews

/// The screens in the states of their previews, as text: docs/apple-screens.md.
///
/// `NEXUS_WRITE_SCREENS=1` writes the page anew.
@Suite("The screens in every state", .serialized) @MainActor
struct SnapshotTests {
    private static let page = Catalogue.root.appendingPathComponent("docs/apple-screens.md")

    private static let screens: [(name: String, states: PreviewStates)] = [
        ("LoginView", PreviewStates(LoginView_Previews.self)),
        ("MainView", PreviewStates(MainView_Previews.self)),
        ("ConversationListView", PreviewStates(ConversationListView_Previews.self)),
        ("ChatView", PreviewStates(ChatView_Previews.self)),
        ("NewChatView", PreviewStates(NewChatView_Previews.self)),
        ("DetailsView", PreviewStates(DetailsView_Previews.self)),
        ("ForwardView", PreviewStates(ForwardView_Previews.self)),
        ("SearchView", PreviewStates(SearchView_Previews.self)),
        ("NexusView", PreviewStates(NexusView_Previews.self)),
        ("InsightsView", PreviewStates(InsightsView_Previews.self)),
        ("SettingsView", PreviewStates(SettingsView_Previews.self)),
        ("SecurityView", PreviewStates(SecurityView_Previews.self)),
        ("YourDataView", PreviewStates(YourDataView_Previews.self)),
        ("RemindersView", PreviewStates(RemindersView_Previews.self)),
        ("Voice", PreviewStates(Voice_Previews.self)),
        ("Parts", PreviewStates(Parts_Previews.self)),
        ("ShareView", PreviewStates(ShareView_Previews.self)),
        ("UnreadView", PreviewStates(UnreadView_Previews.self)),
    ]

    @Test("each is what the page shows")
    func page() async throws {
        if ProcessInfo.processInfo.environment["NEXUS_WRITE_SCREENS"] != nil { try await write() }
        let held = try String(contentsOf: Self.page, encoding: .utf8)
        for screen in Self.screens {
            for state in screen.states.states {
                let host = try host(state.view)
                defer { host.close() }
                let wanted = Self.block(screen.name, state.name, in: held)
                var text = ""
                try await eventually("\(screen.name), \(state.name) is as on the page", within: .seconds(3)) {
                    text = host.text
                    return text == wanted
                }
                #expect(text == wanted)
                #expect(host.problems.isEmpty, "\(screen.name), \(state.name)")
            }
        }
    }

    @Test("each can be shown in every language", arguments: Catalogue.languages)
    func languages(language: String) async throws {
        for screen in Self.screens {
            for state in screen.states.states {
                let host = try host(state.view, language)
                defer { host.close() }
                for _ in 0..<20 {
                    _ = host.text
                    await Task.yield()
                }
                #expect(host.problems.isEmpty, "\(screen.name), \(state.name)")
            }
        }
    }

    @Test("every control has a name for VoiceOver")
    func names() async throws {
        for screen in Self.screens {
            for state in screen.states.states {
                let host = try host(state.view)
                defer { host.close() }
                for _ in 0..<20 {
                    _ = host.text
                    await Task.yield()
                }
                for node in host.all
                where [.button, .link, .field, .secureField, .toggle, .picker, .menu].contains(node.role) {
                    #expect(node.label?.isEmpty == false, "\(screen.name), \(state.name): \(node.symbol ?? "?")")
                }
            }
        }
    }

    private func host(_ view: AnyView, _ language: String = "en") throws -> ScreenHost {
        ScreenHost(view, strings: try Catalogue.strings(language)) {
            $0.locale = Locale(identifier: language == "en" ? "en_US" : language)
        }
    }

    private static func block(_ screen: String, _ state: String, in page: String) -> String? {
        let parts = page.components(separatedBy: "\n## \(screen)\n")
        guard parts.count == 2 else { return nil }
        let section = parts[1].components(separatedBy: "\n## ")[0]
        let states = section.components(separatedBy: "\n### \(state)\n\n```text\n")
        return states.count == 2 ? states[1].components(separatedBy: "\n```")[0] : nil
    }

    private func write() async throws {
        var page = """
            # The screens of the app

            Each screen in the states of its previews, as its host on Linux gives it: a line for each control with its role, name, value and
            actions ([apple.md](apple.md)). `NEXUS_WRITE_SCREENS=1 swift test --filter AppleTests` writes this page.

            """
        for screen in Self.screens {
            page += "\n## \(screen.name)\n"
            for state in screen.states.states {
                let host = try host(state.view)
                defer { host.close() }
                // Until what loads at once is there; the test then waits for the same text.
                var (text, unchanged) = (host.text, 0)
                while unchanged < 100 {
                    await Task.yield()
                    try await Task.sleep(for: .milliseconds(1))
                    unchanged = host.text == text ? unchanged + 1 : 0
                    text = host.text
                }
                page += "\n### \(state.name)\n\n```text\n\(text)\n```\n"
            }
        }
        try page.write(to: Self.page, atomically: true, encoding: .utf8)
    }
}
