#if arch(wasm32)
    /// The 128-bit product, which LLVM calls on machines without an instruction for it. Elsewhere it comes with the
    /// compiler's own runtime library, which the toolchain does not carry for WebAssembly. It wraps around.
    ///
    /// Made of 32-bit halves, so that the compiler does not turn it back into a call of itself.
    @c(__multi3)
    public func multiply128(
        _ result: UnsafeMutablePointer<UInt64>, _ leftLow: UInt64, _ leftHigh: UInt64, _ rightLow: UInt64,
        _ rightHigh: UInt64
    ) {
        let half: UInt64 = 0xFFFF_FFFF
        let (a, b) = (leftLow & half, leftLow >> 32)
        let (c, d) = (rightLow & half, rightLow >> 32)
        let low = a &* c
        let middle = b &* c &+ low >> 32
        let upper = a &* d &+ middle & half
        result[0] = upper << 32 | low & half
        result[1] = b &* d &+ middle >> 32 &+ upper >> 32 &+ leftLow &* rightHigh &+ leftHigh &* rightLow
    }

    /// The C library's random source calls this when it has no random bytes. Its own version would print it, and bring all of
    /// formatted output with it.
    @c(__assert_fail)
    public func failAssertion(
        _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: Int32, _: UnsafePointer<CChar>?
    ) -> Never {
        fatalError()
    }
#endif
