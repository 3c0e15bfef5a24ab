import NexusClient
import SwiftUI

/// The name of a new group and its members so far.
struct GroupFields: View {
    @Bindable var model: NewConversationViewModel

    var body: some View {
        Section {
            TextField("Name of the group", text: $model.title)
        } footer: {
            Text("\(model.memberCount) members")
        }
    }
}
