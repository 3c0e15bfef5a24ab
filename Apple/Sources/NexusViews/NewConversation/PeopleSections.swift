import NexusClient
import NexusCore
import SwiftUI

/// People to pick from, by heading.
struct PeopleSections: View {
    let picker: PeoplePickerViewModel
    let pick: (User) -> Void

    var body: some View {
        ForEach(picker.sections, id: \.kind) { section in
            Section(title(of: section.kind)) {
                ForEach(section.people, id: \.id) { user in
                    Button {
                        pick(user)
                    } label: {
                        PersonRow(user: user, isChosen: picker.isChosen(user))
                    }
                    .buttonStyle(.plain)
                    .accessibilityAddTraits(picker.isChosen(user) ? .isSelected : [])
                }
            }
        }
        if picker.hasMore { Button("More people") { Task { await picker.loadMore() } } }
        if let note = picker.note { PeopleNote(note: note) }
        if picker.isSearching, picker.people.isEmpty { ProgressView("Searching") }
    }

    private func title(of kind: PeoplePickerViewModel.Section.Kind) -> LocalizedStringKey {
        switch kind {
        case .favourites: "Favourites"
        case .recent: "Recent"
        case .others: "Everyone"
        case .found: "Found"
        }
    }
}

/// A person in a list.
struct PersonRow: View {
    let user: User
    var isChosen = false

    var body: some View {
        HStack {
            ProfileImageView(picture: user.picture, name: user.name, size: 40)
            VStack(alignment: .leading) {
                Text(verbatim: user.name)
                if !user.email.isEmpty { Text(verbatim: user.email).font(.caption).foregroundStyle(.secondary) }
            }
            Spacer()
            if isChosen { Image(systemName: "checkmark").accessibilityHidden(true) }
        }
        .accessibilityElement(children: .combine)
    }
}

/// Why the list of people is short.
struct PeopleNote: View {
    let note: PeoplePickerViewModel.Note

    var body: some View {
        text.font(.footnote).foregroundStyle(.secondary)
    }

    private var text: Text {
        switch note {
        case .offline: Text("Offline: only people known to this device are shown.")
        case .noOtherPeople: Text("There is nobody else on this server yet.")
        case .noMatch(let query): Text("No person matches “\(query)”.")
        case .allExcluded: Text("All people found are members already.")
        case .unreachable(let user): Text("\(user.name) cannot be reached: they have not joined yet, or are suspended.")
        }
    }
}
