// What happens to nodes beside each other.
extension SimulatedServer {
    /// Called before each action of a user.
    func troubleNodes() throws {
        guard let conditions, !world.isQuiet, let node = random.pick(nodes) else { return }
        if random.chance(conditions.crash) { try node.crash() }
        if random.chance(conditions.lostLock / 4) { leaders.loseLock() }
        guard let end = node.parts?.end else { return }
        let time = Int64(random.pick(0...60_000))
        if random.chance(conditions.away) {
            world.log("node \(node.number) loses the bus")
            end.connect(false)
            world.schedule(at: world.now + time) { end.connect(true) }
        }
        if random.chance(conditions.silence) {
            world.log("node \(node.number) is cut off from the bus")
            end.isCutOff = true
            world.schedule(at: world.now + time) { end.isCutOff = false }
        }
    }
}
