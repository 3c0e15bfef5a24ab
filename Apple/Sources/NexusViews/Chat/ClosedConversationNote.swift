import NexusCore
import SwiftUI

/// Why nothing can be written here.
struct ClosedConversationNote: View {
    let header: ChatHeader

    var body: some View {
        text.font(.footnote).foregroundStyle(.secondary).padding()
    }

    private var text: Text {
        if header.isGone { return Text("You are no longer a member of this group.") }
        if header.isBlocked { return Text("You have blocked \(header.title).") }
        return Text("\(header.title) has deleted their account.")
    }
}
