import NexusClient
import NexusCore
import SwiftUI

/// The picture of a person or group in a circle; without one, the initials of the name.
struct ProfileImageView: View {
    @Environment(\.pictures) private var pictures
    @Environment(\.displayScale) private var displayScale
    @State private var image: Image?
    let picture: MediaID?
    let name: String
    var size: Double = 56

    var body: some View {
        ZStack {
            Circle().fill(.quaternary)
            if let image {
                image.resizable().scaledToFill()
            } else {
                Text(verbatim: Initials.of(name)).font(.system(size: size * 0.4, weight: .semibold))
            }
        }
        .frame(width: size, height: size)
        .clipShape(.circle)
        .accessibilityHidden(true)
        .task(id: picture) { await load() }
    }

    private func load() async {
        guard let picture else {
            image = nil
            return
        }
        let request = ImageRequest(portrait: picture, side: Int(size * displayScale))
        image = await pictures.image(request) ?? image
    }
}
