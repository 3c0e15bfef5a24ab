import NexusClient
import SwiftUI

/// A copy of the user's data, and the deletion of the account.
struct YourDataView: View {
    @State private var isDeleting = false
    let model: LeavingViewModel

    var body: some View {
        Form {
            ExportSection(model: model)
            DeletionSection(model: model, isDeleting: $isDeleting)
            ErrorLine(error: model.error)
        }
        .formStyle(.grouped)
        .navigationTitle("Your data")
        .task { await model.observe() }
        .refreshable { await model.load() }
        .sheet(isPresented: $isDeleting) { DeleteAccountView(model: model).sheetFrame() }
    }
}
