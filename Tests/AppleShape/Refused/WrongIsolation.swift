// refused: main actor-isolated
import SwiftUI

struct WrongIsolation: View {
    @State private var count = 0
    var body: some View { Text("\(count)") }

    nonisolated func text() -> some View { body }
}
