import Foundation

@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

@available(iOS 14, macOS 11, *)
extension App { @MainActor @preconcurrency public static func main() { _ = Self().body } }

@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(iOS 14, macOS 11, *)
extension Never: Scene {}

@available(iOS 14, macOS 11, *)
public protocol _PrimitiveScene: Scene where Body == Never {}

@available(iOS 14, macOS 11, *)
extension _PrimitiveScene { public var body: Never { return fatalError("A scene is shown by the system") } }

@available(iOS 14, macOS 11, *)
@MainActor @resultBuilder
public enum SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> _SceneGroup { _SceneGroup() }
}

@available(iOS 14, macOS 11, *)
public struct _SceneGroup: _PrimitiveScene {}

@available(iOS 14, macOS 11, *)
public struct WindowGroup<Content: View>: _PrimitiveScene {
    public init(@ViewBuilder content: () -> Content) {}
    public init(id: String, @ViewBuilder content: () -> Content) {}
    @available(iOS 16, macOS 13, *)
    public init<D: Decodable & Encodable & Hashable, C: View>(
        id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {}
}

@available(iOS 16, macOS 13, *)
public struct PresentedWindowContent<Data: Decodable & Encodable & Hashable, Content: View>: _PrimitiveView {}

@available(iOS 14, macOS 11, *)
extension Scene {
    public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene { self }
    @available(iOS 17, macOS 13, *)
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { self }
}

@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency
public protocol Commands {
    associatedtype Body: Commands
    @CommandsBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(iOS 14, macOS 11, *)
extension Never: Commands {}

@available(iOS 14, macOS 11, *)
@MainActor @resultBuilder
public enum CommandsBuilder {
    public static func buildExpression<Content: Commands>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Commands>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Commands>(_ content: repeat each Content) -> _CommandsGroup {
        _CommandsGroup()
    }
}

@available(iOS 14, macOS 11, *)
public struct _CommandsGroup: Commands {
    public var body: Never { return fatalError("Commands are shown by the system") }
}

@available(iOS 14, macOS 11, *)
public struct CommandMenu<Content: View>: Commands {
    public init(_ nameKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    public var body: Never { return fatalError("Commands are shown by the system") }
}

@available(iOS 14, macOS 11, *)
public struct CommandGroup<Content: View>: Commands {
    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    public var body: Never { return fatalError("Commands are shown by the system") }
}

@available(iOS 14, macOS 11, *)
public struct CommandGroupPlacement: Sendable {
    public static let newItem = CommandGroupPlacement()
    public static let sidebar = CommandGroupPlacement()
    public static let help = CommandGroupPlacement()
}

#if APPLE_SHAPE_MAC
    @available(macOS 11, *)
    public struct Settings<Content: View>: _PrimitiveScene {
        public init(@ViewBuilder content: () -> Content) {}
    }
#endif
