import NexusClient
import NexusCore
import SwiftUI

/// The devices where the user is signed in.
struct SessionsSection: View {
    let model: SessionsViewModel

    var body: some View {
        Section("Devices") {
            ForEach(model.sessions, id: \.id) { SessionRow(session: $0, model: model) }
            if !model.others.isEmpty {
                Button("Sign out of all other devices", role: .destructive) { Task { await model.endOthers() } }
            }
            ErrorLine(error: model.error)
        }
    }
}

/// A device where the user is signed in.
struct SessionRow: View {
    let session: SessionInfo
    let model: SessionsViewModel

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(verbatim: session.device)
                if session.isCurrent { Text("This device").font(.caption) } else { lastUsed }
            }
            .accessibilityElement(children: .combine)
            Spacer()
            if !session.isCurrent {
                Button("Sign out of \(session.device)", systemImage: "xmark.circle", role: .destructive) {
                    Task { await model.end(session.id) }
                }
                .labelStyle(.iconOnly)
            }
        }
    }

    private var lastUsed: some View {
        Text("last used \(session.lastUsedAt.date, format: .dateTime.day().month(.abbreviated).year())").font(.caption)
    }
}
