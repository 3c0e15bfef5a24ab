import SwiftUI

/// A dot for a person who is online. The view that shows it says so in words too.
struct OnlineStatusIndicator: View {
    let isOnline: Bool

    var body: some View {
        if isOnline {
            Circle()
                .fill(.green)
                .frame(width: 12, height: 12)
                .accessibilityHidden(true)
        }
    }
}
