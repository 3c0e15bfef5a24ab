import Foundation

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery
@available(macOS 10.11, iOS 9, *)
@MainActor
open class XCUIElementQuery: NSObject {
    open subscript(key: String) -> XCUIElement { XCUIElement() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielement
@available(macOS 10.11, iOS 9, *)
@MainActor
open class XCUIElement: NSObject {
    nonisolated override init() {}
    open var value: Any? { nil }
    @available(macOS 10.13, *)
    open func waitForExistence(timeout: TimeInterval) -> Bool { false }
    open func typeText(_ text: String) {}
    #if os(macOS)
        open func click() {}
    #else
        open func tap() {}
    #endif
    open var textFields: XCUIElementQuery { XCUIElementQuery() }
    open var secureTextFields: XCUIElementQuery { XCUIElementQuery() }
    open var buttons: XCUIElementQuery { XCUIElementQuery() }
    open var staticTexts: XCUIElementQuery { XCUIElementQuery() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication
@available(macOS 10.11, iOS 9, *)
open class XCUIApplication: XCUIElement {
    nonisolated public override init() {}
    open func launch() {}
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuikeyboardkey
@available(macOS 10.11, iOS 9, *)
public struct XCUIKeyboardKey: RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let delete = XCUIKeyboardKey(rawValue: "\u{8}")
}
