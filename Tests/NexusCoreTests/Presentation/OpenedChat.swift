@testable import NexusCore

/// A chat on a device, and its screen as built from splices.
struct OpenedChat {
    var device: ScriptedDevice
    var chat: ChatWindow
    var rows: [TimelineRow] = []
    var header: ChatHeader?
    var hasOlder = false
    var hasNewer = false
    var last = ChatChanges(splices: [], header: nil, hasOlder: false, hasNewer: false)
    private var noted = 0

    init(_ device: ScriptedDevice, held: [Message] = []) {
        self.init(device, page: HeldPage(held, isOldest: true, isNewest: true))
    }

    init(_ device: ScriptedDevice, page: HeldPage, around seq: Seq? = nil) {
        self.device = device
        chat = ChatWindow(team, showing: page, around: seq, minutesFromUTC: 0, in: device.engine)
        self.device.handle(.view(team))
        look()
    }

    var messages: [MessageRow] { rows.messages }

    mutating func hear(_ frame: ServerFrame) {
        device.hear(frame)
        look()
    }

    mutating func older(_ page: HeldPage, settles: Bool = false) -> Seq? {
        let missing = chat.showOlder(page, settles: settles, in: device.engine)
        look()
        return missing
    }

    /// Passes the device's last effects to the chat, and applies its changes.
    @discardableResult
    mutating func look() -> ChatChanges {
        for effect in device.effects { chat.note(effect) }
        last = chat.changes(in: device.engine)
        for splice in last.splices { rows.apply(splice) }
        header = last.header ?? header
        hasOlder = last.hasOlder
        hasNewer = last.hasNewer
        return last
    }
}
