import NexusClient
import NexusCore
import SwiftUI

/// The share extension's screen: the text, the files, and to whom.
public struct ShareView: View {
    @Bindable private var model: ShareModel
    private let close: () -> Void

    public init(model: ShareModel, close: @escaping () -> Void) {
        self.model = model
        self.close = close
    }

    public var body: some View {
        NavigationStack {
            content
                .navigationTitle("Share to Nexus")
                .toolbar { toolbar }
        }
        .onChange(of: model.state) { _, state in if case .done = state { close() } }
    }

    @ViewBuilder private var content: some View {
        switch model.state {
        case .loading: ProgressView()
        case .signedOut:
            ContentUnavailableView("Sign in to Nexus first", systemImage: "person.crop.circle.badge.exclamationmark")
        case .nothing: ContentUnavailableView("Nothing here can be shared", systemImage: "square.and.arrow.up")
        case .choosing, .sending, .done: choices.disabled(model.state != .choosing)
        }
    }

    private var choices: some View {
        List {
            Section("Message") {
                TextField("Message", text: $model.content.text, axis: .vertical)
                ForEach(model.content.files, id: \.path) { file in
                    Label {
                        Text(verbatim: file.name ?? file.path)
                    } icon: {
                        Image(systemName: "doc")
                    }
                }
                if let error = model.error { Text(verbatim: "\(error.message) \(error.suggestion)") }
            }
            Section("Chats") {
                ForEach(model.conversations, id: \.id) { row in choice(.conversation(row.id), name: row.title) }
            }
            if !model.people.isEmpty {
                Section("People") { ForEach(model.people, id: \.id) { choice(.person($0.id), name: $0.name) } }
            }
        }
        .searchable(text: $model.filter, prompt: "Search conversations")
    }

    private func choice(_ target: ShareModel.Target, name: String) -> some View {
        Button {
            model.chosen = target
        } label: {
            HStack {
                Text(verbatim: name)
                Spacer()
                if model.chosen == target { Image(systemName: "checkmark").accessibilityHidden(true) }
            }
        }
        .buttonStyle(.plain)
        .accessibilityAddTraits(model.chosen == target ? .isSelected : [])
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel") { close() } }
        ToolbarItem(placement: .confirmationAction) {
            Button("Send") { Task { await model.send() } }.disabled(!model.canSend)
        }
    }
}
