import Foundation

// Of Foundation, which on Linux lacks them. UIKit exports Foundation.

/// https://developer.apple.com/documentation/foundation/nsextensioncontext
@available(iOS 8, *)
open class NSExtensionContext: NSObject {
    override init() {}
    open var inputItems: [Any] { [] }
    open func completeRequest(
        returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {}
    open func cancelRequest(withError error: any Error) {}
}

/// https://developer.apple.com/documentation/foundation/nsextensionitem
@available(iOS 8, *)
open class NSExtensionItem: NSObject {
    public override init() {}
    open var attachments: [NSItemProvider]?
    open var attributedContentText: NSAttributedString?
}

/// https://developer.apple.com/documentation/foundation/nsitemprovider
@available(iOS 8, *)
open class NSItemProvider: NSObject, @unchecked Sendable {
    private let types: [String]
    private let object: (any Sendable)?
    private let file: URL?
    private let name: String?

    /// What an app gives: an object of a class, or a file.
    @_spi(Host) public init(types: [String], object: (any Sendable)? = nil, file: URL? = nil, name: String? = nil) {
        (self.types, self.object, self.file, self.name) = (types, object, file, name)
    }

    open var registeredTypeIdentifiers: [String] { types }
    open var suggestedName: String? { name }

    /// The file is there until the handler returns.
    @available(iOS 11, *)
    @discardableResult
    open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        completionHandler(types.contains(typeIdentifier) ? file : nil, nil)
        return Progress(totalUnitCount: 1)
    }

    @available(iOS 11, *)
    @discardableResult
    open func loadObject<T: Sendable>(
        ofClass: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
    ) -> Progress {
        completionHandler(object as? T, nil)
        return Progress(totalUnitCount: 1)
    }
}

@available(iOS 7, *)
extension FileManager {
    /// https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        temporaryDirectory.appendingPathComponent(groupIdentifier)
    }
}
