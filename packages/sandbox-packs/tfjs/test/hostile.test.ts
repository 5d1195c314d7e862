import { createServer } from 'node:http';
import { createCanvas } from '@napi-rs/canvas';
import { hostCaller, mutations } from '@nodetool-ai/sandbox-pack-kit/testing';
import { engine } from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { constantGraph, plainPicture } from './small-models.js';

const call = hostCaller('tfjs', functions);
const codeOf = (outcome: Promise<unknown>): Promise<unknown> =>
  outcome.then(
    () => 'answer',
    (error: unknown) => (error as { code?: string }).code ?? error,
  );
const run = (name: string, ...args: unknown[]) => codeOf(call(name, ...args));

type Model = { json: Record<string, unknown>; weights: Uint8Array };
let line: Model;
beforeAll(async () => {
  const trained = await call('train', { layers: [{ type: 'dense', units: 1 }], epochs: 1 }, { x: [1, 2], y: [1, 2] });
  line = (trained as { model: Model }).model;
});

async function expectAliveAndClean(): Promise<void> {
  expect(await call('predict', line, [[1]])).toMatchObject([{ shape: [1, 1] }]);
  expect(engine().state.numTensors).toBe(0);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(process.listenerCount('unhandledRejection')).toBeLessThan(2);
}

const changed = (change: (json: Record<string, unknown>) => void): Model => {
  const json = structuredClone(line.json);
  change(json);
  return { json, weights: line.weights };
};
interface Layer {
  class_name: string;
  config: Record<string, unknown>;
}
const layersOf = (json: Record<string, unknown>): Layer[] =>
  (json as { modelTopology: { config: { layers: Layer[] } } }).modelTopology.config.layers;

describe('pictures', () => {
  it('are refused from their header', async () => {
    const sized = (width: number, height: number): Uint8Array => {
      const bytes = new Uint8Array(createCanvas(1, 1).toBuffer('image/png'));
      new DataView(bytes.buffer).setUint32(16, width);
      new DataView(bytes.buffer).setUint32(20, height);
      return bytes;
    };
    for (const name of ['classify', 'embed', 'detect']) {
      for (const value of [7, null, undefined, {}, 'data:image/png;base64,AAAA', [1], Promise.resolve()])
        expect(await run(name, value)).toBe('tfjs.bad-argument');
      expect(await run(name, new Uint8Array(10_485_761))).toBe('tfjs.too-large');
      expect(await run(name, sized(1, 60_000))).toBe('tfjs.too-large');
      expect(await run(name, sized(30_000, 30_000))).toBe('tfjs.too-large');
      expect(await run(name, new TextEncoder().encode('<svg/>'))).toBe('tfjs.unsupported');
      const jpeg = new Uint8Array(createCanvas(40, 40).toBuffer('image/jpeg'));
      expect(await run(name, jpeg.subarray(0, jpeg.length - 9))).toBe('tfjs.bad-format');
      expect(await run(name, plainPicture('red'), { modle: 'x' })).toBe('tfjs.bad-argument');
    }
  });

  it('are answered or refused in every mutation', { timeout: 60_000 }, async () => {
    const model = constantGraph({ logits: { shape: [1, 2], data: [1, 2] } });
    const outcomes = new Set<unknown>();
    for (const bytes of mutations(plainPicture('red'), 1000)) outcomes.add(await run('classify', bytes, { model }));
    const allowed = ['answer', 'tfjs.bad-format', 'tfjs.unsupported', 'tfjs.too-large'];
    expect([...outcomes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
    await expectAliveAndClean();
  });

  it('are exact windows of bytes', async () => {
    const model = constantGraph({ logits: { shape: [1, 2], data: [1, 2] } });
    const good = plainPicture('red');
    const shared = new Uint8Array(new SharedArrayBuffer(good.length + 20));
    shared.set(good, 7);
    expect(await run('classify', shared.subarray(7, 7 + good.length), { model })).toBe('answer');
    const gone = good.slice();
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(await run('classify', gone, { model })).toBe('tfjs.bad-argument');
  });
});

describe('models', () => {
  it('of unknown layers and operations are refused', async () => {
    for (const name of ['Lambda', 'MyLayer', '__proto__', 'constructor', 'RandomWidth', 'TFOpLambda'])
      expect(
        await run(
          'predict',
          changed((json) => Object.assign(layersOf(json)[0] as object, { class_name: name })),
          [[1]],
        ),
      ).toBe('tfjs.unsupported');
    const initializer = changed((json) => {
      (layersOf(json)[0] as { config: object }).config = {
        ...layersOf(json)[0]?.config,
        kernel_initializer: { class_name: 'Evil', config: {} },
      };
    });
    expect(await run('predict', initializer, [[1]])).toBe('tfjs.unsupported');
    for (const op of ['While', 'HashTableV2', 'Print', 'MyOp', '__proto__', 'PartitionedCall', 'TensorArrayV3']) {
      const graph = constantGraph({ a: { shape: [1], data: [1] } }, [{ name: 'x', op, input: ['a'] }]);
      expect(await run('predict', graph, { shape: [1, 4, 4, 3], data: new Float32Array(48) })).toBe('tfjs.unsupported');
    }
    const graph = constantGraph({ a: { shape: [1], data: [1] } });
    Object.assign(graph.json.modelTopology, { library: { function: [{ signature: { name: 'f' } }] } });
    expect(await run('predict', graph, [[1]])).toBe('tfjs.unsupported');
    await expectAliveAndClean();
  });

  it('with weights that do not fit are refused before memory is given', async () => {
    expect(await run('predict', { ...line, weights: line.weights.slice(1) }, [[1]])).toBe('tfjs.bad-format');
    expect(await run('predict', { ...line, weights: new Uint8Array(0) }, [[1]])).toBe('tfjs.bad-format');
    const huge = (shape: unknown, dtype = 'float32') =>
      changed((json) =>
        Object.assign(json, { weightsManifest: [{ paths: ['a'], weights: [{ name: 'a', shape, dtype }] }] }),
      );
    expect(await run('predict', huge([1e9, 1e9]), [[1]])).toBe('tfjs.too-large');
    for (const shape of ['x', [-1], [1.5], [Number.NaN], [1, 1, 1, 1, 1, 1, 1, 1, 1]])
      expect(await run('predict', huge(shape), [[1]])).toBe('tfjs.bad-format');
    expect(await run('predict', huge([2], 'string'), [[1]])).toBe('tfjs.bad-format');
    const wide = changed((json) => {
      for (const { config } of layersOf(json)) if ('units' in config) config['units'] = 1e9;
    });
    expect(await run('predict', wide, [[1]])).toBe('tfjs.too-large');
    await expectAliveAndClean();
  });

  it('that ask for more memory than a thread may have are refused before it is given', async () => {
    const layers = [
      { class_name: 'InputLayer', config: { name: 'a', batch_input_shape: [null, 1], dtype: 'float32' } },
      { class_name: 'RepeatVector', config: { name: 'b', n: 200_000_000 } },
      { class_name: 'GlobalAveragePooling1D', config: { name: 'c' } },
    ];
    const json = { modelTopology: { class_name: 'Sequential', config: { name: 'd', layers } }, weightsManifest: [] };
    const before = process.memoryUsage().rss;
    expect(await run('predict', { json, weights: new Uint8Array(0) }, [[1]])).toBe('tfjs.too-large');
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
    await expectAliveAndClean();
  });

  it('of other kinds of data are refused', async () => {
    const values: unknown[] = [
      undefined,
      null,
      7,
      'mobilenet',
      [],
      {},
      { json: {} },
      { json: {}, weights: 7 },
      { ...line, extra: 1 },
    ];
    for (const value of values)
      expect([value, await run('predict', value, [[1]])]).toEqual([value, 'tfjs.bad-argument']);
    expect(await run('predict', { json: {}, weights: line.weights }, [[1]])).toBe('tfjs.bad-format');
    expect(await run('predict', { json: '{"a":', weights: line.weights }, [[1]])).toBe('tfjs.bad-format');
    expect(await run('predict', { json: '[]', weights: line.weights }, [[1]])).toBe('tfjs.bad-argument');
    expect(await run('predict', { json: ' '.repeat(16_777_217), weights: line.weights }, [[1]])).toBe('tfjs.too-large');
    expect(await run('predict', { ...line, weights: new Uint8Array(67_108_865) }, [[1]])).toBe('tfjs.too-large');
    let deep: unknown = {};
    for (let level = 0; level < 1000; level += 1) deep = { config: deep };
    expect(
      await run(
        'predict',
        changed((json) => Object.assign(json['modelTopology'] as object, { model_config: deep })),
        [[1]],
      ),
    ).toBe('tfjs.too-deep');
    for (const model of ['../etc', '/etc/passwd', 'http://127.0.0.1/', 'a/b', '', '.hidden', 'a'.repeat(65), 7])
      expect(await run('classify', plainPicture('red'), { model })).toBe('tfjs.bad-argument');
    for (const model of ['__proto__', 'constructor', 'centernet..'])
      expect(['tfjs.unavailable', 'tfjs.bad-argument']).toContain(
        await run('classify', plainPicture('red'), { model }),
      );
    expect(await run('classify', plainPicture('red'), { model: line })).toBe('tfjs.unsupported');
    expect(await run('classify', plainPicture('red'), { model: { ...line, labels: [1] } })).toBe('tfjs.bad-argument');
    expect(await run('answer', 'a', 'b', { model: line })).toBe('tfjs.unsupported');
    expect(await run('answer', 'a', 'b', { model: { ...line, vocabulary: ['a'] } })).toMatch(
      /^tfjs\.(?:unsupported|bad-format)$/,
    );
    await expectAliveAndClean();
  });

  it('are answered or refused in every mutation', { timeout: 60_000 }, async () => {
    const text = new TextEncoder().encode(JSON.stringify(line.json));
    const outcomes = new Set<unknown>();
    for (const json of mutations(text, 1000))
      outcomes.add(await run('predict', { json, weights: line.weights }, [[1]]));
    const allowed = ['answer', 'tfjs.bad-format', 'tfjs.unsupported', 'tfjs.bad-argument', 'tfjs.too-large'];
    expect([...outcomes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
    await expectAliveAndClean();
  });
});

describe('numbers', () => {
  it('are read or refused by their place', async () => {
    const bad: unknown[] = [
      7,
      'x',
      null,
      undefined,
      [],
      [[]],
      [[1], [1, 2]],
      [['1']],
      [[Number.NaN]],
      [[null]],
      [[1n]],
      { shape: [1], data: [1], more: 1 },
      { shape: [-1], data: [] },
      { shape: [2], data: [1] },
      { shape: 'x', data: [1] },
      { shape: [1] },
      [[[[[[[1]]]]]]],
      { shape: [1], data: new BigInt64Array(1) },
      new Date(0),
      new Map(),
    ];
    for (const input of bad) expect([input, await run('predict', line, input)]).toEqual([input, 'tfjs.bad-argument']);
    expect(await run('predict', line, { shape: [16_777_217], data: [] })).toBe('tfjs.too-large');
    expect(await run('predict', line, { shape: [1e9, 1e9], data: [] })).toBe('tfjs.too-large');
    expect(await run('predict', line, [[1, 2, 3]])).toBe('tfjs.bad-format');
    expect(
      await run('predict', line, [
        { shape: [1, 1], data: [1] },
        { shape: [1, 1], data: [1] },
      ]),
    ).toBe('tfjs.unsupported');
    expect(await run('predict', line, [[1]], { outptu: 'x' })).toBe('tfjs.bad-argument');
    const many = { shape: [1_000_001, 1], data: new Float32Array(1_000_001) };
    expect(await run('predict', line, many)).toBe('tfjs.too-large');
    await expectAliveAndClean();
  });
});

describe('training', () => {
  it('has caps that count before anything is built', async () => {
    const data = { x: [1, 2], y: [1, 2] };
    const train = (spec: object, samples: unknown = data) =>
      run('train', { layers: [{ type: 'dense', units: 1 }], epochs: 1, ...spec }, samples);
    const dense = (units: number) => ({ type: 'dense', units });
    expect(await train({ layers: [dense(1_000_000)] })).toBe('tfjs.too-large');
    expect(await train({ layers: [dense(1000), dense(1000)] })).toBe('tfjs.too-large');
    const picture = { shape: [1, 600, 600, 1], data: new Float32Array(360_000) };
    const wide = [{ type: 'conv2d', filters: 100, kernelSize: 1 }, { type: 'flatten' }];
    expect(await train({ layers: wide }, { x: picture, y: [1] })).toBe('tfjs.too-large');
    expect(await train({ layers: Array.from({ length: 65 }, () => dense(1)) })).toBe('tfjs.too-many');
    expect(await train({}, { x: new Float32Array(100_001), y: new Float32Array(100_001) })).toBe('tfjs.too-many');
    const bad: object[] = [
      { layers: [] },
      { layers: 'x' },
      { layers: [7] },
      { layers: [{ type: 'lambda' }] },
      { layers: [{ type: '__proto__' }] },
      { layers: [dense(0)] },
      { layers: [dense(1.5)] },
      { layers: [{ ...dense(1), activation: 'constructor' }] },
      { layers: [{ ...dense(1), kernelInitializer: 'x' }] },
      { layers: [{ type: 'conv2d', filters: 1, kernelSize: 3 }] },
      { layers: [{ type: 'dropout', rate: 1 }] },
      { loss: 'toString' },
      { optimizer: 'evil' },
      { optimizer: { type: 'sgd', learningRate: -1 } },
      { optimizer: 7 },
      { epochs: 10_001 },
      { epochs: 0 },
      { batchSize: 0 },
      { epoch: 1 },
    ];
    for (const spec of bad) expect([spec, await train(spec)]).toEqual([spec, 'tfjs.bad-argument']);
    for (const samples of [null, 7, {}, { x: [1] }, { x: [1, 2], y: [1] }, { x: [1], y: [1], z: 1 }])
      expect([samples, await train({}, samples)]).toEqual([samples, 'tfjs.bad-argument']);
    expect(await train({ layers: [dense(3)] })).toBe('tfjs.bad-format');
    await expectAliveAndClean();
  });

  it('ends when it is given up', async () => {
    const stop = new AbortController();
    const args = [
      {
        layers: [
          { type: 'dense', units: 500 },
          { type: 'dense', units: 1 },
        ],
        epochs: 10_000,
      },
      { x: [1, 2], y: [1, 2] },
    ];
    const outcome = functions['train']?.({
      args,
      where: 'tfjs.train',
      signal: stop.signal,
      deadlineMs: 1,
      warn: () => {},
    });
    // Training holds the thread: it is the end of an epoch that sees the signal.
    stop.abort(new Error('stopped'));
    await expect(outcome).rejects.toMatchObject({ message: expect.stringContaining('stopped') });
    const all = await Promise.all(Array.from({ length: 20 }, () => call('predict', line, [[1]])));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    await expectAliveAndClean();
  });
});

describe('the network', () => {
  it('is never asked', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/model.json`;
    expect(await run('classify', plainPicture('red'), { model: url })).toBe('tfjs.bad-argument');
    expect(await run('predict', { json: url, weights: line.weights }, [[1]])).toBe('tfjs.bad-format');
    const pointing = changed((json) =>
      Object.assign(json, {
        weightsManifest: [{ paths: [url], weights: (json['weightsManifest'] as { weights: unknown }[])[0]?.weights }],
      }),
    );
    expect(await run('predict', pointing, [[1]])).toBe('answer');
    expect(requests).toBe(0);
    server.close();
  });
});
