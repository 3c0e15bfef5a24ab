import Hummingbird

/// Where a part registers what it serves and shows, and the way into the writer.
struct Registration {
    /// Routes for anyone, signed in or not.
    let open: Router<NexusRequestContext>
    /// Routes behind a session whose user may lack the second factor that the team requires, with the common limit of reads.
    let enrolling: RouterGroup<NexusRequestContext>
    /// Routes behind a session, without the common limit of reads: for what has a limit of its own.
    let signedIn: RouterGroup<NexusRequestContext>
    /// Routes behind a session, whose reads are limited.
    let authorized: RouterGroup<NexusRequestContext>
    /// Routes that also need a fresh proof of the caller's identity (`proof_required`): acts that cannot be taken back, and those by which
    /// administrators change who gets in.
    let proved: RouterGroup<NexusRequestContext>
    let metrics: MetricsRegistry
    let gate: OperationGate
}
