// refused: cannot find '$name' in scope
import SwiftUI

struct BindingNotState: View {
    let name: String
    var body: some View { TextField("Name", text: $name) }
}
