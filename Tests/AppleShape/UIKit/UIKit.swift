import Foundation

/// https://developer.apple.com/documentation/uikit/uiimage
@available(iOS 2, *)
open class UIImage: @unchecked Sendable {
    // Immutable, which is why it may be shared.
    private let data: Data

    /// The host has no decoder: any bytes but none are a picture.
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        self.data = data
    }
}

/// https://developer.apple.com/documentation/uikit/uipasteboard
@available(iOS 3, *)
@MainActor
open class UIPasteboard {
    public class var general: UIPasteboard { shared }
    private static let shared = UIPasteboard()
    open var string: String?
}

/// https://developer.apple.com/documentation/uikit/uidevice
@available(iOS 2, *)
@MainActor
open class UIDevice {
    public class var current: UIDevice { shared }
    private static let shared = UIDevice()
    /// Such as "iPhone".
    open var model: String { "iPhone" }
}
