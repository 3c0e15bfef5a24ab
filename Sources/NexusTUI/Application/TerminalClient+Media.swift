import Foundation
import NexusClient
import NexusCore
import NexusTerminal

extension TerminalClient {
    /// Opens an attachment: a picture on the screen where the terminal shows pictures, otherwise what it is.
    func view(_ attachment: Attachment) {
        if attachment.kind == .voice { return play(attachment) }
        let facts = "\(attachment.name), \(TerminalBytes.short(attachment.bytes))"
        let shows = device.capabilities.pictures == .kitty || device.capabilities.pictures == .inline
        guard attachment.kind == .image, shows else {
            let reason = attachment.kind == .image ? "This terminal shows no pictures. " : ""
            state.overlays = [
                .picture(attachment, "\(facts). \(reason)s saves it in this folder, o opens it in another program.")
            ]
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

    /// Plays a voice message, or stops the one that is played.
    private func play(_ attachment: Attachment) {
        let client = models.client
        player.toggle(attachment, from: client) { [weak self] in
            self?.source.change()
        } fail: { [weak self] problem in
            guard let self else { return }
            if problem.isMissing, self.state.overlays.isEmpty {
                let facts = "\(attachment.name), \(DurationText.of(attachment.duration))"
                self.state.overlays = [.picture(attachment, "\(facts). \(problem.text) s saves it in this folder.")]
            } else {
                self.state.notice = problem.text
            }
            self.source.change()
        }
    }

    /// Opens an attachment in a program of the desktop.
    func openOutside(_ attachment: Attachment) {
        state.notice = "Opening \(attachment.name)…"
        let (environment, scratch) = (environment, scratch)
        start { [weak self] models in
            let notice: String
            do {
                let path = FreePath.path(of: attachment.name, in: try scratch.path())
                let command = try ProgramChoice.opener.command(for: path, environment)
                try await models.client.download(attachment, to: path)
                let ending = await (try ExternalProgram.start(command)).ending()
                notice =
                    ending.code == 0
                    ? "Opened \(attachment.name)." : "It could not be opened (code \(ending.code)). \(ending.remark)"
            } catch {
                notice = ProgramTrouble(error, "opens files", ProgramChoice.opener.variable).text
            }
            self?.state.notice = notice
            self?.source.change()
        }
    }

    /// Saves an attachment.
    func download(_ attachment: Attachment, to path: String) {
        state.notice = "Saving \(attachment.name)…"
        start { [weak self] models in
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
