// refused: onScrollTargetVisibilityChange
import SwiftUI

struct TooNewScroll: View {
    // Of iOS 18.
    var body: some View { ScrollView { Text("Hello") }.onScrollTargetVisibilityChange(idType: Int.self) { _ in } }
}
