import NexusClient
import NexusCore
import SwiftUI

/// The list of insights: those that are sure, then those that may be none.
struct InsightsScreenView: View {
    @Environment(AppModel.self) private var app
    @State private var isShowingReminders = false
    @State private var subject: ReminderSubject?
    @Bindable var model: InsightsViewModel

    var body: some View {
        List {
            Picker("Kind", selection: kind) {
                Text("All").tag(InsightRecord.Kind?.none)
                ForEach(InsightRecord.Kind.allCases, id: \.self) {
                    Text(title(of: $0)).tag(InsightRecord.Kind?.some($0))
                }
            }
            section("Confirmed", model.confirmed)
            section("Suggested", model.suggested)
            if model.hasMore { Button("More") { Task { await model.loadMore() } } }
            if model.isPartial { Text("Older messages are still being read.").font(.footnote) }
            ErrorLine(error: model.error ?? app.reminders.error)
        }
        .overlay { emptiness }
        .navigationTitle("Insights")
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("Reminders", systemImage: "bell") { isShowingReminders = true }
            }
        }
        .refreshable { await model.load() }
        .sheet(isPresented: $isShowingReminders) { NavigationStack { RemindersView() }.sheetFrame() }
        .sheet(item: $subject) { ReminderTimeView(insight: $0.id).sheetFrame() }
    }

    @ViewBuilder private func section(_ title: LocalizedStringKey, _ insights: [InsightRecord]) -> some View {
        if !insights.isEmpty {
            Section(title) {
                ForEach(insights, id: \.key) { insight in
                    InsightRowView(
                        insight: insight, isWaiting: insight.id.map { model.waiting.contains($0) } ?? false,
                        model: model, subject: $subject)
                }
            }
        }
    }

    @ViewBuilder private var emptiness: some View {
        if model.insights.isEmpty {
            if model.isLoading {
                ProgressView("Loading insights")
            } else {
                ContentUnavailableView(
                    "No insights", systemImage: "checklist",
                    description: Text("Action items, decisions and deadlines of your conversations appear here."))
            }
        }
    }

    private var kind: Binding<InsightRecord.Kind?> {
        Binding(
            get: { model.filter.kinds.first },
            set: { kind in
                model.filter.kinds = kind.map { [$0] } ?? []
                Task { await model.load() }
            })
    }

    private func title(of kind: InsightRecord.Kind) -> LocalizedStringKey {
        switch kind {
        case .action: "Action items"
        case .decision: "Decisions"
        case .deadline: "Deadlines"
        case .priority: "Priorities"
        }
    }
}

extension InsightRecord {
    /// What tells insights of a list apart: several may be of one message.
    var key: String { id?.text ?? "\(source.text) \(kind.rawValue) \(text)" }
}
