import NexusClient
import NexusCore
import SwiftUI

/// Questions and answers with their sources.
struct AssistantScreenView: View {
    @State private var question = ""
    let model: AssistantViewModel

    var body: some View {
        VStack(spacing: 0) {
            ScrollView {
                LazyVStack(alignment: .leading, spacing: 12) {
                    if isEmpty { PromptsView(prompts: model.prompts) { ask($0) } }
                    ForEach(model.exchanges, id: \.number) { ExchangeView(exchange: $0) }
                    if let draft = model.draft { AnswerInProgress(draft: draft) }
                    if model.isOffline { OfflineNote() }
                    ErrorLine(error: model.error)
                }
                .padding()
            }
            composer
        }
        .toolbar { ToolbarItem(placement: .primaryAction) { TopicsMenu(model: model) } }
    }

    private var isEmpty: Bool { model.exchanges.isEmpty && model.draft == nil }

    private var composer: some View {
        HStack {
            TextField("Ask about your conversations", text: $question, axis: .vertical)
                .textFieldStyle(.roundedBorder)
                .onSubmit { ask(question) }
            Button("Ask", systemImage: "arrow.up.circle.fill") { ask(question) }
                .labelStyle(.iconOnly)
                .disabled(question.allSatisfy(\.isWhitespace) || !model.canAsk)
        }
        .padding()
        .background(.bar)
    }

    private func ask(_ text: String) {
        question = ""
        Task { await model.ask(text) }
    }
}

/// Why nothing can be asked now.
struct OfflineNote: View {
    var body: some View {
        Label("Offline: earlier answers are here, questions need the server.", systemImage: "wifi.slash")
            .font(.footnote)
    }
}

/// The suggested questions of an empty topic.
struct PromptsView: View {
    let prompts: [AssistantPrompt]
    let ask: (String) -> Void

    var body: some View {
        Text("Answers come from your conversations, with their sources.")
            .font(.subheadline).foregroundStyle(.secondary)
        ForEach(prompts, id: \.self) { prompt in
            Button {
                ask(prompt.message)
            } label: {
                Label(LocalizedStringKey(prompt.title), systemImage: prompt.icon)
            }
            .buttonStyle(.bordered)
        }
    }
}

/// Earlier topics, and the beginning of a new one.
struct TopicsMenu: View {
    let model: AssistantViewModel

    var body: some View {
        Menu("Topics", systemImage: "clock.arrow.circlepath") {
            Button("New topic", systemImage: "plus") { model.begin() }
            ForEach(model.topics, id: \.id) { topic in
                Button(topic.title) { Task { await model.open(topic.id) } }
            }
            if let topic = model.topic {
                Button("Delete this topic", systemImage: "trash", role: .destructive) {
                    Task { await model.delete(topic) }
                }
            }
        }
    }
}
