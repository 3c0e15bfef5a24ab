import Foundation
import NexusCore
import SwiftUI

/// A time of the day, in the reader's words.
struct TimeText: View {
    let time: Timestamp

    var body: some View { Text(time.date, format: .dateTime.hour().minute()) }
}

/// When something happened: today its time, this year its day, earlier its date.
struct ListTimeText: View {
    @Environment(\.calendar) private var calendar
    @Environment(\.now) private var now
    let time: Timestamp

    var body: some View {
        if calendar.isDate(time.date, inSameDayAs: today) {
            Text(time.date, format: .dateTime.hour().minute())
        } else if calendar.isDate(time.date, equalTo: today, toGranularity: .year) {
            Text(time.date, format: .dateTime.day().month(.abbreviated))
        } else {
            Text(time.date, format: .dateTime.day().month(.abbreviated).year())
        }
    }

    private var today: Date { now ?? Date() }
}

private struct NowKey: EnvironmentKey {
    static let defaultValue: Date? = nil
}

extension EnvironmentValues {
    /// The time by which days are named; `nil` for the present. Previews have one of their own.
    var now: Date? {
        get { self[NowKey.self] }
        set { self[NowKey.self] = newValue }
    }
}
