import NexusClient
import NexusCore
import SwiftUI

/// The composer: reply or edit, suggestions, attachments, text or a recording, and the button that sends or records.
struct MessageInputView: View {
    @Environment(AppModel.self) private var app
    @FocusState private var isFocused: Bool
    @State private var isChoosing = false
    /// What the field shows. The model takes it a moment later.
    @State private var text = ""
    /// Changes that the model has not taken yet.
    @State private var untaken = 0
    let model: ChatViewModel

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            ComposerContext(model: model)
            MentionSuggestionsView(model: model)
            ComposerAttachmentsView(model: model)
            if let problem = app.recording.problem {
                VoiceProblemNote(problem: problem) { app.recording.problem = nil }
            }
            HStack(alignment: .bottom) {
                if isRecording { VoiceBar(model: model) } else { fields }
                // A button that is held must stay where it is while the bar appears.
                if showsVoiceButton {
                    VoiceButton(model: model)
                } else if !isRecording {
                    sendButton
                }
            }
        }
        .padding()
        .background(.bar)
        .modifier(ChoosingFiles(isPresented: $isChoosing, model: model))
        .onChange(of: model.replyingTo?.id) { isFocused = true }
        .onChange(of: text) { write() }
        .onChange(of: model.draft, initial: true) { takeDraft() }
        .onDisappear { leave() }
    }

    private var isRecording: Bool { app.recording.isBusy(in: model.conversation) }

    /// With nothing to send, the place of the send button is free.
    private var showsVoiceButton: Bool {
        isRecording ? app.recording.isHeld : model.editing == nil && !model.composer.canSend
    }

    @ViewBuilder private var fields: some View {
        Button("Attach a file", systemImage: "plus") { isChoosing = true }.labelStyle(.iconOnly)
        TextField("Message", text: $text, axis: .vertical)
            .lineLimit(1...6)
            .focused($isFocused)
            .textFieldStyle(.roundedBorder)
            .onSubmit { send() }
    }

    private var sendButton: some View {
        Button {
            send()
        } label: {
            Label(model.editing == nil ? "Send" : "Save", systemImage: "arrow.up.circle.fill")
        }
        .labelStyle(.iconOnly)
        .disabled(!model.composer.canSend)
        .keyboardShortcut(.return, modifiers: .command)
        .sensoryFeedback(.impact, trigger: model.composer.isSending)
    }

    /// Hands the text to the model, which keeps it as a draft and suggests people to mention.
    private func write() {
        let text = text
        guard text != model.draft || untaken > 0 else { return }
        untaken += 1
        Task {
            await model.write(text)
            untaken -= 1
            takeDraft()
        }
    }

    /// Shows what the model changed: a draft of another device, a mention, an edit, or nothing after sending. What is being typed comes first.
    private func takeDraft() {
        if untaken == 0, text != model.draft { text = model.draft }
    }

    private func send() { Task { await model.send() } }

    /// A recording ends with its screen, and waits there to be sent.
    private func leave() { if isRecording { Task { await app.recording.stop() } } }
}
