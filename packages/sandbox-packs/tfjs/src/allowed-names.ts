/**
 * What a model may be made of: computations over numbers. Names that are not here are refused before the library reads the
 * model; loops, lookup tables, resources and whatever an embedder registered are among them.
 * @module
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Operations of graph models. */
export const GRAPH_OPS = words(`
  Abs Acos Acosh Add AddN AddV2 All Any ArgMax ArgMin Asin Asinh Atan Atan2 Atanh AvgPool AvgPool3D BatchMatMul
  BatchMatMulV2 BatchToSpaceND BiasAdd Bincount BitwiseAnd BroadcastArgs BroadcastTo Cast Ceil ClipByValue Concat ConcatV2
  Const Conv1D Conv2D Conv2DBackpropInput Conv3D Cos Cosh CropAndResize Cumprod Cumsum DenseBincount DepthToSpace
  DepthwiseConv2d DepthwiseConv2dNative Dilation2D Div DivNoNan Einsum Elu EnsureShape Equal Erf EuclideanNorm Exp
  ExpandDims Expm1 FakeQuantWithMinMaxVars Fill Floor FloorDiv FloorMod FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3
  FusedDepthwiseConv2dNative Gather GatherNd GatherV2 Greater GreaterEqual Identity IdentityN ImageProjectiveTransformV3
  IsFinite IsInf IsNan LRN LeakyRelu Less LessEqual LinSpace Log Log1p LogSoftmax LogicalAnd LogicalNot LogicalOr
  LowerBound MatMul MatrixBandPart Max MaxPool MaxPool3D MaxPoolWithArgmax Maximum Mean Min Minimum MirrorPad Mod Mul
  Multinomial Neg NoOp NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5 NotEqual OneHot
  Ones OnesLike Pack Pad PadV2 Placeholder PlaceholderWithDefault Pow Prelu Prod Range Rank RealDiv Reciprocal Relu Relu6
  Reshape ResizeBilinear ResizeNearestNeighbor Reverse ReverseV2 Round Rsqrt ScatterNd Select SelectV2 Selu Shape ShapeN
  Sigmoid Sign Sin Sinh Size Slice Snapshot Softmax Softplus SpaceToBatchND Split SplitV Sqrt Square SquaredDifference
  Squeeze StopGradient StridedSlice Sub Sum Tan Tanh TensorScatterUpdate Tile TopKV2 Transpose Unique UniqueV2 Unpack
  UpperBound Where Zeros ZerosLike _FusedConv2D _FusedMatMul
`);

/** Classes of layers models: layers, and the initializers, regularizers and constraints inside them. */
export const LAYER_CLASSES = words(`
  Activation Add AlphaDropout Average AveragePooling1D AveragePooling2D AveragePooling3D BatchNormalization Bidirectional
  CategoryEncoding CenterCrop Concatenate Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose ConvLSTM2D ConvLSTM2DCell
  Cropping2D Dense DepthwiseConv2D Dot Dropout ELU Embedding Flatten Functional GRU GRUCell GaussianDropout GaussianNoise
  GlobalAveragePooling1D GlobalAveragePooling2D GlobalMaxPooling1D GlobalMaxPooling2D InputLayer LSTM LSTMCell
  LayerNormalization LeakyReLU Masking MaxPooling1D MaxPooling2D MaxPooling3D Maximum Minimum Model Multiply PReLU Permute
  RNN ReLU RepeatVector Rescaling Reshape Resizing SeparableConv2D Sequential SimpleRNN SimpleRNNCell Softmax
  SpatialDropout1D StackedRNNCells ThresholdedReLU TimeDistributed UpSampling2D ZeroPadding2D
  Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity LeCunNormal LeCunUniform Ones Orthogonal RandomNormal
  RandomUniform TruncatedNormal VarianceScaling Zeros
  L1L2 MaxNorm MinMaxNorm NonNeg UnitNorm
`);
