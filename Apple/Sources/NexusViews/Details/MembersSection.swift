import NexusClient
import NexusCore
import SwiftUI

/// The members of a group, with what the user may do to them.
struct MembersSection: View {
    let model: ConversationDetailsViewModel
    @Binding var isAdding: Bool

    var body: some View {
        Section("Members") {
            ForEach(model.members, id: \.user) { person in
                MemberRow(person: person).contextMenu { menu(of: person) }
            }
            if model.may?.addMembers == true {
                Button("Add people", systemImage: "person.badge.plus") { isAdding = true }
            }
        }
    }

    @ViewBuilder private func menu(of person: ChatHeader.Person) -> some View {
        ForEach(person.mayBecome, id: \.self) { role in
            Button(title(of: role)) { Task { await model.setRole(role, of: person.user) } }
        }
        if person.mayRemove {
            Button("Remove from the group", role: .destructive) { Task { await model.remove(person.user) } }
        }
    }

    private func title(of role: Member.Role) -> LocalizedStringKey {
        switch role {
        case .owner: "Make owner"
        case .admin: "Make admin"
        case .member: "Make member"
        }
    }
}

/// A member with role and presence.
struct MemberRow: View {
    let person: ChatHeader.Person

    var body: some View {
        HStack {
            ProfileImageView(picture: person.picture, name: person.name, size: 40)
                .overlay(alignment: .bottomTrailing) { OnlineStatusIndicator(isOnline: person.isOnline) }
            Text(verbatim: person.name)
            if person.isMe { Text("you").font(.caption) }
            Spacer()
            if person.isOnline { Text("online").font(.caption) }
            if person.role != .member { Text(person.role == .owner ? "Owner" : "Admin").font(.caption) }
        }
        .accessibilityElement(children: .combine)
    }
}
