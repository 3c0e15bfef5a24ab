#if !os(macOS)
    import Foundation
    import NexusClient
    import NexusCore
    import UserNotifications

    /// The notifications of the app: its registration, what arrives, and what the user does with it.
    @MainActor
    public final class AppNotifications {
        private let center: UNUserNotificationCenter
        private let keys: any PushKeyStore
        private let device: PushDeviceViewModel
        private let responder: NotificationResponder
        private let refresh: @Sendable () async -> Bool
        private let open: (BannersViewModel.Destination) -> Void
        private let wake: () async -> Void
        private let rest: () async -> Void
        private lazy var delegate = NotificationCenterDelegate { [weak self] in await self?.answered($0) }

        /// - Parameters:
        ///   - open: shows a conversation.
        ///   - wake: takes the profile, which the app released in the background.
        ///   - rest: releases the profile if the app was only woken.
        public init(
            _ service: any NotificationAnswering & PushDeviceService, keys: any PushKeyStore, isSandbox: Bool,
            center: UNUserNotificationCenter = .current(),
            open: @escaping (BannersViewModel.Destination) -> Void, wake: @escaping () async -> Void,
            rest: @escaping () async -> Void
        ) {
            self.center = center
            self.keys = keys
            self.open = open
            self.wake = wake
            self.rest = rest
            device = PushDeviceViewModel(service, keys: keys, isSandbox: isSandbox)
            responder = NotificationResponder(service)
            refresh = {
                let summary = try? await service.sync(within: NotificationResponder.patience)
                return summary?.arrived.isEmpty == false
            }
        }

        /// The app starts: before the system delivers the tap that started it.
        public func begin() {
            center.delegate = delegate
            center.setNotificationCategories([NotificationActions.message])
        }

        /// Keeps the device registered; returns when the task is cancelled.
        public func observe() async { await device.observe() }

        /// The user signed in or out: a new user is asked whether notifications may be shown.
        public func sessionChanged(isSignedIn: Bool) async {
            await device.refresh()
            if isSignedIn { _ = try? await center.requestAuthorization(options: [.alert, .badge, .sound]) }
        }

        /// The system's token for this device.
        public func take(_ token: Data) async { await device.take(Array(token)) }

        /// A push that shows nothing arrived: withdraws what was read elsewhere, and receives what is new.
        ///
        /// - Returns: whether there was anything new.
        public func received(_ notification: PushedNotification?) async -> Bool {
            if let notification, notification.kind == .withdrawal {
                await DeliveredNotifications.withdraw(notification, from: center)
            }
            await wake()
            let isNew = await refresh()
            await rest()
            return isNew
        }

        /// Reads a payload; nil for one that this device cannot read.
        public func read(_ userInfo: [AnyHashable: Any]) -> PushedNotification? {
            NotificationOpener(keys: keys, pictures: nil).open(userInfo)
        }

        func answered(_ answer: NotificationAnswer) async {
            await wake()
            do throws(ClientError) {
                if let place = try await responder.perform(answer) { return open(place.destination) }
            } catch {
                // The system has closed the field of the reply: its text must not be lost.
                if case .replied(let text, let place) = answer {
                    await DeliveredNotifications.tell(notSent: text, to: place, in: center)
                }
            }
            await rest()
        }
    }
#endif
