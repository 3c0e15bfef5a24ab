import NIOCore
import NexusCore
import Testing

@testable import NexusServer

@Suite("A live session")
struct LiveSessionTests {
    private let session = LiveSession(
        session: SessionID(high: 1, low: 1),
        profile: Profile(
            user: User(id: UserID(high: 2, low: 2), name: "Ada", email: "ada@example.org"), showsPresence: true),
        accessUntil: Timestamp(milliseconds: 4_000_000_000_000))

    @Test("reading stops with the last operation that fits, and resumes with the first answer")
    func window() {
        for _ in 1..<Limits.operationsInFlight { #expect(!session.begins(1)) }
        #expect(session.begins(1))
        #expect(!session.begins(1))
        #expect(!session.ends(1))
        #expect(session.ends(1))
        #expect(!session.ends(1))
    }

    @Test("sixteen waiting questions stop reading")
    func questions() {
        for _ in 0..<15 { #expect(!session.begins(LiveSession.readWeight)) }
        #expect(session.begins(LiveSession.readWeight))
        #expect(session.ends(LiveSession.readWeight))
    }

    @Test("twenty invalid frames in a minute are one too many")
    func faults() {
        let start = NIODeadline.now()
        for _ in 1..<LiveSession.faultLimit { #expect(!session.fault(at: start)) }
        #expect(session.fault(at: start + .seconds(59)))
    }

    @Test("invalid frames are forgiven after a minute")
    func forgiven() {
        let start = NIODeadline.now()
        for _ in 1..<LiveSession.faultLimit { #expect(!session.fault(at: start)) }
        #expect(!session.fault(at: start + .seconds(60)))
    }

    @Test("a presence that ended by silence is restored once")
    func revival() {
        #expect(!session.revives())
        session.lapse()
        #expect(session.revives())
        #expect(!session.revives())
    }
}
