// refused: missing arguments for parameters 'isPresented'
import SwiftUI

struct WrongLabel: View {
    @State private var isShown = false
    var body: some View { Text("Hello").sheet(isShown: $isShown) { Text("Sheet") } }
}
