import Foundation
import SwiftUI

/// https://developer.apple.com/documentation/widgetkit/timelineentry
@available(iOS 14, macOS 11, *)
public protocol TimelineEntry { var date: Date { get } }

/// https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy
@available(iOS 14, macOS 11, *)
public struct TimelineReloadPolicy: Equatable, Sendable {
    let date: Date?
    public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy(date: date) }
    public static let never = TimelineReloadPolicy(date: nil)
}

/// https://developer.apple.com/documentation/widgetkit/timeline
@available(iOS 14, macOS 11, *)
public struct Timeline<EntryType: TimelineEntry> {
    public let entries: [EntryType]
    public let policy: TimelineReloadPolicy
    public init(entries: [EntryType], policy: TimelineReloadPolicy) { (self.entries, self.policy) = (entries, policy) }
}

@available(iOS 14, macOS 11, *)
extension Timeline: Sendable where EntryType: Sendable {}

/// https://developer.apple.com/documentation/widgetkit/timelineprovider
@available(iOS 14, macOS 11, *)
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext
    func placeholder(in context: Context) -> Entry
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// https://developer.apple.com/documentation/widgetkit/timelineprovidercontext
@available(iOS 14, macOS 11, *)
public struct TimelineProviderContext: Sendable {
    public let family: WidgetFamily
    public let isPreview: Bool
    /// The system makes them.
    @_spi(Host) public init(family: WidgetFamily, isPreview: Bool = false) {
        (self.family, self.isPreview) = (family, isPreview)
    }
}

/// https://developer.apple.com/documentation/widgetkit/widgetfamily
@available(iOS 14, macOS 11, *)
public enum WidgetFamily: Int, Hashable, Sendable {
    case systemSmall, systemMedium, systemLarge
    #if !APPLE_SHAPE_MAC
        @available(iOS 16, *)
        case accessoryCircular
        @available(iOS 16, *)
        case accessoryRectangular
        @available(iOS 16, *)
        case accessoryInline
    #endif
}

@available(iOS 14, macOS 11, *)
private struct WidgetFamilyKey: EnvironmentKey {
    static let defaultValue = WidgetFamily.systemMedium
}

@available(iOS 14, macOS 11, *)
extension EnvironmentValues {
    public var widgetFamily: WidgetFamily {
        get { self[WidgetFamilyKey.self] }
        // Only the host sets it.
        set { self[WidgetFamilyKey.self] = newValue }
    }
}

/// https://developer.apple.com/documentation/swiftui/widget
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency
public protocol Widget {
    associatedtype Body: WidgetConfiguration
    @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency
public protocol WidgetConfiguration {}

@available(iOS 14, macOS 11, *)
extension WidgetConfiguration {
    public func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration { self }
    public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { self }
    public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
}

/// https://developer.apple.com/documentation/widgetkit/staticconfiguration
@available(iOS 14, macOS 11, *)
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    public init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {}
}

/// https://developer.apple.com/documentation/swiftui/widgetbundle
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency
public protocol WidgetBundle {
    associatedtype Body: Widget
    @WidgetBundleBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

@available(iOS 14, macOS 11, *)
extension WidgetBundle { @MainActor @preconcurrency public static func main() { _ = Self().body } }

@available(iOS 14, macOS 11, *)
@MainActor @resultBuilder
public enum WidgetBundleBuilder {
    public static func buildExpression<Content: Widget>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
}

/// https://developer.apple.com/documentation/widgetkit/widgetcenter
@available(iOS 14, macOS 11, *)
public final class WidgetCenter: Sendable {
    public static let shared = WidgetCenter()
    public func reloadTimelines(ofKind kind: String) {}
}

@available(iOS 17, macOS 14, *)
extension View {
    public func containerBackground<V: View>(
        for container: ContainerBackgroundPlacement, alignment: Alignment = .center,
        @ViewBuilder content: () -> V
    ) -> some View { self }
}

@available(iOS 17, macOS 14, *)
public struct ContainerBackgroundPlacement: Sendable {
    public static let widget = ContainerBackgroundPlacement()
}

@available(iOS 14, macOS 11, *)
extension View { public func widgetURL(_ url: URL?) -> some View { self } }
