import { createCanvas } from '@napi-rs/canvas';
import * as tf from '@tensorflow/tfjs';

/** A picture of one colour. */
export function plainPicture(color: string, width = 8, height = 8): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return new Uint8Array(canvas.toBuffer('image/png'));
}

/** Numbers of an 8 × 8 picture of one colour, each 0 to 1. */
export function plainSample(red: number, green: number, blue: number): number[][][] {
  return Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => [red, green, blue]));
}

/** Any model of the library as `{ json, weights }`. */
export async function saved(model: tf.LayersModel): Promise<{ json: Record<string, unknown>; weights: Uint8Array }> {
  let files: { json: Record<string, unknown>; weights: Uint8Array } | undefined;
  await model.save(
    tf.io.withSaveHandler(async ({ modelTopology, weightSpecs, weightData }) => {
      const json = {
        format: 'layers-model',
        modelTopology,
        weightsManifest: [{ paths: ['weights.bin'], weights: weightSpecs }],
      };
      files = {
        json: JSON.parse(JSON.stringify(json)) as Record<string, unknown>,
        weights: new Uint8Array(tf.io.CompositeArrayBuffer.join(weightData)),
      };
      return { modelArtifactsInfo: { dateSaved: new Date(0), modelTopologyType: 'JSON' as const } };
    }),
  );
  if (!files) throw new Error('nothing was saved');
  return files;
}

export const VOCABULARY = [
  '[PAD]',
  '[CLS]',
  '[SEP]',
  '[UNK]',
  'who',
  'wrote',
  'it',
  '?',
  'ada',
  'love',
  '##lace',
  'the',
  'book',
  '.',
];

/** A question model that was trained on nothing: it takes "ada" for a start and "##lace" for an end. */
export async function questionModel(length = 16): Promise<{ json: Record<string, unknown>; weights: Uint8Array }> {
  await tf.setBackend('cpu');
  const ids = tf.input({ shape: [length], name: 'input_ids', dtype: 'int32' });
  const mask = tf.input({ shape: [length], name: 'input_mask', dtype: 'float32' });
  const column = (name: string, word: string) => {
    const table = VOCABULARY.map((entry) => [entry === word ? 5 : 0]);
    const embedding = tf.layers.embedding({
      inputDim: VOCABULARY.length,
      outputDim: 1,
      name: `${name}_table`,
      weights: [tf.tensor2d(table)],
    });
    const flat = tf.layers.flatten({ name: `${name}_flat` }).apply(embedding.apply(ids)) as tf.SymbolicTensor;
    return tf.layers.multiply({ name: `${name}_logits` }).apply([flat, mask]) as tf.SymbolicTensor;
  };
  const model = tf.model({ inputs: [ids, mask], outputs: [column('end', '##lace'), column('start', 'ada')] });
  return saved(model);
}

type Node = Record<string, unknown>;

/** A graph model of constants: its placeholder takes a picture and is looked at by nobody. */
export function constantGraph(outputs: Record<string, { shape: number[]; data: number[] }>, more: Node[] = []) {
  const node: Node[] = [
    {
      name: 'picture',
      op: 'Placeholder',
      attr: {
        dtype: { type: 'DT_FLOAT' },
        shape: { shape: { dim: [{ size: '1' }, { size: '4' }, { size: '4' }, { size: '3' }] } },
      },
    },
  ];
  const weights: Node[] = [];
  const parts: number[] = [];
  for (const [name, { shape, data }] of Object.entries(outputs)) {
    const tensor = { dtype: 'DT_FLOAT', tensorShape: { dim: shape.map((size) => ({ size: String(size) })) } };
    node.push({ name: `${name}_value`, op: 'Const', attr: { dtype: { type: 'DT_FLOAT' }, value: { tensor } } });
    node.push({ name, op: 'Identity', input: [`${name}_value`], attr: { T: { type: 'DT_FLOAT' } } });
    weights.push({ name: `${name}_value`, shape, dtype: 'float32' });
    parts.push(...data);
  }
  return {
    json: {
      format: 'graph-model',
      signature: {
        inputs: { picture: { name: 'picture' } },
        outputs: Object.fromEntries(Object.keys(outputs).map((name) => [name, { name }])),
      },
      modelTopology: { node: [...node, ...more], library: {}, versions: {} },
      weightsManifest: [{ paths: ['weights.bin'], weights }],
    },
    weights: new Uint8Array(Float32Array.from(parts).buffer),
  };
}
