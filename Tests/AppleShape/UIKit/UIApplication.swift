import Foundation

/// https://developer.apple.com/documentation/uikit/uiapplication
@available(iOS 2, *)
@MainActor
open class UIApplication: NSObject {
    override init() {}
    open class var shared: UIApplication { single }
    private static let single = UIApplication()

    @available(iOS 8, *)
    nonisolated public class var openSettingsURLString: String { "app-settings:" }

    public struct LaunchOptionsKey: Hashable, Sendable {}

    public enum State: Int, Sendable { case active, inactive, background }
    open var applicationState: State { .active }
    open func registerForRemoteNotifications() {}
    open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { UIBackgroundTaskIdentifier(rawValue: 1) }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

/// https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier
@available(iOS 4, *)
public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// https://developer.apple.com/documentation/uikit/uibackgroundfetchresult
@available(iOS 7, *)
public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

/// https://developer.apple.com/documentation/uikit/uiresponder
@available(iOS 2, *)
@MainActor
open class UIResponder: NSObject { public override init() {} }

/// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
@available(iOS 2, *)
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
}

/// https://developer.apple.com/documentation/uikit/uiview
@available(iOS 2, *)
@MainActor
open class UIView: UIResponder {
    open func addSubview(_ view: UIView) {}
    open var frame = CGRect.zero
    open var bounds = CGRect.zero
    open var autoresizingMask: AutoresizingMask = []

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }
}

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@available(iOS 2, *)
@MainActor
open class UIViewController: UIResponder {
    open var view: UIView! = UIView()
    open var extensionContext: NSExtensionContext? { nil }
    open func viewDidLoad() {}
    open func addChild(_ childController: UIViewController) {}
    open func didMove(toParent parent: UIViewController?) {}
}
