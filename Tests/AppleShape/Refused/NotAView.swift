// refused: does not conform to protocol 'View'
import SwiftUI

struct NotAView: View {
    let text: String
}
