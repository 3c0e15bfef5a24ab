import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// A row of a chat: a day, a mark, a gap, an event of the group, or a message.
struct ChatRowView: View {
    let row: ChatRow
    let model: ChatViewModel
    @Binding var sheet: ChatSheet?

    var body: some View {
        switch row.content {
        case .day(let day): DayHeading(day: day)
        case .newMessages: NewMessagesHeading()
        case .gap: ProgressView("Loading messages in between").padding()
        case .message(let message):
            if message.event != nil {
                GroupEventView(text: message.text)
            } else {
                MessageRowView(message: message, model: model, sheet: $sheet)
            }
        }
    }
}

/// A new day in a chat.
struct DayHeading: View {
    /// Days since 1970-01-01 in the reader's time zone.
    let day: Int64

    var body: some View {
        Text(Timestamp(milliseconds: day.multipliedReportingOverflow(by: 86_400_000).partialValue).date, format: style)
            .font(.footnote).foregroundStyle(.secondary)
            .padding(.vertical, 8)
            .accessibilityAddTraits(.isHeader)
    }

    /// The number counts days of the reader: it is not moved to their time zone once more.
    private var style: Date.FormatStyle {
        var style = Date.FormatStyle.dateTime.weekday(.wide).day().month(.wide).year()
        style.timeZone = .gmt
        return style
    }
}

/// The messages below it are unread.
struct NewMessagesHeading: View {
    var body: some View {
        Text("New messages")
            .font(.footnote.bold()).foregroundStyle(.tint)
            .padding(.vertical, 8)
            .accessibilityAddTraits(.isHeader)
    }
}

/// What happened to the group.
struct GroupEventView: View {
    let text: String

    var body: some View {
        Text(verbatim: text)
            .font(.footnote).foregroundStyle(.secondary)
            .multilineTextAlignment(.center)
            .padding(.vertical, 4)
    }
}
