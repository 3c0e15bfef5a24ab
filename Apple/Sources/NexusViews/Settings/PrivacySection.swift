import NexusClient
import NexusCore
import SwiftUI

/// What others see of the user, and who is blocked.
struct PrivacySection: View {
    let model: PrivacyViewModel

    var body: some View {
        Section("Privacy") {
            Toggle("Show when I am online", isOn: switching(model.showsPresence) { await model.showPresence($0) })
            Toggle("Send read receipts", isOn: switching(model.showsReceipts) { await model.showReceipts($0) })
            Toggle("Show AI features", isOn: switching(model.showsAI) { await model.showAI($0) })
            ForEach(model.blocked, id: \.id) { user in
                HStack {
                    PersonRow(user: user)
                    Button("Unblock \(user.name)") { Task { await model.unblock(user.id) } }
                }
            }
            ErrorLine(error: model.error)
        }
    }

    private func switching(_ value: Bool, _ set: @escaping (Bool) async -> Void) -> Binding<Bool> {
        Binding(get: { value }, set: { isOn in Task { await set(isOn) } })
    }
}
