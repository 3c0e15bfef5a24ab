import CoreGraphics

#if APPLE_SHAPE_MAC
    import AppKit
#else
    import UIKit
#endif

@available(iOS 13, macOS 10.15, *)
public struct Image: Equatable, Sendable {
    let name: String
    let isSymbol: Bool
    var isDecorative = false
    var label: Text?

    public init(systemName: String) { (name, isSymbol) = (systemName, true) }
    public init(_ name: String) { (self.name, isSymbol) = (name, false) }
    public init(decorative name: String) {
        (self.name, isSymbol) = (name, false)
        isDecorative = true
    }
    init(picture: String) { (name, isSymbol) = (picture, false) }

    /// A picture with a description.
    public init(_ cgImage: CGImage, scale: CGFloat, orientation: Image.Orientation = .up, label: Text) {
        self.init(picture: "picture")
        self.label = label
    }

    public func resizable() -> Image { self }
    public func interpolation(_ interpolation: Interpolation) -> Image { self }

    public enum Orientation: UInt8, CaseIterable, Hashable, Sendable { case up, down, left, right }

    public enum Interpolation: Hashable, Sendable { case none, low, medium, high }

    public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }

    public enum TemplateRenderingMode: Sendable { case template, original }

    public enum Scale: Hashable, Sendable { case small, medium, large }
}

@available(iOS 13, macOS 10.15, *)
extension Image: _PrimitiveView, Shown {
    func nodes(in context: HostContext) -> [HostNode] {
        guard !isDecorative else { return [] }
        var node = HostNode(.image)
        node.symbol = name
        node.label = label?.string(in: context)
        return [node]
    }
}

@available(iOS 14, macOS 11, *)
public struct Label<Title: View, Icon: View>: _PrimitiveView, Shown {
    let title: Title
    let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }

    func nodes(in context: HostContext) -> [HostNode] { context.child("title").show(title) }
}

@available(iOS 14, macOS 11, *)
extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(systemName: name) })
    }
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init(title: { Text(title) }, icon: { Image(systemName: name) })
    }
}

#if APPLE_SHAPE_MAC
    @available(macOS 10.15, *)
    extension Image { public init(nsImage: NSImage) { self.init(picture: "picture") } }
#else
    @available(iOS 13, *)
    extension Image { public init(uiImage: UIImage) { self.init(picture: "picture") } }
#endif
