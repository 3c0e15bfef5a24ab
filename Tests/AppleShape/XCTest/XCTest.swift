import Foundation

/// https://developer.apple.com/documentation/xctest/xctestcase
@available(macOS 10.11, iOS 9, *)
open class XCTestCase: NSObject {
    open var continueAfterFailure = true
}

/// https://developer.apple.com/documentation/xctest/xctassertTrue(_:_:file:line:)
@available(macOS 10.11, iOS 9, *)
public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

/// https://developer.apple.com/documentation/xctest/xctskipif(_:_:file:line:)
@available(macOS 10.11, iOS 9, *)
public func XCTSkipIf(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String? = nil,
    file: StaticString = #filePath, line: UInt = #line
) throws {}
