import Foundation
import NexusClient
import SwiftUI
import UniformTypeIdentifiers

/// Files from the system's dialog, or dropped on the composer.
struct ChoosingFiles: ViewModifier {
    @Binding var isPresented: Bool
    let model: ChatViewModel

    func body(content: Content) -> some View {
        content
            .fileImporter(isPresented: $isPresented, allowedContentTypes: [.item], allowsMultipleSelection: true) {
                if case .success(let files) = $0 { attach(files) }
            }
            .dropDestination(for: URL.self) { files, _ in attach(files) }
    }

    /// The system grants access to a chosen file for a moment: a copy outlasts it.
    @discardableResult
    private func attach(_ files: [URL]) -> Bool {
        model.attach(files.compactMap(AttachedFile.copy).map { OutgoingFile($0.path) })
    }
}

/// Copies of chosen files in the app's folder for temporary files. A message that is sent has copies of its own.
public enum AttachedFile {
    private static var all: URL { FileManager.default.temporaryDirectory.appendingPathComponent("attached") }

    /// Removes the copies of earlier runs.
    public static func removeAll() { try? FileManager.default.removeItem(at: all) }

    static func copy(_ file: URL) -> URL? {
        let isGranted = file.startAccessingSecurityScopedResource()
        defer { if isGranted { file.stopAccessingSecurityScopedResource() } }
        let folder = all.appendingPathComponent(UUID().uuidString)
        let copy = folder.appendingPathComponent(file.lastPathComponent)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: file, to: copy)
            return copy
        } catch {
            return nil
        }
    }
}
