import NexusClient
import NexusCore
import SwiftUI

/// A picture of a message, loaded when it is shown.
struct PictureView: View {
    @Environment(\.pictures) private var pictures
    @State private var image: Image?
    let attachment: Attachment
    /// Pixels of the longer side.
    let side: Int

    var body: some View {
        ZStack {
            if let image {
                image.resizable().scaledToFit()
            } else {
                Rectangle().fill(.quaternary)
                Image(systemName: "photo")
            }
        }
        .accessibilityElement(children: .ignore)
        .task(id: attachment.media) { image = await pictures.image(ImageRequest(attachment, side: side)) ?? image }
    }
}
