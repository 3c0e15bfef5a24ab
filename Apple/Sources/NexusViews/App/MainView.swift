import NexusClient
import SwiftUI

/// The signed-in app: tabs on iPhone, columns on iPad and Mac.
struct MainView: View {
    @Environment(\.horizontalSizeClass) private var sizeClass
    let model: AppModel

    var body: some View {
        layout
            .safeAreaInset(edge: .top) { VStack(spacing: 8) { notices } }
            .onChange(of: model.router.path) { model.banners.viewed = model.router.viewed }
            .onChange(of: model.router.tab) { model.banners.viewed = model.router.viewed }
            .task(id: model.banners.destination) { await model.followDestination() }
    }

    @ViewBuilder private var layout: some View {
        if sizeClass == .regular {
            ColumnsView(model: model)
        } else {
            TabsView(model: model)
        }
    }

    @ViewBuilder private var notices: some View {
        OfflineBanner(model: model.connection)
        SecondFactorNotice(session: model.session, security: model.settings.security)
        ErrorLine(error: model.refusals.error).padding(.horizontal)
        ReminderBanner(model: model.reminders)
        NotificationBannerView(model: model.banners)
    }
}
