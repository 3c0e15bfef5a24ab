@available(iOS 14, macOS 11, *)
extension View {
    public func accessibilityLabel(_ label: Text) -> some View {
        hosted(node: { node, context in
            node.label = label.string(in: context)
        })
    }
    public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(Text(labelKey)) }
    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }

    public func accessibilityValue(_ valueDescription: Text) -> some View {
        hosted(node: { node, context in node.value = valueDescription.string(in: context) })
    }
    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityValue(Text(valueKey)) }
    @_disfavoredOverload
    public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { accessibilityValue(Text(value)) }

    public func accessibilityHint(_ hint: Text) -> some View {
        hosted(node: { node, context in node.hint = hint.string(in: context) })
    }
    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { accessibilityHint(Text(hintKey)) }

    public func accessibilityHidden(_ hidden: Bool) -> some View { hosted(nodes: { nodes, _ in hidden ? [] : nodes }) }
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        hosted(node: { node, _ in node.identifier = identifier })
    }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        hosted(node: { node, _ in
            if traits.contains(.isHeader) { node.isHeader = true }
            if traits.contains(.isSelected) { node.isSelected = true }
        })
    }
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { looks() }
    public func accessibilitySortPriority(_ sortPriority: Double) -> some View { looks() }
}

@available(iOS 13, macOS 10.15, *)
extension View {
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        hosted(nodes: { nodes, context in
            var node = HostNode(.element)
            node.identity = context.path
            node.tag = nodes.compactMap(\.tag).first
            switch children {
            case .contain: node.children = nodes
            case .combine:
                node.label = nodes.spokenLabel
                node.actions = nodes.flatMap(\.actions) + nodes.flattenedActions
                node.press = nodes.compactMap(\.press).first
            default: break
            }
            return [node]
        })
    }

    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        hosted(node: { node, context in node.actions.append(HostAction(name.string(in: context), run: handler)) })
    }
    public func accessibilityAction(named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(nameKey), handler)
    }
    public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
    ) -> some View { hosted(node: { node, _ in node.press = handler }) }

    @available(iOS 16, macOS 13, *)
    public func accessibilityActions<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
        let content = content()
        return hosted(node: { node, context in
            node.add(context.child("actions").show(content).flattenedActions)
        })
    }
}

@available(iOS 13, macOS 10.15, *)
public struct AccessibilityChildBehavior: Hashable, Sendable {
    let name: String
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

@available(iOS 13, macOS 10.15, *)
public struct AccessibilityActionKind: Equatable, Sendable {
    public static let `default` = AccessibilityActionKind()
}

@available(iOS 13, macOS 10.15, *)
public struct AccessibilityTraits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let isButton = AccessibilityTraits(rawValue: 1)
    public static let isHeader = AccessibilityTraits(rawValue: 2)
    public static let isSelected = AccessibilityTraits(rawValue: 4)
    public static let updatesFrequently = AccessibilityTraits(rawValue: 8)
    public static let isImage = AccessibilityTraits(rawValue: 16)
}

@available(iOS 17, macOS 14, *)
@MainActor
public struct AccessibilityNotification {
    /// Says a text at once.
    public struct Announcement: Sendable {
        public init(_ announcement: String) {}
        public func post() {}
    }
}
