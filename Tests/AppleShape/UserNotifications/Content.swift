import Foundation

/// https://developer.apple.com/documentation/usernotifications/unnotificationcontent
@available(iOS 10, macOS 10.14, *)
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
    fileprivate(set) var values = Values()

    struct Values {
        var title = ""
        var subtitle = ""
        var body = ""
        var badge: NSNumber?
        var sound: UNNotificationSound?
        var threadIdentifier = ""
        var categoryIdentifier = ""
        var userInfo: [AnyHashable: Any] = [:]
        var provider: (any UNNotificationContentProviding)?
    }

    public override init() {}

    open var title: String { values.title }
    open var subtitle: String { values.subtitle }
    open var body: String { values.body }
    open var badge: NSNumber? { values.badge }
    open var sound: UNNotificationSound? { values.sound }
    open var threadIdentifier: String { values.threadIdentifier }
    open var categoryIdentifier: String { values.categoryIdentifier }
    open var userInfo: [AnyHashable: Any] { values.userInfo }

    open func copy(with zone: NSZone?) -> Any {
        let copy = UNNotificationContent()
        copy.values = values
        return copy
    }

    open func mutableCopy(with zone: NSZone?) -> Any {
        let copy = UNMutableNotificationContent()
        copy.values = values
        return copy
    }

    @available(iOS 15, macOS 12, *)
    open func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
        let copy = UNNotificationContent()
        copy.values = values
        copy.values.provider = provider
        return copy
    }

    /// What the content was updated from.
    @_spi(Host) public var provider: (any UNNotificationContentProviding)? { values.provider }
}

@available(iOS 10, macOS 10.14, *)
open class UNMutableNotificationContent: UNNotificationContent {
    open override var title: String {
        get { values.title }
        set { values.title = newValue }
    }
    open override var subtitle: String {
        get { values.subtitle }
        set { values.subtitle = newValue }
    }
    open override var body: String {
        get { values.body }
        set { values.body = newValue }
    }
    open override var badge: NSNumber? {
        get { values.badge }
        set { values.badge = newValue }
    }
    open override var sound: UNNotificationSound? {
        get { values.sound }
        set { values.sound = newValue }
    }
    open override var threadIdentifier: String {
        get { values.threadIdentifier }
        set { values.threadIdentifier = newValue }
    }
    open override var categoryIdentifier: String {
        get { values.categoryIdentifier }
        set { values.categoryIdentifier = newValue }
    }
    open override var userInfo: [AnyHashable: Any] {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationcontentproviding
@available(iOS 15, macOS 12, *)
public protocol UNNotificationContentProviding: NSObjectProtocol {}

/// https://developer.apple.com/documentation/usernotifications/unnotificationsound
@available(iOS 10, macOS 10.14, *)
open class UNNotificationSound: NSObject, @unchecked Sendable {
    override init() {}
    open class var `default`: UNNotificationSound { shared }
    private static let shared = UNNotificationSound()
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationrequest
@available(iOS 10, macOS 10.14, *)
open class UNNotificationRequest: NSObject {
    public let identifier: String
    public let content: UNNotificationContent

    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        (self.identifier, self.content) = (identifier, content)
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationtrigger
@available(iOS 10, macOS 10.14, *)
open class UNNotificationTrigger: NSObject { override init() {} }

/// https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension
@available(iOS 10, macOS 10.14, *)
open class UNNotificationServiceExtension: NSObject {
    public override init() {}
    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}
    open func serviceExtensionTimeWillExpire() {}
}
