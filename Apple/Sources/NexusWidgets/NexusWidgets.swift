import SwiftUI
import WidgetKit

/// The widgets.
@main
struct NexusWidgets: WidgetBundle {
    var body: some Widget { UnreadWidget() }
}
