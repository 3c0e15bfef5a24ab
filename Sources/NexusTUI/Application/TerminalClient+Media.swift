import Foundation
import NexusClient
import NexusCore
import NexusTerminal

extension TerminalClient {
    /// Opens an attachment: a picture on the screen where the terminal shows pictures, otherwise what it is.
    func view(_ attachment: Attachment) {
        let facts = "\(attachment.name), \(TerminalBytes.short(attachment.bytes))"
        let shows = device.capabilities.pictures == .kitty || device.capabilities.pictures == .inline
        guard attachment.kind == .image, shows else {
            let reason = attachment.kind == .image ? "This terminal shows no pictures. " : ""
            state.overlays = [.picture(attachment, "\(facts). \(reason)s saves it in this folder.")]
            return
        }
        state.overlays = [.picture(attachment, "Loading…")]
        let isInline = device.capabilities.pictures == .inline
        start { [weak self] models in
            do {
                let preview = try await models.client.preview(of: attachment.media, side: Limits.previewSides[1])
                let bytes = isInline ? preview : try await TerminalPicture.png(of: preview)
                self?.show(bytes, of: attachment, isInline: isInline)
            } catch {
                self?.note("\(facts). The picture cannot be shown now.", for: attachment)
            }
        }
    }

    private func show(_ bytes: [UInt8], of attachment: Attachment, isInline: Bool) {
        guard case .picture(attachment, _) = state.overlays.last else { return }
        state.overlays = [.picture(attachment, "")]
        let room = state.size.rectangle.inset(left: 2, top: 1, right: 2, bottom: 1)
        let area = PictureEncoding.area(width: attachment.width, height: attachment.height, in: room)
        picture = isInline ? PictureEncoding.inline(bytes, in: area) : PictureEncoding.kitty(bytes, in: area)
        source.change()
    }

    private func note(_ text: String, for attachment: Attachment) {
        guard case .picture(attachment, _) = state.overlays.last else { return }
        state.overlays = [.picture(attachment, text)]
        source.change()
    }

    /// Saves an attachment in the folder in which the program runs.
    func download(_ attachment: Attachment) {
        state.notice = "Saving \(attachment.name)…"
        start { [weak self] models in
            let path = FreePath.path(of: attachment.name, in: ".")
            do throws(ClientError) {
                try await models.client.download(attachment, to: path)
                self?.state.notice = "Saved as \(path)."
            } catch {
                self?.state.notice = "\(error.message) \(error.suggestion)"
            }
            self?.source.change()
        }
    }
}

/// A path for a file that another person named.
enum FreePath {
    /// An unused path in the folder: existing files are never overwritten.
    static func path(of name: String, in folder: String) -> String {
        let name = TextRule.fileName(name)
        let base = (name as NSString).deletingPathExtension
        let ending = (name as NSString).pathExtension
        var path = "\(folder)/\(name)"
        var number = 2
        while FileManager.default.fileExists(atPath: path) {
            path = "\(folder)/\(base)-\(number)" + (ending.isEmpty ? "" : ".\(ending)")
            number += 1
        }
        return path
    }
}
