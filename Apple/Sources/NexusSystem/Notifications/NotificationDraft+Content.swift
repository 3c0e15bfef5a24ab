import Foundation
import Intents
import NexusCore
import UserNotifications

extension NotificationDraft {
    /// The content to show in place of `original`, whose sound stays. A message of a person becomes a communication notification, which
    /// shows their picture and follows the user's choices for people.
    public func content(over original: UNNotificationContent) -> UNNotificationContent {
        guard let content = original.mutableCopy() as? UNMutableNotificationContent else { return original }
        content.title = title
        content.body = body
        content.badge = NSNumber(value: badge)
        if let category { content.categoryIdentifier = category }
        if let place {
            content.threadIdentifier = place.conversation.text
            content.userInfo = place.userInfo
        }
        guard let sender else { return content }
        let intent = message(from: sender)
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.donate(completion: nil)
        return (try? content.updating(from: intent)) ?? content
    }

    private func message(from sender: Sender) -> INSendMessageIntent {
        let person = INPerson(
            personHandle: INPersonHandle(value: sender.id.text, type: .unknown), nameComponents: nil,
            displayName: sender.name, image: sender.picture.map { INImage(imageData: Data($0)) },
            contactIdentifier: nil, customIdentifier: sender.id.text)
        return INSendMessageIntent(
            recipients: nil, outgoingMessageType: .outgoingMessageText, content: body,
            speakableGroupName: group.map { INSpeakableString(spokenPhrase: $0) },
            conversationIdentifier: place?.conversation.text, serviceName: nil, sender: person, attachments: nil)
    }
}
