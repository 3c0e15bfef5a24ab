import Foundation

/// Shows a view without a window: evaluates its bodies, runs its tasks, gives its tree as text, and presses its controls.
@_spi(Host) @MainActor
public final class ScreenHost {
    /// A control that a test looked for is not there, or cannot be used.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    private let core: HostCore
    private let root: any View
    private var environment = EnvironmentValues()
    private var nodes: [HostNode] = []
    private var updates: Task<Void, Never>?
    /// Evaluations after which a screen that changes itself each time is given up.
    private static let limit = 50

    public init(
        _ root: some View, strings: HostStrings = HostStrings(), configure: (inout EnvironmentValues) -> Void = { _ in }
    ) {
        self.root = root
        core = HostCore(strings: strings)
        configure(&environment)
        environment.calendar.timeZone = environment.timeZone
        let changes = core.changes
        // A screen draws itself when something changes, also while no test looks at it.
        updates = Task { [weak self] in
            for await _ in changes { self?.update() }
        }
        update()
    }

    /// Changes the environment, for example the scene phase.
    public func change(_ body: (inout EnvironmentValues) -> Void) {
        body(&environment)
        evaluate()
    }

    /// Faults of views that a device shows only as odd behaviour: missing translations, doubled identifiers.
    public var problems: [String] { core.problems }

    /// The screen goes away: ends its tasks.
    public func close() {
        updates?.cancel()
        core.close()
    }

    /// The present tree.
    public var tree: [HostNode] {
        update()
        return nodes
    }

    private func update() { if core.isDirty { evaluate() } }

    private func evaluate() {
        for _ in 0..<ScreenHost.limit {
            core.begin()
            nodes = HostContext(host: core, path: "", environment: environment).show(root)
            core.end()
            if !core.isDirty { return }
        }
        core.note("The screen changes itself at each evaluation")
    }

    // MARK: Find

    /// All nodes, depth first.
    public var all: [HostNode] { flat(tree) }

    /// The nodes that can be reached: beneath a sheet, an alert or a dialog nothing can.
    private var reachable: [HostNode] {
        let all = all
        guard let top = all.last(where: { [.sheet, .alert, .dialog].contains($0.role) }) else { return all }
        return flat([top])
    }

    private func flat(_ nodes: [HostNode]) -> [HostNode] { nodes.flatMap { [$0] + flat($0.children) } }

    /// The last node with that label, or whose label has it as a part.
    public func find(_ label: String, _ role: HostNode.Role? = nil) -> HostNode? {
        let candidates = all.filter { role == nil || $0.role == role }
        return candidates.last { $0.label == label } ?? candidates.last { $0.identifier == label }
            ?? candidates.last { $0.label?.contains(label) == true }
    }

    public func shows(_ text: String) -> Bool { self.text.contains(text) }

    private func need(_ label: String, _ isUsable: (HostNode) -> Bool) throws(Missing) -> HostNode {
        let usable = reachable.filter(isUsable)
        let found =
            usable.last { $0.label == label } ?? usable.last { $0.identifier == label }
            ?? usable.last { $0.label?.contains(label) == true }
        guard let found else { throw Missing(description: "No control \"\(label)\" in:\n\(text)") }
        guard !found.isDisabled else { throw Missing(description: "\"\(label)\" is disabled in:\n\(text)") }
        return found
    }

    // MARK: Use

    /// Presses a button, link, toggle, tab or row by its label.
    public func press(_ label: String) throws(Missing) {
        try need(label) { $0.press != nil }.press?()
    }

    /// Replaces the text of a field.
    public func type(_ text: String, into label: String) throws(Missing) {
        try need(label) { $0.type != nil }.type?(text)
    }

    /// Presses the return key in a field.
    public func submit(_ label: String) throws(Missing) {
        try need(label) { $0.submit != nil }.submit?()
    }

    /// Runs an action of a context menu, a swipe, a picker or VoiceOver.
    public func act(_ action: String, on label: String) throws(Missing) {
        let node = try need(label) { $0.actions.contains { $0.name == action } }
        node.actions.first { $0.name == action }?.run()
    }

    /// Opens an address with the app, as the system does.
    public func open(_ url: URL) { core.opensURL?(url) }

    /// Pulls to refresh.
    public func refresh() async throws(Missing) {
        guard let refresh = all.compactMap(\.refresh).last else { throw Missing(description: "Nothing to refresh") }
        await refresh()
    }
}
