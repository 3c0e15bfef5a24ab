import NexusClient
import SwiftUI

/// The user's own profile, as others see it.
struct ProfileSection: View {
    @Bindable var model: ProfileViewModel
    let server: String?

    var body: some View {
        Section("Profile") {
            ProfileImageView(picture: model.picture, name: model.name)
            TextField("Name", text: $model.name)
            TextField("About you", text: $model.about, axis: .vertical)
            LabeledContent("E-mail address", value: model.email)
            if let server { LabeledContent("Server", value: server) }
            Button("Save") { Task { await model.save() } }.disabled(!model.canSave)
            ErrorLine(error: model.error)
        }
    }
}
