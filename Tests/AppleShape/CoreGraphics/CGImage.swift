import Foundation

/// https://developer.apple.com/documentation/coregraphics/cgimage
@available(iOS 2, macOS 10, *)
public final class CGImage: @unchecked Sendable {
    // Immutable, which is why it may be shared.
    public let width: Int
    public let height: Int

    @_spi(Host) public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}
