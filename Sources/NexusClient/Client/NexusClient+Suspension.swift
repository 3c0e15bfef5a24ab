/// Giving the profile up for a while.
extension NexusClient {
    /// Closes as ``close()`` does, and leaves the profile to other processes until ``resume()``: for an app in the background, which the
    /// system ends if it holds a lock while it is suspended. Reads come from the store; changes wait ten seconds for ``resume()`` or another
    /// process, and are withdrawn then.
    public func suspend() async {
        isSuspended = true
        await close()
    }

    /// Takes the profile again with the next call. A no-op if it is not suspended.
    public func resume() { isSuspended = false }
}
