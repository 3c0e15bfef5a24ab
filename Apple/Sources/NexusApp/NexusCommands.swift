import NexusViews
import SwiftUI

/// The menus of a Mac, and the keys of an iPad's keyboard.
struct NexusCommands: Commands {
    let launch: Launch

    var body: some Commands {
        CommandGroup(replacing: .newItem) {
            Button("New message") { launch.model?.router.compose() }.keyboardShortcut("n")
        }
        CommandMenu("Go") {
            Button("Chats") { launch.model?.router.tab = .chats }.keyboardShortcut("1")
            Button("Nexus") { launch.model?.router.tab = .nexus }.keyboardShortcut("2")
            Button("Insights") { launch.model?.router.tab = .insights }.keyboardShortcut("3")
            Button("Search messages") { launch.model?.router.search() }.keyboardShortcut("f")
        }
    }
}
