/// A conversation of the demo team: members and senders are indices into `DemoTeam.people`. `{launch}` and `{rota}` in a text
/// are weekdays to come, so that its deadlines are ahead whenever the team is made.
struct DemoConversation {
    struct Line {
        var by: Int
        var text: String
    }

    /// A group's title; `nil` for a direct conversation.
    var title: String?
    var members: [Int]
    /// The time since its beginning.
    var minutesAgo: Int64
    /// The number of members who have read it completely.
    var readers: Int
    var lines: [Line]

    static let all: [DemoConversation] = [launch, support, mayaAndJonas, priyaAndLena]

    private static let launch = DemoConversation(
        title: "Launch week", members: [0, 1, 2, 3, 4], minutesAgo: 2_900, readers: 3,
        lines: [
            Line(by: 0, text: "Morning! This is the room for everything about the launch. {launch}, 10:00."),
            Line(by: 1, text: "Release branch is cut. Two blockers left: the import job and the German texts."),
            Line(by: 2, text: "Import job: I found it. It reads the file twice when the connection drops. Fix today."),
            Line(by: 4, text: "German texts are with the agency, they promised them by tomorrow noon."),
            Line(
                by: 0, text: "Lena, can you send me the list of what is missing? I'd like to check two of them myself."),
            Line(by: 4, text: "Will do after lunch."),
            Line(by: 3, text: "Load test from last night: 4 hours, no errors, p99 stayed under 80 ms."),
            Line(by: 1, text: "Nice. Did the memory stay flat this time?"),
            Line(by: 3, text: "Flat. The cache fix was it."),
            Line(by: 2, text: "Import fix is up for review. Jonas, could you look? It is 40 lines, mostly the test."),
            Line(by: 1, text: "Looking now."),
            Line(by: 1, text: "Approved. One question about the retry count in the comments."),
            Line(by: 2, text: "Good point, I made it a setting. Merged."),
            Line(by: 0, text: "Do we announce on the blog before or after the mail goes out?"),
            Line(by: 4, text: "After. Last time people clicked the link before the page was there."),
            Line(by: 0, text: "Decided then: mail at 10:00, blog at 10:15."),
            Line(by: 3, text: "I'll watch the dashboards from 9:30 and stay until 13:00."),
            Line(
                by: 1, text: "Rollback plan is in the runbook, section 4. Please read it before {launch}, all of you."),
            Line(by: 2, text: "Read it. Step 3 needs the new host name, I fixed that."),
            Line(by: 4, text: "German texts arrived! Two typos, sending them back."),
            Line(by: 4, text: "And done. All texts are in."),
            Line(by: 0, text: "Then we are green. Thank you, everybody. See you {launch} at 9:30."),
        ])

    private static let support = DemoConversation(
        title: "Support rota", members: [3, 0, 4], minutesAgo: 1_500, readers: 2,
        lines: [
            Line(by: 3, text: "Who takes {rota}? I'm at the dentist until noon."),
            Line(by: 4, text: "I can take the morning."),
            Line(by: 0, text: "Then I'll do the afternoon, so you don't have to hurry."),
            Line(by: 3, text: "Thanks, both. I owe you a coffee."),
            Line(by: 4, text: "Ticket 4312: a customer cannot export more than 10,000 rows. Known?"),
            Line(by: 3, text: "Known, it is the old limit. The new exporter ships with the launch."),
            Line(by: 4, text: "I'll tell them {launch}, then."),
            Line(by: 0, text: "Please also give them the workaround with the date filter."),
            Line(by: 4, text: "Done, they are happy with it."),
            Line(by: 3, text: "Ticket 4318 is a weird one: the invoice shows yesterday's date in Auckland."),
            Line(by: 0, text: "Time zone of the server, I bet. Priya knows that code."),
            Line(by: 3, text: "I'll ask her after the launch. It can wait, only one customer."),
            Line(by: 4, text: "Quiet afternoon so far. 2 open, none older than a day."),
        ])

    private static let mayaAndJonas = DemoConversation(
        title: nil, members: [0, 1], minutesAgo: 700, readers: 1,
        lines: [
            Line(by: 0, text: "Do you have ten minutes for the hiring plan today?"),
            Line(by: 1, text: "After 15:00 is fine."),
            Line(by: 0, text: "15:15? I'd like to talk about the second backend role."),
            Line(by: 1, text: "Works. I have two people in mind, both from the meetup."),
            Line(by: 0, text: "Great, bring their talks if they are online."),
            Line(by: 1, text: "https://talks.example.org/queues-that-dont-lie"),
            Line(by: 0, text: "I remember that one! She was very good."),
            Line(by: 1, text: "She is. And she is looking."),
            Line(by: 0, text: "Then let's not wait. Can you write to her today?"),
            Line(by: 1, text: "Writing now."),
            Line(by: 0, text: "Also: the room is booked for {launch} evening, we should celebrate."),
            Line(by: 1, text: "🎉 I'll bring the speaker."),
        ])

    private static let priyaAndLena = DemoConversation(
        title: nil, members: [2, 4], minutesAgo: 320, readers: 2,
        lines: [
            Line(by: 4, text: "The agency asks what \"backoff\" should be in German. Keep it?"),
            Line(by: 2, text: "Nobody should ever see that word. Where is it?"),
            Line(by: 4, text: "In the sync settings, third line."),
            Line(by: 2, text: "Ah. \"Wartezeit\" would do: it is the time until the next try."),
            Line(by: 4, text: "Lovely, thank you."),
            Line(by: 2, text: "Could you also look at the empty states? I wrote them in a hurry."),
            Line(by: 4, text: "Sure, by tomorrow evening."),
            Line(by: 2, text: "No hurry, {rota} is fine."),
            Line(by: 4, text: "First one: \"Nothing here\" → \"No messages yet. Write the first one.\""),
            Line(by: 2, text: "So much better."),
        ])
}
