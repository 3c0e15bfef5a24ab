// refused: conform to 'Equatable'
import SwiftUI

struct ValueNotEquatable: View {
    struct Value {}
    let value: Value
    var body: some View { Text("Hello").onChange(of: value) {} }
}
