import SwiftUI

extension View {
    /// The smallest size of a sheet on a Mac, where it has no size of its own.
    func sheetFrame() -> some View {
        #if os(macOS)
            frame(minWidth: 380, minHeight: 460)
        #else
            self
        #endif
    }
}
