/// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct
@available(iOS 14, macOS 11, *)
public struct UTType: Hashable, Sendable {
    let identifier: String
    public static let item = UTType(identifier: "public.item")
    public static let image = UTType(identifier: "public.image")
}
