import Foundation
import NexusCore
import SwiftUI

/// The text of a message with its marks: bold, italic, code, links and mentions.
enum MessageText {
    static func attributed(_ text: String, mentions: [Mention] = []) -> AttributedString {
        let formatted = FormattedText(text, mentions: mentions)
        var result = AttributedString()
        for (number, block) in formatted.blocks.enumerated() {
            if number > 0 { result += AttributedString("\n") }
            result += AttributedString(prefix(of: block.kind))
            for piece in block.pieces { result += attributed(piece, in: block.kind) }
        }
        return result
    }

    private static func attributed(_ piece: FormattedText.Piece, in kind: FormattedText.Block.Kind) -> AttributedString
    {
        var part = AttributedString(piece.text)
        var intent: InlinePresentationIntent = []
        if piece.style.contains(.bold) || piece.style.contains(.mention) { intent.insert(.stronglyEmphasized) }
        if piece.style.contains(.italic) { intent.insert(.emphasized) }
        if piece.style.contains(.struck) { intent.insert(.strikethrough) }
        if piece.style.contains(.code) || kind.isCode { intent.insert(.code) }
        if !intent.isEmpty { part.inlinePresentationIntent = intent }
        if let link = piece.link, let url = URL(string: link) { part.link = url }
        return part
    }

    private static func prefix(of kind: FormattedText.Block.Kind) -> String {
        switch kind {
        case .paragraph, .code: ""
        case .quote: "> "
        case .item(let number, let depth):
            String(repeating: "    ", count: min(max(depth, 0), 8)) + (number.map { "\($0). " } ?? "• ")
        }
    }
}

extension FormattedText.Block.Kind {
    fileprivate var isCode: Bool { if case .code = self { true } else { false } }
}
