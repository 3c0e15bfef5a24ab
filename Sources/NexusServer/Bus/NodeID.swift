import NexusCore

/// A node, from its start to its end: the same server has another one after a restart.
typealias NodeID = ID<NodeSubject>

enum NodeSubject {}
