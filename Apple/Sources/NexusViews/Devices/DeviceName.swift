#if !os(macOS)
    import UIKit
#endif

/// The name under which a new passkey of this device is listed.
@MainActor
enum DeviceName {
    static var current: String {
        #if os(macOS)
            return "Mac"
        #else
            return UIDevice.current.model
        #endif
    }
}
