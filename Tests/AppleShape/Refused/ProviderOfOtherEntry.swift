// refused: does not conform to protocol 'TimelineProvider'
import Foundation
import WidgetKit

struct ProviderOfOtherEntry: TimelineProvider {
    struct Entry: TimelineEntry { let date: Date }
    func placeholder(in context: Context) -> Entry { Entry(date: Date()) }
}
