import Observation

@available(iOS 13, macOS 10.15, *)
extension View {
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        hosted(nodes: { nodes, context in
            context.host.wants(
                context.path + ".appear",
                HostCore.Life(appear: {
                    action?(); return {}
                }))
            return nodes
        })
    }

    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        hosted(nodes: { nodes, context in
            context.host.wants(context.path + ".disappear", HostCore.Life(appear: { { action?() } }))
            return nodes
        })
    }

    @available(iOS 15, macOS 12, *)
    public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { running(nil, action) }

    @available(iOS 15, macOS 12, *)
    public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { running(AnyHashable(Same(value)), action) }

    private func running(_ id: AnyHashable?, _ action: @escaping @Sendable () async -> Void) -> some View {
        _Hosted(content: self) { content, context in
            let inner = context.child("task")
            let life = HostCore.Life(
                appear: {
                    let task = Task { await action() }
                    return { task.cancel() }
                }, id: id)
            context.host.wants(inner.path, life)
            return inner.show(content)
        }
    }

    @available(iOS 17, macOS 14, *)
    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View {
        _Hosted(content: self) { content, context in
            let inner = context.child("change")
            let nodes = inner.show(content)
            let old = context.host.exchange(inner.path, value)
            if let old, old != value {
                context.host.after { action(old, value) }
            } else if old == nil, initial {
                context.host.after { action(value, value) }
            }
            return nodes
        }
    }

    @available(iOS 17, macOS 14, *)
    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { onChange(of: value, initial: initial) { _, _ in action() } }

    public func id<ID: Hashable>(_ id: ID) -> some View {
        _Hosted(content: self) { content, context in context.child("id(\(id))").show(content) }
    }

    public func tag<V: Hashable>(_ tag: V) -> some View {
        var hosted = hosted(node: { node, _ in node.tag = AnyHashable(tag) })
        hosted.facts.tag = AnyHashable(tag)
        return hosted
    }
}

/// Makes a value that is only equatable the identity of a task.
private struct Same<Value: Equatable>: Hashable {
    let value: Value
    init(_ value: Value) { self.value = value }
    func hash(into hasher: inout Hasher) {}
}

@available(iOS 13, macOS 10.15, *)
extension View {
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        hosted(in: { $0.environment[keyPath: keyPath] = value })
    }

    @available(iOS 17, macOS 14, *)
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        hosted(in: { $0.environment.objects[ObjectIdentifier(T.self)] = object })
    }

    public func disabled(_ disabled: Bool) -> some View {
        hosted(in: { if disabled { $0.environment.isEnabled = false } })
    }
}
