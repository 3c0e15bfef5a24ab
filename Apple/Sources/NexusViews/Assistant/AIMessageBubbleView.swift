import NexusClient
import NexusCore
import SwiftUI

/// A question and its answer.
struct ExchangeView: View {
    let exchange: AssistantExchange

    var body: some View {
        QuestionBubble(question: exchange.question, readAs: exchange.readAs)
        AIMessageBubbleView(answer: exchange.answer)
    }
}

/// The user's question.
struct QuestionBubble: View {
    let question: String
    var readAs: String?

    var body: some View {
        VStack(alignment: .trailing) {
            Text(verbatim: question)
            if let readAs { Text("Read as: \(readAs)").font(.caption) }
        }
        .padding(10)
        .background(Color.accentColor, in: .rect(cornerRadius: 16))
        .foregroundStyle(.white)
        .frame(maxWidth: .infinity, alignment: .trailing)
        .accessibilityElement(children: .combine)
    }
}

/// An answer with its sources.
struct AIMessageBubbleView: View {
    let answer: AssistantAnswer

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            heading.font(.caption).foregroundStyle(.secondary)
            ForEach(answer.statements, id: \.text) { statement in
                Text(MessageText.attributed(statement.text)).textSelection(.enabled)
            }
            SourcesView(citations: answer.citations)
            if let notice = answer.notice { Text(verbatim: notice).font(.caption2) }
        }
    }

    private var heading: Text {
        switch answer.kind {
        case .quotes: Text("From your conversations")
        case .notFound: Text("The answer is not in your conversations.")
        case .written:
            if let model = answer.model { Text("Written by \(model) from these sources") } else { Text("Answer") }
        }
    }
}

/// The sources of an answer.
struct SourcesView: View {
    let citations: [Citation]

    var body: some View {
        // A message may be cited twice.
        ForEach(Array(citations.enumerated()), id: \.offset) { SourceMessageCard(citation: $0.element) }
    }
}

/// An answer that is being made.
struct AnswerInProgress: View {
    let draft: AssistantViewModel.Draft

    var body: some View {
        QuestionBubble(question: draft.question, readAs: draft.readAs)
        if draft.text.isEmpty {
            ProgressView("Looking through your conversations")
        } else {
            Text(MessageText.attributed(draft.text))
        }
        SourcesView(citations: draft.citations)
    }
}
