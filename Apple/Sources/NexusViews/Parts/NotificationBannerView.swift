import NexusClient
import NexusCore
import SwiftUI

/// A message of another conversation, for four seconds. A tap goes there.
struct NotificationBannerView: View {
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    let model: BannersViewModel

    var body: some View {
        ZStack {
            if let banner = model.shown { content(banner) }
        }
        .animation(reducesMotion ? nil : .snappy, value: model.shown)
        .sensoryFeedback(.impact, trigger: model.shown)
    }

    private func content(_ banner: Banner) -> some View {
        HStack {
            Button {
                model.tap()
            } label: {
                words(banner)
            }.buttonStyle(.plain)
            Spacer()
            Button("Dismiss", systemImage: "xmark") { model.dismiss() }.labelStyle(.iconOnly)
        }
        .padding()
        .background(.regularMaterial, in: .rect(cornerRadius: 16))
        .padding(.horizontal)
    }

    private func words(_ banner: Banner) -> some View {
        VStack(alignment: .leading) {
            if let title = banner.title {
                Text("\(banner.senderName) in \(title)").font(.headline)
            } else {
                Text(verbatim: banner.senderName).font(.headline)
            }
            Text(verbatim: banner.text).font(.subheadline).lineLimit(2)
        }
    }
}
