import Foundation

/// Pictures in control sequences.
enum PictureEncoding {
    /// Bytes of base64 in one sequence (kitty's protocol allows no more).
    private static let chunk = 4_096

    /// A PNG at a position, scaled into so many cells, by kitty's graphics protocol
    /// (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
    static func kitty(_ png: [UInt8], in area: Rectangle) -> String {
        let base = Data(png).base64EncodedString()
        var text = "\u{1B}[\(area.y + 1);\(area.x + 1)H"
        var rest = base[...]
        var isFirst = true
        repeat {
            let part = rest.prefix(chunk)
            rest = rest.dropFirst(chunk)
            let head = isFirst ? "a=T,f=100,t=d,C=1,q=2,c=\(area.width),r=\(area.height)," : "q=2,"
            text += "\u{1B}_G\(head)m=\(rest.isEmpty ? 0 : 1);\(part)\u{1B}\\"
            isFirst = false
        } while !rest.isEmpty
        return text
    }

    /// Removes all pictures of kitty's protocol.
    static let kittyNone = "\u{1B}_Ga=d,q=2\u{1B}\\"

    /// A picture at a position, scaled into so many cells, by the protocol of iTerm2 (https://iterm2.com/documentation-images.html).
    static func inline(_ picture: [UInt8], in area: Rectangle) -> String {
        let base = Data(picture).base64EncodedString()
        return "\u{1B}[\(area.y + 1);\(area.x + 1)H\u{1B}]1337;File=inline=1;size=\(picture.count);width=\(area.width);"
            + "height=\(area.height);preserveAspectRatio=1:\(base)\u{07}"
    }

    /// The largest area of cells of the picture's proportions; a cell is about twice as high as wide.
    static func area(width: Int, height: Int, in room: Rectangle) -> Rectangle {
        guard width > 0, height > 0, !room.isEmpty else { return room }
        let scale = min(Double(room.width) / Double(width), 2 * Double(room.height) / Double(height), 1.0 / 8)
        let columns = max(1, min(room.width, Int(Double(width) * scale)))
        let rows = max(1, min(room.height, Int(Double(height) * scale / 2)))
        return room.centred(width: columns, height: rows)
    }
}
