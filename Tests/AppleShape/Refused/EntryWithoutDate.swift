// refused: does not conform to protocol 'TimelineEntry'
import WidgetKit

struct EntryWithoutDate: TimelineEntry {
    let count: Int
}
