import NexusCore

/// The bar of pinned messages.
extension ChatViewModel {
    /// The pin that the bar shows.
    public var shownPin: MessageRow? { pins.indices.contains(pinIndex) ? pins[pinIndex] : nil }

    /// Queries the pins; offline, those on this device. After an error the earlier ones stay.
    public func loadPins() async {
        guard let found = try? await service.pinnedMessages(in: conversation), !Task.isCancelled else { return }
        let shown = shownPin?.id
        // Shows a new pin first.
        let isNew = found.first?.id != pins.first?.id
        pinIndex = isNew ? 0 : found.firstIndex { $0.id == shown } ?? 0
        if found != pins { pins = found }
    }

    /// Jumps to the shown pin; the bar then shows the one before it.
    public func openPin() async {
        guard let pin = shownPin else { return }
        pinIndex = (pinIndex + 1) % pins.count
        await jump(to: pin.id)
    }
}
