#if !os(macOS)
    import Foundation
    import NexusClient
    import NexusSystem
    import NexusViews
    import UIKit
    import WidgetKit

    /// What the system tells an app of iPhone and iPad and no view: its token, and notifications.
    final class AppDelegate: NSObject, UIApplicationDelegate {
        let launch = Launch.begin()
        private(set) lazy var notifications: AppNotifications? = makeNotifications()

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            notifications?.begin()
            application.registerForRemoteNotifications()
            return true
        }

        func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) { Task { await notifications?.take(deviceToken) } }

        func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
        ) {
            let notification = notifications?.read(userInfo)
            let completion = CompletionHandler(completionHandler)
            Task {
                let isNew = await notifications?.received(notification) == true
                WidgetCenter.shared.reloadTimelines(ofKind: UnreadEntry.widget)
                completion(isNew ? .newData : .noData)
            }
        }

        func sessionChanged() {
            guard let model = launch.model else { return }
            let isSignedIn = if case .signedIn = model.session.state { true } else { false }
            // Before the first reading nobody is signed out.
            guard isSignedIn || model.session.state == .signedOut else { return }
            Task { await notifications?.sessionChanged(isSignedIn: isSignedIn) }
        }

        /// What was read in the app is no longer unread in the widget.
        func suspensionChanged() { WidgetCenter.shared.reloadTimelines(ofKind: UnreadEntry.widget) }

        private func makeNotifications() -> AppNotifications? {
            guard case .running(let model, let client) = launch, let keys = SharedProfile.pushKeys else { return nil }
            #if DEBUG
                let isSandbox = true
            #else
                let isSandbox = false
            #endif
            return AppNotifications(
                client, keys: keys, isSandbox: isSandbox, open: { model.banners.open($0) },
                wake: { await client.resume() },
                rest: {
                    if UIApplication.shared.applicationState == .background { await client.suspend() }
                })
        }
    }
#endif
