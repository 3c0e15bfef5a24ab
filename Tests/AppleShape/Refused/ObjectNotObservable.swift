// refused: conform to 'Observable'
import SwiftUI

final class Plain { var name = "" }

struct ObjectNotObservable: View {
    @Bindable var model: Plain
    var body: some View { TextField("Name", text: $model.name) }
}
