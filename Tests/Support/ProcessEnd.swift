import Foundation

extension Process {
    /// Waits until it has ended, without work: on Linux `waitUntilExit` asks its run loop all the time, which took a fifth
    /// of the processors from the tests beside it.
    public func waitUntilEnded() {
        // The kernel tells that it has ended, and leaves it to Foundation to collect it; ECHILD if that has happened.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        waitUntilExit()
    }
}
