import Foundation

@available(iOS 13, macOS 10.15, *)
extension View {
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(.sheet, isPresented.wrappedValue ? content : nil) {
            isPresented.wrappedValue = false
            onDismiss?()
        }
    }

    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(.sheet, item.wrappedValue.map { item in { content(item) } }) {
            item.wrappedValue = nil
            onDismiss?()
        }
    }

    #if !APPLE_SHAPE_MAC
        @available(iOS 14, *)
        public func fullScreenCover<Item: Identifiable, Content: View>(
            item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
        ) -> some View { sheet(item: item, onDismiss: onDismiss, content: content) }
    #endif

    public func popover<Content: View>(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { sheet(isPresented: isPresented, content: content) }

    private func presenting<Content: View>(
        _ role: HostNode.Role, _ content: (() -> Content)?, _ dismiss: @escaping @MainActor () -> Void
    ) -> some View {
        _Hosted(content: self) { view, context in
            let nodes = context.child("beneath").show(view)
            guard let content else { return nodes }
            var inner = context.child("\(role)")
            inner.environment.dismiss = DismissAction(dismiss)
            (inner.navigation, inner.select, inner.submit) = (nil, nil, nil)
            var node = HostNode(role)
            node.children = inner.show(content())
            return nodes + [node]
        }
    }

    private func asking<A: View, M: View>(
        _ role: HostNode.Role, _ title: Text, _ isPresented: Binding<Bool>, _ actions: A, _ message: M
    ) -> some View {
        _Hosted(content: self) { view, context in
            let nodes = context.child("beneath").show(view)
            guard isPresented.wrappedValue else { return nodes }
            var inner = context.child("\(role)")
            inner.afterPress = { isPresented.wrappedValue = false }
            var node = HostNode(role, label: title.string(in: context))
            node.children = inner.child("message").show(message) + inner.child("actions").show(actions)
            if !node.children.contains(where: { $0.press != nil }) {
                var ok = HostNode(.button, label: "OK")
                ok.press = inner.afterPress
                node.children.append(ok)
            }
            return nodes + [node]
        }
    }

    @available(iOS 15, macOS 12, *)
    public func alert<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View { asking(.alert, Text(titleKey), isPresented, actions(), EmptyView()) }

    @available(iOS 15, macOS 12, *)
    public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { asking(.alert, Text(titleKey), isPresented, actions(), message()) }

    @available(iOS 15, macOS 12, *)
    public func confirmationDialog<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View { asking(.dialog, Text(titleKey), isPresented, actions(), EmptyView()) }

    @available(iOS 15, macOS 12, *)
    public func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View { asking(.dialog, Text(titleKey), isPresented, actions(), message()) }

    @available(iOS 16, macOS 13, *)
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { looks() }

    @available(iOS 15, macOS 12, *)
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { looks() }
}

@available(iOS 13, macOS 10.15, *)
public enum PopoverAttachmentAnchor: Sendable { case rect }

@available(iOS 16, macOS 13, *)
public struct PresentationDetent: Hashable, Sendable {
    let name: String
    public static let medium = PresentationDetent(name: "medium")
    public static let large = PresentationDetent(name: "large")
}

@available(iOS 13, macOS 10.15, *)
extension View {
    public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
        let items = menuItems()
        return hosted(node: { node, context in
            node.add(context.child("menu").show(items).flattenedActions)
        })
    }

    @available(iOS 15, macOS 12, *)
    public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View {
        let content = content()
        return hosted(node: { node, context in
            node.add(context.child("swipe\(edge)").show(content).flattenedActions)
        })
    }

    @available(iOS 15, macOS 12, *)
    public func refreshable(@_inheritActorContext action: @escaping @Sendable () async -> Void) -> some View {
        hosted(nodes: { nodes, _ in
            var nodes = nodes
            if !nodes.isEmpty { nodes[0].refresh = action }
            return nodes
        })
    }

    @available(iOS 15, macOS 12, *)
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View {
        hosted(nodes: { nodes, context in
            var field = HostNode(.search, label: context.string(of: prompt))
            field.value = text.wrappedValue
            field.type = { text.wrappedValue = $0 }
            field.submit = context.submit
            field.identity = context.path + ".search"
            return [field] + nodes
        })
    }
}

@available(iOS 15, macOS 12, *)
public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
    public static let sidebar = SearchFieldPlacement()
    public static let toolbar = SearchFieldPlacement()
}

@available(iOS 14, macOS 11, *)
extension View {
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { titled(Text(titleKey)) }
    @_disfavoredOverload
    public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { titled(Text(title)) }
    public func navigationTitle(_ title: Text) -> some View { titled(title) }

    private func titled(_ title: Text) -> some View {
        hosted(nodes: { nodes, context in [HostNode(.title, label: title.string(in: context))] + nodes })
    }

    #if !APPLE_SHAPE_MAC
        @available(iOS 14, *)
        public func navigationBarTitleDisplayMode(
            _ displayMode: NavigationBarItem.TitleDisplayMode
        ) -> some View { looks() }
    #endif

    @available(iOS 16, macOS 13, *)
    public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        _Hosted(content: self) { content, context in
            context.navigation?.destinations.append { value in
                guard let value = value.base as? D else { return nil }
                return destination(value)
            }
            return context.show(content)
        }
    }

    @available(iOS 16, macOS 13, *)
    public func navigationSplitViewColumnWidth(
        min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil
    ) -> some View { looks() }

    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        let content = content()
        return hosted(nodes: { nodes, context in
            var bar = HostNode(.toolbar)
            bar.children = context.child("toolbar").show(toolbar: content)
            return bar.children.isEmpty ? nodes : [bar] + nodes
        })
    }

    public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
        let label = label()
        var hosted = looks()
        hosted.facts.tabItem = { $0.show(label) }
        return hosted
    }

    @available(iOS 15, macOS 12, *)
    public func badge(_ count: Int) -> some View {
        var hosted = looks()
        hosted.facts.badge = count == 0 ? nil : "\(count)"
        return hosted
    }
}

#if !APPLE_SHAPE_MAC
    @available(iOS 13, *)
    public struct NavigationBarItem {
        @available(iOS 14, *)
        public enum TitleDisplayMode: Sendable { case automatic, inline, large }
    }
#endif
