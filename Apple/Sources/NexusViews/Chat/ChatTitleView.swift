import NexusClient
import NexusCore
import SwiftUI

/// The title of a chat, and below it who types, who is online or when they last were.
struct ChatTitleView: View {
    let model: ChatViewModel

    var body: some View {
        VStack {
            Text(verbatim: model.title).font(.headline).lineLimit(1)
            ChatStatusText(status: model.status).font(.caption).foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.isHeader)
    }
}

/// The line below the title of a chat.
struct ChatStatusText: View {
    let status: ChatStatus

    var body: some View {
        switch status {
        case .unknown: EmptyView()
        case .typing(let names): typing(names)
        case .online: Text("online")
        case .offline(let lastSeen): offline(lastSeen)
        case .members(let count, let online, _): members(count, online)
        case .gone: Text("You are no longer a member")
        case .accountDeleted: Text("This account was deleted")
        }
    }

    @ViewBuilder private func typing(_ names: [String]) -> some View {
        if names.count == 1 {
            Text("\(names[0]) is typing…")
        } else {
            Text("\(names.count) people are typing…")
        }
    }

    @ViewBuilder private func offline(_ lastSeen: Timestamp?) -> some View {
        if let lastSeen {
            Text("last seen \(lastSeen.date, format: .dateTime.day().month(.abbreviated).hour().minute())")
        } else {
            Text("offline")
        }
    }

    @ViewBuilder private func members(_ count: Int, _ online: Int) -> some View {
        if online > 0 {
            Text("\(count) members, \(online) online")
        } else {
            Text("\(count) members")
        }
    }
}
