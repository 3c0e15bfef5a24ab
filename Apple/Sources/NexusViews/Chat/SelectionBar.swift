import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// What can be done with the selected messages.
struct SelectionBar: View {
    let model: ChatViewModel
    @Binding var sheet: ChatSheet?

    var body: some View {
        HStack {
            Button("Cancel") { model.endSelection() }
            Spacer()
            Text("\(model.selection.count) selected")
            Spacer()
            Button("Copy", systemImage: "doc.on.doc") { copy() }.labelStyle(.iconOnly)
            Button("Forward", systemImage: "arrowshape.turn.up.right") { sheet = .forwardSelected }
                .labelStyle(.iconOnly)
                .disabled(!model.maySelectedBeForwarded)
            Menu("Delete", systemImage: "trash") {
                Button("Delete for me", role: .destructive) { Task { await model.deleteSelectedForMe() } }
                if model.maySelectedBeDeleted {
                    Button("Delete for everyone", role: .destructive) { Task { await model.deleteSelected() } }
                }
            }
        }
        .padding()
        .background(.bar)
    }

    private func copy() {
        Clipboard.copy(model.copySelected { $0.date.formatted(.dateTime.day().month().hour().minute()) })
    }
}
