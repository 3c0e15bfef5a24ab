import Foundation
import UniformTypeIdentifiers

@available(iOS 14, macOS 11, *)
extension View {
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void
    ) -> some View {
        hosted(nodes: { nodes, context in
            guard isPresented.wrappedValue else { return nodes }
            var node = HostNode(.sheet, label: "files")
            node.identity = context.path + ".files"
            // A test types the path of the file that the user chooses.
            node.type = { path in
                isPresented.wrappedValue = false
                onCompletion(.success([URL(fileURLWithPath: path)]))
            }
            return nodes + [node]
        })
    }

    @available(iOS 16, macOS 13, *)
    public func dropDestination<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping ([T], CGPoint) -> Bool,
        isTargeted: @escaping (Bool) -> Void = { _ in }
    ) -> some View { looks() }
}

/// Of CoreTransferable, which SwiftUI exports again.
@available(iOS 16, macOS 13, *)
public protocol Transferable {}

@available(iOS 16, macOS 13, *)
extension URL: Transferable {}

@available(iOS 16, macOS 13, *)
extension String: Transferable {}

/// Of Foundation, which on Linux has no sandbox.
@available(iOS 8, macOS 10.10, *)
extension URL {
    public func startAccessingSecurityScopedResource() -> Bool { false }
    public func stopAccessingSecurityScopedResource() {}
}
