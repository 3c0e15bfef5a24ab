import Foundation

/// https://developer.apple.com/documentation/appkit/nsimage
@available(macOS 10, *)
open class NSImage: @unchecked Sendable {
    // Immutable, which is why it may be shared.
    private let data: Data

    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        self.data = data
    }
}

/// https://developer.apple.com/documentation/appkit/nspasteboard
@available(macOS 10, *)
@MainActor
open class NSPasteboard {
    public class var general: NSPasteboard { shared }
    private static let shared = NSPasteboard()

    public struct PasteboardType: Hashable, Sendable {
        let name: String
        public static let string = PasteboardType(name: "string")
    }

    @discardableResult
    open func clearContents() -> Int { 0 }
    @discardableResult
    open func setString(_ string: String, forType dataType: PasteboardType) -> Bool { true }
}
