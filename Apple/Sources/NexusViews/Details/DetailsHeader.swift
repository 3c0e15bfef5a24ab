import NexusClient
import NexusCore
import SwiftUI

/// The picture, name and description of a conversation.
struct DetailsHeader: View {
    let header: ChatHeader

    var body: some View {
        VStack {
            ProfileImageView(picture: header.picture, name: header.title, size: 96)
            Text(verbatim: header.title).font(.title2)
            ChatStatusText(status: ChatStatus(header)).font(.subheadline)
            if !header.about.isEmpty { Text(verbatim: header.about).font(.footnote) }
        }
        .frame(maxWidth: .infinity)
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.isHeader)
    }
}
