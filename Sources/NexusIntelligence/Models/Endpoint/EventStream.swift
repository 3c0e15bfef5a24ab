/// Parses server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream)
/// from chunks of bytes. Only the data of an event counts.
struct EventStream {
    /// The maximum bytes of one line, beyond any single event of a model.
    static let lineLimit = 1 << 20

    private var line: [UInt8] = []
    private var data: [UInt8]?
    private var endedWithReturn = false
    private var isFirst = true
    /// True if a line exceeded ``lineLimit``: the rest is ignored.
    private(set) var isOverlong = false

    /// Takes bytes and returns the data of the events that they complete.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [String] {
        var events: [String] = []
        for byte in bytes {
            guard !isOverlong else { return events }
            switch byte {
            case 0x0A where endedWithReturn: endedWithReturn = false
            case 0x0A, 0x0D:
                endedWithReturn = byte == 0x0D
                if let event = endLine() { events.append(event) }
            default:
                endedWithReturn = false
                line.append(byte)
                isOverlong = line.count > Self.lineLimit
            }
        }
        return events
    }

    /// The last event of a stream that ends without an empty line.
    mutating func finish() -> String? {
        if !line.isEmpty { _ = endLine() }
        return endLine()
    }

    private mutating func endLine() -> String? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirst {
            isFirst = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else {
            defer { data = nil }
            return data.map { String(decoding: $0, as: UTF8.self) }
        }
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard name.elementsEqual("data".utf8) else { return nil }
        var value = line.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if data == nil { data = Array(value) } else { data?.append(contentsOf: [0x0A] + value) }
        return nil
    }
}
