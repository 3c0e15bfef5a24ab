@_spi(Host) import CoreGraphics
import Foundation

/// https://developer.apple.com/documentation/coreimage/cifilter-swift.class
@available(iOS 5, macOS 10.4, *)
open class CIFilter {
    private let parameters: [String: Any]

    public init?(name: String, parameters params: [String: Any]?) {
        guard name == "CIQRCodeGenerator", let params else { return nil }
        parameters = params
    }

    /// The host draws no code: a message gives a picture of the smallest code.
    open var outputImage: CIImage? {
        guard let message = parameters["inputMessage"] as? Data, !message.isEmpty else { return nil }
        return CIImage(extent: CGRect(x: 0, y: 0, width: 23, height: 23))
    }
}

/// https://developer.apple.com/documentation/coreimage/ciimage
@available(iOS 5, macOS 10.4, *)
open class CIImage {
    public let extent: CGRect

    init(extent: CGRect) { self.extent = extent }
}

/// https://developer.apple.com/documentation/coreimage/cicontext
@available(iOS 5, macOS 10.4, *)
open class CIContext {
    @available(iOS 5, macOS 10.11, *)
    public init() {}

    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        CGImage(width: Int(fromRect.width), height: Int(fromRect.height))
    }
}
