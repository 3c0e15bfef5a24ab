extension [Cell] {
    /// The lines of at most so many cells, broken at spaces where there are any. A continuation has no leading spaces.
    func wrapped(_ width: Int, indent: Int = 0) -> [[Cell]] {
        guard width > 0 else { return [] }
        let indent = Swift.min(indent, Swift.max(0, width - 4))
        var lines: [[Cell]] = []
        var line: [Cell] = []
        var taken = 0
        // Behind the last space of the line.
        var breakAt: Int?
        for cell in self {
            if cell.text == " " {
                // A space at the edge is the break itself.
                if taken + 1 > width {
                    lines.append(line)
                    line = [Cell](repeating: .blank, count: indent)
                    taken = indent
                    breakAt = nil
                    continue
                }
                line.append(cell)
                taken += 1
                if line.contains(where: { $0.text != " " }) { breakAt = line.count }
                continue
            }
            if taken + cell.width > width, !line.isEmpty, line.count > indent || lines.isEmpty {
                var rest: [Cell] = []
                if let at = breakAt, at > indent || lines.isEmpty, at < line.count || line.last?.text == " " {
                    rest = Array(line[at...])
                    line.removeSubrange(at...)
                }
                while line.last?.text == " ", line.count > indent { line.removeLast() }
                lines.append(line)
                line = [Cell](repeating: .blank, count: indent) + rest
                taken = line.width
                breakAt = nil
            }
            line.append(cell)
            taken += cell.width
        }
        lines.append(line)
        return lines
    }
}
