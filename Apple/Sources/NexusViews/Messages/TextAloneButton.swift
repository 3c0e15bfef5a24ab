import NexusClient
import NexusCore
import SwiftUI

/// Sends the text of messages whose attachments cannot be uploaded.
public protocol TextAloneService: Sendable {
    func sendTextAlone(
        of message: MessageID, discardingAttachments: Bool
    ) async throws(ClientError) -> MessageID?
}

extension NexusClient: TextAloneService {}

/// Sends the text of a message at once; its attachments follow once they are uploaded.
struct TextAloneButton: View {
    @Environment(AppModel.self) private var app
    let message: MessageRow
    let model: ChatViewModel

    var body: some View {
        if message.canSendTextAlone {
            Button("Send the text now", systemImage: "text.bubble") { Task { await send() } }
        }
    }

    private func send() async {
        do throws(ClientError) {
            _ = try await app.services.sendTextAlone(of: message.id, discardingAttachments: false)
        } catch {
            model.error = error
        }
    }
}
