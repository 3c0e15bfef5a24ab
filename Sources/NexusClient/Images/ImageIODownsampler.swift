#if canImport(ImageIO)
    import Foundation
    import ImageIO

    /// Decodes no more pixels than are shown: ImageIO reduces while it decodes. Not compiled in the project's own tests, which
    /// run on Linux.
    public struct ImageIODownsampler: ImageDownsampler {
        public init() {}

        public func downsampled(_ picture: [UInt8], to side: Int) -> [UInt8] {
            let source = CGImageSourceCreateWithData(
                Data(picture) as CFData, [kCGImageSourceShouldCache: false] as CFDictionary)
            // An animation would lose its frames.
            guard let source, CGImageSourceGetCount(source) == 1, let type = CGImageSourceGetType(source) else {
                return picture
            }
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
            let width = properties?[kCGImagePropertyPixelWidth] as? Int ?? 0
            let height = properties?[kCGImagePropertyPixelHeight] as? Int ?? 0
            guard max(width, height) > side else { return picture }
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceThumbnailMaxPixelSize: side, kCGImageSourceShouldCacheImmediately: true,
            ]
            let small = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
            let encoded = NSMutableData()
            // WebP, which ImageIO reads and does not write, becomes PNG: it may be transparent.
            let format = type as String == "public.jpeg" ? type : "public.png" as CFString
            guard let small,
                let target = CGImageDestinationCreateWithData(
                    encoded as CFMutableData, format, 1, nil)
            else {
                return picture
            }
            CGImageDestinationAddImage(target, small, nil)
            return CGImageDestinationFinalize(target) ? Array(encoded as Data) : picture
        }
    }
#endif
