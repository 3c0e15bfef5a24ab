import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// Who received and read a message, and when.
struct MessageDetailsView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var receipts: [MemberReceipt]?
    let message: MessageRow
    let model: ChatViewModel

    var body: some View {
        List {
            Section { Text(verbatim: message.text.isEmpty ? message.attachments.summary : message.text) }
            if let receipts {
                Section("Members") { ForEach(receipts, id: \.user) { ReceiptRow(receipt: $0) } }
            } else if message.isMine {
                ProgressView("Loading receipts")
            }
            ErrorLine(error: model.error)
        }
        .navigationTitle("Receipts")
        .toolbar { ToolbarItem(placement: .confirmationAction) { Button("Done") { dismiss() } } }
        .task { if message.isMine { receipts = await model.receipts(of: message.id) } }
    }
}

/// When a member received and read a message.
struct ReceiptRow: View {
    let receipt: MemberReceipt

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: receipt.name)
            state.font(.caption).foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
    }

    private var state: Text {
        if let time = receipt.readAt {
            return Text("Read \(time.date, format: .dateTime.day().month().hour().minute())")
        }
        if receipt.isRead { return Text("Read") }
        return receipt.isDelivered ? Text("Delivered") : Text("Sent")
    }
}

/// The versions of an edited message, oldest first.
struct MessageHistoryView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var versions: [MessageVersion] = []
    let message: MessageRow
    let model: ChatViewModel

    var body: some View {
        List {
            ForEach(versions, id: \.at) { version in
                Section {
                    Text(MessageText.attributed(version.text, mentions: version.mentions))
                } footer: {
                    Text(version.at.date, format: .dateTime.day().month().hour().minute())
                }
            }
            ErrorLine(error: model.error)
        }
        .navigationTitle("Earlier versions")
        .toolbar { ToolbarItem(placement: .confirmationAction) { Button("Done") { dismiss() } } }
        .task { versions = await model.versions(of: message.id) }
    }
}

/// Reports a message to the server's administrators.
struct ReportView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var reason = ""
    let message: MessageRow
    let model: ChatViewModel

    var body: some View {
        Form {
            Section {
                TextField("What is wrong with it?", text: $reason, axis: .vertical)
            } footer: {
                Text("The administrators of the server see the message and your words.")
            }
            ErrorLine(error: model.error)
        }
        .formStyle(.grouped)
        .navigationTitle("Report")
        .toolbar {
            ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
            ToolbarItem(placement: .confirmationAction) {
                Button("Report") { Task { if await model.report(message.id, because: reason) { dismiss() } } }
            }
        }
    }
}
