import NexusClient
import NexusCore
import SwiftUI

/// Searches all messages.
struct SearchView: View {
    @State private var model: SearchViewModel

    init(services: any SearchService) { _model = State(initialValue: SearchViewModel(services)) }

    var body: some View { SearchScreenView(model: model).task { await model.observe() } }
}

/// The screen of the search.
struct SearchScreenView: View {
    @Environment(Router.self) private var router
    @Bindable var model: SearchViewModel

    var body: some View {
        List {
            filters
            if !model.conversations.isEmpty {
                Section("Conversations") {
                    ForEach(model.conversations, id: \.id) { row in
                        Button(row.title) { Task { await router.open(row.id) } }
                    }
                }
            }
            ForEach(model.groups, id: \.conversation) { group in
                Section {
                    ForEach(group.messages, id: \.message) { SearchResultRow(result: $0) }
                } header: {
                    Text(verbatim: group.title)
                }
            }
            if model.hasMore { Button("More results") { Task { await model.loadMore() } } }
            notes
        }
        .navigationTitle("Search")
        .searchable(text: $model.query, prompt: "Search messages")
    }

    private var filters: some View {
        Section("Filters") {
            ForEach(SearchFilter.allCases, id: \.self) { filter in
                Button(LocalizedStringKey(filter.title)) { model.toggle(filter) }
                    .accessibilityAddTraits(model.isOn(filter) ? .isSelected : [])
            }
        }
    }

    private var isEmpty: Bool {
        model.hasSearched && model.error == nil && model.messages.isEmpty && model.conversations.isEmpty
    }

    @ViewBuilder private var notes: some View {
        if model.isSearching { ProgressView("Searching") }
        if isEmpty { Text("Nothing found") }
        if model.isOnDevice { Text("Offline: only this device was searched.").font(.footnote) }
        ErrorLine(error: model.error)
    }
}

/// A message that the search found. A tap shows it in its conversation.
struct SearchResultRow: View {
    @Environment(Router.self) private var router
    let result: SearchResult

    var body: some View {
        Button {
            Task { await router.open(result.conversation, message: result.message) }
        } label: {
            VStack(alignment: .leading) {
                HStack {
                    Text(verbatim: result.senderName).font(.caption.bold())
                    ListTimeText(time: result.writtenAt).font(.caption)
                }
                Text(verbatim: result.snippet.text).lineLimit(3)
            }
        }
        .buttonStyle(.plain)
    }
}
