import NIOCore
import NexusCore

/// The frames of one sender's posts, made by patching a template: the message's number is in its identifier and in its
/// text.
struct MessageTemplate {
    private var bytes: [UInt8]
    private let identifier: Int
    private let text: Int

    /// - Parameters:
    ///   - sender: distinguishes identifiers of several senders.
    ///   - size: bytes of text.
    init(conversation: ConversationID, sender: Int, size: Int, at time: Timestamp) {
        let id = OperationID(
            high: UInt64(time.milliseconds) << 16 | 0x7000, low: 0x8000_0000_0000_0000 | UInt64(sender) << 32)
        let operation = Operation(
            id: id, kind: .post(conversation, text: "00000000 " + Self.sentences(of: size - 9, sender), writtenAt: time)
        )
        bytes = ClientFrame.operation(operation).json
        identifier = bytes.firstRange(of: Array(id.text.utf8))?.lowerBound ?? 0
        text = bytes.firstRange(of: Array("00000000 ".utf8))?.lowerBound ?? 0
    }

    /// Realistic sentences: background work costs as much as for real messages, and some of them are requests.
    private static func sentences(of size: Int, _ sender: Int) -> String {
        let all = [
            "See you at the station at nine, bring the blue folder and the tickets please. Thanks a lot!",
            "Yeah, that looks nice. It rained here all day and the cat slept on the sofa, so funny how she purrs.",
            "The build is green again, I have merged the branch and the numbers of last week look better now.",
            "Could you send me the draft of the offer by Friday? The customer called twice and wants to see it.",
            "I think the second picture is better, the colours are warmer and the text is easier to read there.",
        ]
        var text = all[sender % all.count]
        while text.utf8.count < size { text += " " + all[(sender + text.utf8.count) % all.count] }
        return String(text.prefix(max(0, size)))
    }

    /// Appends the frame of message `number`, counted from 0.
    mutating func append(_ number: Int, to buffer: inout ByteBuffer) {
        var rest = number
        for position in (0..<8).reversed() {
            bytes[text + position] = UInt8(48 + rest % 10)
            rest /= 10
        }
        rest = number
        for position in (28..<36).reversed() {
            let digit = UInt8(rest & 0xF)
            bytes[identifier + position] = digit < 10 ? 48 + digit : 87 + digit
            rest >>= 4
        }
        BenchConnection.append(bytes, to: &buffer)
    }
}

/// Reads fields of the server's frames at known offsets, since the generator wrote the template.
enum FrameScan {
    /// `ack` frames: `{"type":"ack","operation":"…`; the message's number is the end of the identifier.
    static func acknowledged(_ frame: UnsafeRawBufferPointer) -> Int? {
        guard frame.count > 64, frame[9] == UInt8(ascii: "a"), frame[10] == UInt8(ascii: "c") else { return nil }
        return hexadecimal(frame, at: 27 + 28)
    }

    /// `change` frames that post: the message's number is the beginning of its text.
    static func posted(_ frame: UnsafeRawBufferPointer) -> Int? {
        guard frame.count > 200, frame[9] == UInt8(ascii: "c"), frame[15] == UInt8(ascii: "\"") else { return nil }
        // "text":" comes after identifiers and numbers; the search starts at its earliest position.
        var position = 200
        while position + 16 < frame.count {
            if frame[position] == UInt8(ascii: "\""), frame[position + 1] == UInt8(ascii: "t"),
                frame[position + 2] == UInt8(ascii: "e"), frame[position + 3] == UInt8(ascii: "x"),
                frame[position + 6] == UInt8(ascii: ":")
            {
                return decimal(frame, at: position + 8)
            }
            position += 1
        }
        return nil
    }

    static func isType(_ name: StaticString, _ frame: UnsafeRawBufferPointer) -> Bool {
        guard frame.count > 9 + name.utf8CodeUnitCount else { return false }
        for position in 0..<name.utf8CodeUnitCount where frame[9 + position] != name.utf8Start[position] {
            return false
        }
        return frame[9 + name.utf8CodeUnitCount] == UInt8(ascii: "\"")
    }

    private static func decimal(_ frame: UnsafeRawBufferPointer, at start: Int) -> Int {
        (0..<8).reduce(0) { $0 * 10 + Int(frame[start + $1]) - 48 }
    }

    private static func hexadecimal(_ frame: UnsafeRawBufferPointer, at start: Int) -> Int {
        (0..<8).reduce(0) { value, position in
            let byte = frame[start + position]
            return value << 4 | Int(byte < 58 ? byte - 48 : byte - 87)
        }
    }
}
