// refused: has no member 'scrollBounce'
import SwiftUI

struct AbsentModifier: View {
    var body: some View { Text("Hello").scrollBounce(.automatic) }
}
