import NexusCore
import SwiftUI

/// How far the user's own message has come.
struct MessageStatusView: View {
    let message: MessageRow

    var body: some View {
        if let status = message.status {
            Image(systemName: symbol(of: status)).accessibilityLabel(label(of: status))
            if let receipts = message.receipts, receipts.audience > 1, receipts.read > 0 {
                Text("read by \(receipts.read) of \(receipts.audience)")
            }
        }
        if message.hasPendingChange { Image(systemName: "clock").accessibilityLabel("A change waits to be sent") }
    }

    private func symbol(of status: MessageStatus) -> String {
        switch status {
        case .pending: "clock"
        case .sending: "arrow.up.circle"
        case .sent: "checkmark"
        case .delivered: "checkmark.circle"
        case .read: "checkmark.circle.fill"
        case .failed: "exclamationmark.circle.fill"
        }
    }

    private func label(of status: MessageStatus) -> LocalizedStringKey {
        switch status {
        case .pending: "Waits for a connection"
        case .sending: "Sending"
        case .sent: "Sent"
        case .delivered: "Delivered"
        case .read: "Read"
        case .failed: "Not sent"
        }
    }
}
