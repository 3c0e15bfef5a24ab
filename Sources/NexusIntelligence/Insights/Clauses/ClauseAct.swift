/// What a clause or a message does.
enum ClauseAct: Int, CaseIterable, Sendable {
    // Stated in its words.
    case request, commit, propose, decide, deadline, advice, figure, help, past
    // Done by the message.
    case accept, refuse, done, cancel, move, reassign, remind, assent, urgent
}
