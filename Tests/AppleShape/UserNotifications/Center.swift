import Foundation

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter
@available(iOS 10, macOS 10.14, *)
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    override init() {}
    open class func current() -> UNUserNotificationCenter { shared }
    private static let shared = UNUserNotificationCenter()

    weak open var delegate: (any UNUserNotificationCenterDelegate)?
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { true }
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
    open func deliveredNotifications() async -> [UNNotification] { [] }
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
    open func add(_ request: UNNotificationRequest) async throws {}
    @available(iOS 16, macOS 13, *)
    open func setBadgeCount(_ newBadgeCount: Int) async throws {}
}

/// https://developer.apple.com/documentation/usernotifications/unauthorizationoptions
@available(iOS 10, macOS 10.14, *)
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    public static let alert = UNAuthorizationOptions(rawValue: 4)
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions
@available(iOS 10, macOS 10.14, *)
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
}

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate
@available(iOS 10, macOS 10.14, *)
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}

/// https://developer.apple.com/documentation/usernotifications/unnotification
@available(iOS 10, macOS 10.14, *)
open class UNNotification: NSObject {
    public let request: UNNotificationRequest
    /// The system makes them.
    @_spi(Host) public init(request: UNNotificationRequest) { self.request = request }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationresponse
@available(iOS 10, macOS 10.14, *)
open class UNNotificationResponse: NSObject {
    public let notification: UNNotification
    public let actionIdentifier: String
    /// The system makes them.
    @_spi(Host) public init(notification: UNNotification, actionIdentifier: String) {
        (self.notification, self.actionIdentifier) = (notification, actionIdentifier)
    }
}

/// https://developer.apple.com/documentation/usernotifications/untextinputnotificationresponse
@available(iOS 10, macOS 10.14, *)
open class UNTextInputNotificationResponse: UNNotificationResponse {
    public let userText: String
    /// The system makes them.
    @_spi(Host) public init(notification: UNNotification, actionIdentifier: String, userText: String) {
        self.userText = userText
        super.init(notification: notification, actionIdentifier: actionIdentifier)
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationdefaultactionidentifier
@available(iOS 10, macOS 10.14, *)
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// https://developer.apple.com/documentation/usernotifications/unnotificationaction
@available(iOS 10, macOS 10.14, *)
open class UNNotificationAction: NSObject {
    public let identifier: String
    public let title: String
    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        (self.identifier, self.title) = (identifier, title)
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationactionoptions
@available(iOS 10, macOS 10.14, *)
public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
}

/// https://developer.apple.com/documentation/usernotifications/untextinputnotificationaction
@available(iOS 10, macOS 10.14, *)
open class UNTextInputNotificationAction: UNNotificationAction {
    public let textInputButtonTitle: String
    public let textInputPlaceholder: String
    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        (self.textInputButtonTitle, self.textInputPlaceholder) = (textInputButtonTitle, textInputPlaceholder)
        super.init(identifier: identifier, title: title, options: options)
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationcategory
@available(iOS 10, macOS 10.14, *)
open class UNNotificationCategory: NSObject {
    public let identifier: String
    public let actions: [UNNotificationAction]
    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        (self.identifier, self.actions) = (identifier, actions)
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationcategoryoptions
@available(iOS 10, macOS 10.14, *)
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
