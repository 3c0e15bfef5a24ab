// refused: 'Tab'
import SwiftUI

struct TooNew: View {
    // Of iOS 18.
    var body: some View { TabView { Tab("Chats", systemImage: "bubble") { Text("Hello") } } }
}
