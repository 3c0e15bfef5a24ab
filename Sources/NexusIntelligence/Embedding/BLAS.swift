#if canImport(Accelerate)
    import Accelerate
#else
    import VectorKernels
#endif

/// Products of matrices, row by row, by the BLAS of the system, in the caller's thread.
enum BLAS {
    /// Loads the library. Cheap when repeated.
    ///
    /// - Throws: `ModelError.missing` if the system has none.
    static func open() throws(ModelError) {
        #if !canImport(Accelerate)
            guard nexus_blas_open() == 0 else { throw .missing(file: "libopenblas.so.0") }
        #endif
    }

    /// out[rows × columns] = a[rows × inner] · b[columns × inner]ᵀ, each with its own length of a row.
    static func multiplyTransposed(
        _ a: UnsafePointer<Float>, stride aStride: Int, _ b: UnsafePointer<Float>, stride bStride: Int,
        into out: UnsafeMutablePointer<Float>, stride outStride: Int, rows: Int, columns: Int, inner: Int
    ) {
        #if canImport(Accelerate)
            cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasTrans, Int32(rows), Int32(columns), Int32(inner), 1, a,
                Int32(aStride), b, Int32(bStride), 0, out, Int32(outStride))
        #else
            nexus_blas_multiply(
                Int32(rows), Int32(columns), Int32(inner), a, Int32(aStride), b, Int32(bStride), 1, out,
                Int32(outStride))
        #endif
    }

    /// out[rows × columns] = a[rows × inner] · b[inner × columns].
    static func multiply(
        _ a: UnsafePointer<Float>, stride aStride: Int, _ b: UnsafePointer<Float>, stride bStride: Int,
        into out: UnsafeMutablePointer<Float>, stride outStride: Int, rows: Int, columns: Int, inner: Int
    ) {
        #if canImport(Accelerate)
            cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(rows), Int32(columns), Int32(inner), 1, a,
                Int32(aStride), b, Int32(bStride), 0, out, Int32(outStride))
        #else
            nexus_blas_multiply(
                Int32(rows), Int32(columns), Int32(inner), a, Int32(aStride), b, Int32(bStride), 0, out,
                Int32(outStride))
        #endif
    }
}
