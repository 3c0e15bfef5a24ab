#if !os(macOS)
    import Foundation
    import NexusClient
    import UIKit

    /// Reads what another app hands to the share extension. Files are copied: the originals are there only for a moment.
    public struct SharedContentReader: Sendable {
        private let folder: URL

        /// - Parameter folder: where copies of files are kept, until ``removeCopies()``.
        public init(
            folder: URL = FileManager.default.temporaryDirectory.appendingPathComponent(
                "share-" + UUID().uuidString)
        ) {
            self.folder = folder
        }

        /// - Parameter items: the input of the extension's context.
        @MainActor
        public func read(_ items: [Any]) async -> SharedContent {
            var content = SharedContent()
            var lines: [String] = []
            for provider in items.compactMap({ ($0 as? NSExtensionItem)?.attachments }).joined() {
                switch SharedKind(provider.registeredTypeIdentifiers) {
                case .link: if let url = await object(URL.self, of: provider) { lines.append(url.absoluteString) }
                case .text: if let text = await object(String.self, of: provider) { lines.append(text) }
                case .file(let type):
                    if let file = await copy(of: provider, type: type, number: content.files.count) {
                        content.files.append(file)
                    }
                case nil: break
                }
            }
            content.text = lines.joined(separator: "\n")
            return content
        }

        public func removeCopies() { try? FileManager.default.removeItem(at: folder) }

        private func object<Value: Sendable>(_ type: Value.Type, of provider: NSItemProvider) async -> Value?
        where Value: SharedObject {
            await withCheckedContinuation { continuation in
                Value.load(from: provider) { continuation.resume(returning: $0) }
            }
        }

        private func copy(of provider: NSItemProvider, type: String, number: Int) async -> OutgoingFile? {
            // A folder each: two files may have one name.
            let target = folder.appendingPathComponent("\(number)")
            let suggested = provider.suggestedName
            return await withCheckedContinuation { continuation in
                provider.loadFileRepresentation(forTypeIdentifier: type) { file, _ in
                    continuation.resume(
                        returning: file.flatMap { SharedContentReader.copy($0, to: target, as: suggested) })
                }
            }
        }

        private static func copy(_ file: URL, to folder: URL, as suggested: String?) -> OutgoingFile? {
            let name = file.lastPathComponent
            let copy = folder.appendingPathComponent(name)
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: file, to: copy)
            } catch {
                return nil
            }
            // The suggested name has no extension.
            let ending = file.pathExtension.isEmpty ? "" : ".\(file.pathExtension)"
            let shown = suggested.map { $0.hasSuffix(ending) ? $0 : $0 + ending }
            return OutgoingFile(copy.path, name: shown ?? name)
        }
    }

    /// An object that item providers hold.
    protocol SharedObject: Sendable {
        static func load(from provider: NSItemProvider, completion: @escaping @Sendable (Self?) -> Void)
    }

    extension URL: SharedObject {
        static func load(from provider: NSItemProvider, completion: @escaping @Sendable (URL?) -> Void) {
            _ = provider.loadObject(ofClass: URL.self) { url, _ in completion(url) }
        }
    }

    extension String: SharedObject {
        static func load(from provider: NSItemProvider, completion: @escaping @Sendable (String?) -> Void) {
            _ = provider.loadObject(ofClass: String.self) { text, _ in completion(text) }
        }
    }
#endif
