import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// The attachments of a message, with the progress of their upload.
struct AttachmentsView: View {
    let message: MessageRow
    let progress: UploadProgress?
    let open: (Attachment) -> Void

    var body: some View {
        ForEach(message.attachments, id: \.media) { attachment in
            if attachment.kind == .voice {
                VoiceMessageView(attachment: attachment).disabled(message.seq == nil)
            } else {
                Button {
                    open(attachment)
                } label: {
                    AttachmentLabel(attachment: attachment)
                }
                .buttonStyle(.plain)
                .disabled(message.seq == nil)
            }
        }
        if let progress {
            ProgressView(value: progress.fraction).accessibilityLabel("Upload")
        }
    }
}

/// An attachment: a picture, or its kind, name and size.
struct AttachmentLabel: View {
    let attachment: Attachment

    var body: some View {
        switch attachment.kind {
        case .image: picture
        case .voice:
            Label(
                "Voice message, \(DurationText.of(milliseconds: attachment.duration))", systemImage: "waveform")
        case .file:
            Label {
                file
            } icon: {
                Image(systemName: "doc")
            }
        }
    }

    private var picture: some View {
        PictureView(attachment: attachment, side: 840)
            .frame(maxWidth: 280, maxHeight: 280)
            .clipShape(.rect(cornerRadius: 12))
            .accessibilityLabel("Photo \(attachment.name)")
    }

    private var file: some View {
        VStack(alignment: .leading) {
            Text(verbatim: attachment.name)
            Text(attachment.bytes, format: .byteCount(style: .file)).font(.caption)
        }
    }
}
