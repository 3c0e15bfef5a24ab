import VectorKernels

extension ParameterBytes {
    /// Layers with adaptations of low rank of all their matrices (E. Hu et al., "LoRA", 2021); nil if the parameters are damaged.
    mutating func adapted(_ layers: ArraySlice<EncoderWeights.Layer>, rank: Int) -> [EncoderWeights.Layer]? {
        var adapted: [EncoderWeights.Layer] = []
        for layer in layers {
            guard let attention = self.adapted(layer.attention, rank: rank),
                let attentionOutput = self.adapted(layer.attentionOutput, rank: rank),
                let intermediate = self.adapted(layer.intermediate, rank: rank),
                let output = self.adapted(layer.output, rank: rank)
            else { return nil }
            adapted.append(
                EncoderWeights.Layer(
                    attention: attention, attentionOutput: attentionOutput, attentionNorm: layer.attentionNorm,
                    intermediate: intermediate, output: output, outputNorm: layer.outputNorm))
        }
        return adapted
    }

    /// Weights with an adaptation of low rank: a matrix of the inputs, then one of the outputs, whose product is added.
    private mutating func adapted(_ dense: EncoderWeights.Dense, rank: Int) -> EncoderWeights.Dense? {
        let (rows, columns) = (dense.weight.rows, dense.weight.columns)
        guard let inputs = scaled(columns, rank), let outputs = scaled(rows, rank) else { return nil }
        let copy = TensorCopy(count: rows * columns) { bytes in
            let out = bytes.bindMemory(to: Float.self)
            guard let first = out.baseAddress else { return }
            inputs.withUnsafeBufferPointer { inputs in
                outputs.withUnsafeBufferPointer { outputs in
                    guard let a = outputs.baseAddress, let b = inputs.baseAddress else { return }
                    BLAS.multiplyTransposed(
                        a, stride: rank, b, stride: rank, into: first, stride: columns, rows: rows, columns: columns,
                        inner: rank)
                }
            }
            nexus_add_bias(first, dense.weight.values, 1, rows * columns)
        }
        return EncoderWeights.Dense(weight: Tensor(rows: rows, columns: columns, copy: copy), bias: dense.bias)
    }
}
