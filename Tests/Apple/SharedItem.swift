import Foundation
// Apart from the tests: with both, the compiler looks for Testing's additions to Apple's UIKit.
@_spi(Host) import UIKit

/// What another app gives to the share extension.
enum SharedItem {
    case object([String], any Sendable)
    case file([String], URL?, name: String? = nil)

    /// The input of the extension's context.
    static func input(_ items: [SharedItem]) -> [Any] {
        let item = NSExtensionItem()
        item.attachments = items.map { item in
            switch item {
            case .object(let types, let object): NSItemProvider(types: types, object: object)
            case .file(let types, let file, let name): NSItemProvider(types: types, file: file, name: name)
            }
        }
        return [item]
    }
}
