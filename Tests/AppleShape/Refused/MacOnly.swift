// refused: cannot find 'Settings' in scope
import SwiftUI

struct MacOnly: App {
    var body: some Scene { Settings { Text("Hello") } }
}
