import Foundation
import SwiftUI

#if os(macOS)
    import AppKit
#else
    import UIKit
#endif

extension Image {
    /// A picture from the bytes of its file; `nil` if the system cannot read them.
    init?(data: Data) {
        #if os(macOS)
            guard let image = NSImage(data: data) else { return nil }
            self.init(nsImage: image)
        #else
            guard let image = UIImage(data: data) else { return nil }
            self.init(uiImage: image)
        #endif
    }
}
