import Foundation
import UserNotifications

/// https://developer.apple.com/documentation/sirikit/inintent
@available(iOS 10, macOS 12, *)
open class INIntent: NSObject {
    override init() {}
}

/// https://developer.apple.com/documentation/sirikit/insendmessageintent
@available(iOS 10, macOS 12, *)
open class INSendMessageIntent: INIntent, UNNotificationContentProviding {
    public let recipients: [INPerson]?
    public let content: String?
    public let speakableGroupName: INSpeakableString?
    public let conversationIdentifier: String?
    public let sender: INPerson?

    @available(iOS 14, macOS 12, *)
    public init(
        recipients: [INPerson]?, outgoingMessageType: INOutgoingMessageType, content: String?,
        speakableGroupName: INSpeakableString?, conversationIdentifier: String?, serviceName: String?,
        sender: INPerson?, attachments: [INSendMessageAttachment]?
    ) {
        (self.recipients, self.content, self.speakableGroupName) = (recipients, content, speakableGroupName)
        (self.conversationIdentifier, self.sender) = (conversationIdentifier, sender)
        super.init()
    }
}

/// https://developer.apple.com/documentation/sirikit/inoutgoingmessagetype
@available(iOS 14, macOS 11, *)
public enum INOutgoingMessageType: Int, Sendable { case unknown, outgoingMessageText, outgoingMessageAudio }

/// https://developer.apple.com/documentation/sirikit/insendmessageattachment
@available(iOS 14, macOS 11, *)
open class INSendMessageAttachment: NSObject { override init() {} }

/// https://developer.apple.com/documentation/sirikit/inspeakablestring
@available(iOS 11, macOS 11, *)
open class INSpeakableString: NSObject {
    public let spokenPhrase: String
    public init(spokenPhrase: String) { self.spokenPhrase = spokenPhrase }
}

/// https://developer.apple.com/documentation/sirikit/inperson
@available(iOS 10, macOS 12, *)
open class INPerson: NSObject {
    public let displayName: String
    public let image: INImage?
    public let customIdentifier: String?

    public init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?
    ) {
        (self.displayName, self.image, self.customIdentifier) = (displayName ?? "", image, customIdentifier)
    }
}

/// https://developer.apple.com/documentation/sirikit/inpersonhandle
@available(iOS 10, macOS 12, *)
open class INPersonHandle: NSObject {
    public init(value: String?, type: INPersonHandleType) {}
}

/// https://developer.apple.com/documentation/sirikit/inpersonhandletype
@available(iOS 10, macOS 12, *)
public enum INPersonHandleType: Int, Sendable { case unknown, emailAddress, phoneNumber }

/// https://developer.apple.com/documentation/sirikit/inimage
@available(iOS 10, macOS 11, *)
open class INImage: NSObject {
    /// What it was made of.
    @_spi(Host) public let data: Data
    public init(imageData: Data) { data = imageData }
}

/// https://developer.apple.com/documentation/sirikit/ininteraction
@available(iOS 10, macOS 11, *)
open class INInteraction: NSObject {
    public let intent: INIntent
    open var direction = INInteractionDirection.unspecified
    public init(intent: INIntent, response: INIntentResponse?) { self.intent = intent }
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {}
}

/// https://developer.apple.com/documentation/sirikit/ininteractiondirection
@available(iOS 10, macOS 11, *)
public enum INInteractionDirection: Int, Sendable { case unspecified, outgoing, incoming }

/// https://developer.apple.com/documentation/sirikit/inintentresponse
@available(iOS 10, macOS 11, *)
open class INIntentResponse: NSObject { override init() {} }
