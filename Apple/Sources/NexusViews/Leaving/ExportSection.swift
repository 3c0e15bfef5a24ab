import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// The copy of the user's data: it is made by the server, downloaded once, and then shared or saved.
struct ExportSection: View {
    /// A downloaded copy.
    @State private var file: URL?
    let model: LeavingViewModel

    var body: some View {
        Section {
            if let file {
                ShareLink(item: file) { Label("Share or save the copy", systemImage: "square.and.arrow.up") }
            }
            switch model.export?.phase {
            case .making: making
            case .ready: ready
            case .failed:
                if let message = model.export?.message { Text(verbatim: message) }
                begin
            case .absent: begin
            case nil: ProgressView("Loading the settings")
            }
        } header: {
            Text("Copy of your data")
        } footer: {
            Text(
                "A ZIP file with your profile, the conversations and files that you can read, insights and assistant history, to open without Nexus."
            )
        }
        .disabled(model.isWorking)
        .onDisappear { remove() }
    }

    private var begin: some View { Button("Export my data") { Task { await model.makeExport() } } }

    @ViewBuilder private var making: some View {
        if let export = model.export, export.total > 0 {
            ProgressView(value: Double(export.done), total: Double(export.total)).accessibilityLabel("Export")
            Text("\(export.done) of \(export.total) conversations")
        } else {
            ProgressView("The copy is being made")
        }
        Button("Cancel export", role: .destructive) { Task { await model.deleteExport() } }
    }

    @ViewBuilder private var ready: some View {
        if let bytes = model.export?.bytes {
            LabeledContent("Size") { Text(bytes, format: .byteCount(style: .file)) }
        }
        if let expiry = model.export?.expiresAt {
            Text("It is deleted on \(expiry.date, format: .dateTime.day().month(.abbreviated).hour().minute()).")
        }
        if model.isWorking { ProgressView("Please wait") }
        Button("Download", systemImage: "arrow.down.circle") { Task { await download() } }
        Button("Delete the copy", role: .destructive) { Task { await model.deleteExport() } }
    }

    private func download() async {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("nexus-export.zip")
        if await model.download(to: path.path) {
            remove()
            file = path
        } else {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// The user's data does not stay in the folder for temporary files.
    private func remove() {
        if let file { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        file = nil
    }
}
