import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

extension NotificationLevel: ExpressibleByArgument {}
extension ConversationLevel: ExpressibleByArgument {}
extension NotificationMail: ExpressibleByArgument {}

/// Quiet hours as typed: `22:00-07:00`, or `off`.
struct QuietHoursArgument: ExpressibleByArgument {
    let hours: QuietHours

    init?(argument: String) {
        if argument == "off" {
            hours = .off
            return
        }
        let times = argument.split(separator: "-", omittingEmptySubsequences: false).map { Self.minute(of: $0) }
        guard times.count == 2, let start = times[0], let end = times[1], start != end else { return nil }
        hours = QuietHours(start: start, end: end)
    }

    private static func minute(of text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), parts[1].count == 2,
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }

    /// The hours as they are typed.
    static func text(_ hours: QuietHours) -> String {
        hours.isOff ? "off" : "\(time(hours.start))-\(time(hours.end))"
    }

    private static func time(_ minute: Int) -> String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// `nexus notifications`: which messages the user is told of.
struct Notifications: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications", abstract: "Show or choose which messages you are told of.",
        subcommands: [General.self, InConversation.self], defaultSubcommand: General.self)

    struct General: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "general", abstract: "Show or change the settings for all conversations.")

        @Option(help: "Direct messages: all, mentions or nothing.") var direct: NotificationLevel?
        @Option(help: "Messages of groups: all, mentions or nothing.") var groups: NotificationLevel?
        @Option(help: "A word or phrase that counts like a mention. Repeatable; replaces the list.")
        var keyword: [String] = []
        @Flag(help: "Remove all keywords.") var noKeywords = false
        @Option(help: "Quiet hours such as 22:00-07:00, in your time zone, or off.") var quiet: QuietHoursArgument?
        @Flag(inversion: .prefixedNo, help: "Let urgent messages pass quiet hours.") var urgent: Bool?
        @Option(help: "Seconds before other devices are told while you use one, 0 to 300.") var delay: Int?
        @Flag(inversion: .prefixedNo, help: "Hide sender and text in notifications.") var hideText: Bool?
        @Option(help: "E-mails about unread messages: off, 15m, 1h or daily.") var mail: NotificationMail?
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard keyword.isEmpty || !noKeywords else {
                throw ValidationError("Use either --keyword or --no-keywords.")
            }
        }

        private var change: NotificationChange {
            NotificationChange(
                direct: direct, groups: groups, keywords: noKeywords ? [] : keyword.isEmpty ? nil : keyword,
                quiet: quiet?.hours, urgentPasses: urgent, delay: delay, hidesContent: hideText, mail: mail)
        }

        func run() async throws {
            let client = try ProfileClient.open()
            if change != NotificationChange() {
                let operation = try await client.setNotifications(change)
                let delivery = Delivery(client: client)
                delivery.remark(on: try await delivery.settle(operation))
            }
            guard let account = try await client.account() else { throw ClientError.signedOut }
            let settings = account.profile.notifications
            if json { return Output.json(settings) }
            Output.line("Direct messages: \(settings.direct.rawValue)")
            Output.line("Groups: \(settings.groups.rawValue)")
            let keywords = settings.keywords.map { TerminalText.line($0) }.joined(separator: ", ")
            Output.line("Keywords: \(keywords.isEmpty ? "none" : keywords)")
            Output.line("Quiet hours: \(QuietHoursArgument.text(settings.quiet))")
            if !settings.quiet.isOff { Output.line("Urgent messages pass: \(settings.urgentPasses ? "yes" : "no")") }
            Output.line("Other devices are told after: \(settings.delay) seconds")
            Output.line("Sender and text in notifications: \(settings.hidesContent ? "hidden" : "shown")")
            Output.line("E-mails about unread messages: \(settings.mail.rawValue)")
        }
    }

    struct InConversation: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "in", abstract: "Choose for one conversation.")

        @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
        @Option(help: "Its messages: default, all, mentions or nothing.") var level: ConversationLevel?
        @Flag(inversion: .prefixedNo, help: "Play a sound.") var sound: Bool?

        func validate() throws {
            guard level != nil || sound != nil else { throw ValidationError("Use --level, --sound or --no-sound.") }
        }

        func run() async throws {
            let client = try ProfileClient.open()
            let id = try await conversation.resolve(client).id
            let operation = try await client.setNotifications(level, sound: sound, in: id)
            try await Delivery(client: client).report(operation, done: "set")
        }
    }
}
