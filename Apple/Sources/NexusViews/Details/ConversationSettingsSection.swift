import NexusClient
import NexusCore
import SwiftUI

/// The user's own settings of a conversation, and whether AI may read it.
struct ConversationSettingsSection: View {
    let model: ConversationDetailsViewModel
    let header: ChatHeader

    var body: some View {
        Section("Settings") {
            Toggle("Mute", isOn: isMuted)
            if header.may.setAI { Toggle("AI may read this conversation", isOn: allowsAI) }
        }
    }

    private var isMuted: Binding<Bool> {
        Binding(
            get: { header.mutedUntil != nil },
            set: { isMuted in Task { await model.mute(for: isMuted ? .always : nil) } })
    }

    private var allowsAI: Binding<Bool> {
        Binding(get: { header.allowsAI }, set: { isOn in Task { await model.setAI(isOn) } })
    }
}

/// The files of a conversation, the newest first.
struct SharedMediaSection: View {
    let model: ConversationDetailsViewModel

    var body: some View {
        if !model.media.isEmpty {
            Section("Files") {
                ForEach(model.media, id: \.attachment.media) { AttachmentLabel(attachment: $0.attachment) }
                if model.hasMoreMedia { Button("More files") { Task { await model.loadMoreMedia() } } }
            }
        }
    }
}
