import NexusClient
import NexusCore
import SwiftUI

/// The pictures of a conversation one by one, beginning with one; or what is known of another file.
struct MediaViewerView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var model: MediaViewerViewModel
    private let attachment: Attachment

    init(_ attachment: Attachment, in conversation: ConversationID, services: any MediaViewerService) {
        _model = State(
            initialValue: MediaViewerViewModel(conversation, showing: attachment.media, service: services))
        self.attachment = attachment
    }

    var body: some View {
        VStack {
            if attachment.kind == .image {
                PictureView(attachment: shown, side: 2_048)
                    .accessibilityLabel("Photo \(shown.name)")
                steps
                ErrorLine(error: model.error)
            } else {
                AttachmentLabel(attachment: attachment)
            }
        }
        .navigationTitle(attachment.name)
        .toolbar { ToolbarItem(placement: .confirmationAction) { Button("Done") { dismiss() } } }
        .task { if attachment.kind == .image { await model.observe() } }
    }

    /// The picture on the screen.
    private var shown: Attachment { model.current?.attachment ?? attachment }

    private var steps: some View {
        HStack {
            Button("Previous picture", systemImage: "chevron.left") { model.previous() }.disabled(!model.hasPrevious)
            Spacer()
            Button("Next picture", systemImage: "chevron.right") { model.next() }.disabled(!model.hasNext)
        }
        .labelStyle(.iconOnly)
        .padding()
    }
}
