import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { engine } from '@tensorflow/tfjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Tfjs from '../guest.js';
import { constantGraph, plainPicture, plainSample, questionModel, VOCABULARY } from '../test/small-models.js';
import { functions, hostFunctions } from './host.js';
import * as index from './index.js';
import { TFJS_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { answer, classify, detect, embed, models, predict, train } = index as unknown as typeof Tfjs;
const require = createRequire(import.meta.url);
const human = join(dirname(require.resolve('@vladmandic/human')), '..');
const LINE: Tfjs.TrainSpec = {
  layers: [{ type: 'dense', units: 1 }],
  loss: 'meanSquaredError',
  optimizer: { type: 'sgd', learningRate: 0.1 },
  epochs: 200,
  batchSize: 6,
};
const POINTS = { x: [-1, 0, 1, 2, 3, 4], y: [-3, -1, 1, 3, 5, 7] };

/** Tells red, green and blue pictures apart. */
let colors: Tfjs.Trained['model'];
const labels = ['red', 'green', 'blue'];

beforeAll(async () => {
  const spec: Tfjs.TrainSpec = {
    layers: [
      { type: 'conv2d', filters: 4, kernelSize: 3, activation: 'tanh' },
      { type: 'maxPooling2d' },
      { type: 'flatten' },
      { type: 'dense', units: 6, activation: 'tanh' },
      { type: 'dropout', rate: 0.1 },
      { type: 'dense', units: 3, activation: 'softmax' },
    ],
    loss: 'categoricalCrossentropy',
    epochs: 200,
  };
  const x = [plainSample(1, 0, 0), plainSample(0, 1, 0), plainSample(0, 0, 1)];
  colors = (
    await train(spec, {
      x,
      y: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    })
  ).model;
});

describe('detect', () => {
  it('finds four people in the sample of the package', async () => {
    const before = engine().state.numTensors;
    const found = await detect(readFileSync(join(human, 'assets', 'samples.jpg')), { minScore: 0.4 });
    expect(found.map(({ className }) => className)).toEqual(['person', 'person', 'person', 'person']);
    const [best] = found;
    expect(best?.score).toBeCloseTo(0.53, 2);
    expect(Math.abs(Number(best?.bbox.x) - 165)).toBeLessThan(3);
    expect(Math.abs(Number(best?.bbox.y))).toBeLessThan(3);
    expect(Math.abs(Number(best?.bbox.width) - 140)).toBeLessThan(3);
    expect(Math.abs(Number(best?.bbox.height) - 165)).toBeLessThan(3);
    expect(engine().state.numTensors).toBe(before);
  });

  it('reads boxes with scores per class, best first and without doubles', async () => {
    const scores = [
      [0.9, 0.1],
      [0.8, 0.1],
      [0.1, 0.7],
      [0.2, 0.1],
    ];
    const boxes = [
      [0, 0, 0.5, 0.5],
      [0, 0, 0.5, 0.45],
      [0.5, 0.5, 1, 2],
      [0, 0, 1, 1],
    ];
    const model = constantGraph({
      boxes: { shape: [1, 4, 1, 4], data: boxes.flat() },
      scores: { shape: [1, 4, 2], data: scores.flat() },
    });
    const picture = plainPicture('#fff', 20, 10);
    const found = await detect(picture, { model });
    expect(found.map(({ className, bbox }) => [className, bbox])).toEqual([
      ['person', { x: 0, y: 0, width: 10, height: 5 }],
      ['bicycle', { x: 10, y: 5, width: 10, height: 5 }],
    ]);
    expect(await detect(picture, { model: { ...model, labels: ['cup', 'fork'] }, maxBoxes: 1 })).toMatchObject([
      { className: 'cup' },
    ]);
  });
});

describe('train and predict', () => {
  it('learn a line', async () => {
    const { model, history } = await train(LINE, POINTS);
    expect(history['loss']).toHaveLength(200);
    expect(history['loss']?.at(-1)).toBeLessThan(0.001);
    const [output] = await predict(model, { shape: [1, 1], data: [10] });
    expect(output?.shape).toEqual([1, 1]);
    expect(Math.abs(Number(output?.data[0]) - 19)).toBeLessThan(0.01);
    const again = JSON.parse(JSON.stringify(model.json)) as object;
    const reloaded = await predict(
      { json: JSON.stringify(again), weights: [model.weights.slice(0, 4), model.weights.slice(4)] },
      [[10]],
    );
    expect(reloaded).toEqual([output]);
  });

  it('give a layer by its name', async () => {
    const name = /"name":"(dense_\w+)"/.exec(JSON.stringify(colors.json))?.[1];
    const [output] = await predict(colors, [plainSample(0, 0, 0)], { output: String(name) });
    expect(output?.shape).toEqual([1, 6]);
    await expect(predict(colors, [plainSample(0, 0, 0)], { output: 'nothing' })).rejects.toMatchObject({
      code: 'tfjs.unsupported',
    });
  });

  it('leave no tensors', async () => {
    const before = engine().state.numTensors;
    await train({ ...LINE, optimizer: 'adam', epochs: 2 }, POINTS);
    await classify(plainPicture('red'), { model: colors });
    await expect(predict(colors, [[1]])).rejects.toMatchObject({ code: 'tfjs.bad-format' });
    expect(engine().state.numTensors).toBe(before);
  });
});

describe('classify and embed', () => {
  it('use a model that was trained here', async () => {
    const [red] = await classify(plainPicture('#f00', 30, 20), { model: { ...colors, labels } });
    expect(red?.className).toBe('red');
    expect(red?.probability).toBeGreaterThan(0.6);
    const all = await classify(plainPicture('#00f'), { model: colors });
    expect(all.map(({ className }) => className).sort()).toEqual(['class 0', 'class 1', 'class 2']);
    expect(all[0]?.className).toBe('class 2');
    expect(all.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 5);
    expect(await classify(plainPicture('#0f0'), { model: { ...colors, labels }, topK: 1 })).toMatchObject([
      { className: 'green' },
    ]);
    const numbers = await embed(plainPicture('#f00'), { model: colors });
    expect(numbers).toHaveLength(6);
    expect(await embed(plainPicture('#f00'), { model: colors })).toEqual(numbers);
  });

  it('make probabilities of other values, and skip a class for nothing', async () => {
    const model = constantGraph({ logits: { shape: [1, 3], data: [9, 1, 2] } });
    const found = await classify(plainPicture('#fff'), { model: { ...model, labels: ['a', 'b'] } });
    expect(found[0]?.className).toBe('b');
    expect(found[0]?.probability).toBeCloseTo(Math.E / (1 + Math.E), 5);
    const map = constantGraph({ features: { shape: [1, 2, 1, 2], data: [1, 2, 3, 4] } });
    expect(await embed(plainPicture('#fff'), { model: map })).toEqual([2, 3]);
  });
});

describe('answer', () => {
  it('finds a span with a model that was made here', async () => {
    const model = { ...(await questionModel()), vocabulary: VOCABULARY };
    const passage = 'The book. Áda Lovelace wrote it.';
    const [best] = await answer('Who wrote it?', passage, { model });
    expect(best).toEqual({ text: 'Áda Lovelace', score: 10, startIndex: 10, endIndex: 22 });
    expect(passage.slice(best?.startIndex, best?.endIndex)).toBe(best?.text);
    const long = `${'The book. '.repeat(40)}Ada Lovelace`;
    expect((await answer('Who?', long, { model }))[0]?.text).toBe('Ada Lovelace');
    expect(await answer(' ', passage, { model })).toEqual([]);
    expect(await answer('Who?', '', { model })).toEqual([]);
  });
});

describe('models', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tfjs-models-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says what is there and what to do about the rest', async () => {
    const list = await models();
    expect(list.map(({ id, task, available }) => [id, task, available])).toEqual([
      ['mobilenet-v2-1.0', 'classify', false],
      ['mobilenet-v2-1.0', 'embed', false],
      ['nsfw-mobilenet-v2', 'classify', false],
      ['centernet', 'detect', true],
      ['coco-ssd-mobilenet-v2', 'detect', false],
      ['mobilebert-qna', 'answer', false],
    ]);
    const centernet = list.find(({ id }) => id === 'centernet');
    expect(centernet).toMatchObject({ source: 'package', license: 'MIT' });
    expect(centernet?.bytes).toBeGreaterThan(4_000_000);
    for (const { available, how } of list) expect(how === undefined).toBe(available);
  });

  it('come from a folder of the host', async () => {
    const put = (id: string, files: Record<string, unknown>) => {
      mkdirSync(join(folder, id), { recursive: true });
      for (const [name, content] of Object.entries(files))
        writeFileSync(join(folder, id, name), content instanceof Uint8Array ? content : JSON.stringify(content));
    };
    put('mobilenet-v2-1.0', { 'model.json': colors.json, 'weights.bin': colors.weights, 'labels.json': labels });
    put('my-model', { 'model.json': colors.json, 'weights.bin': colors.weights });
    const question = await questionModel();
    put('mobilebert-qna', { 'model.json': question.json, 'weights.bin': question.weights, 'vocab.json': VOCABULARY });
    const call = hostCaller('tfjs', hostFunctions({ modelFolder: folder }));
    expect(await call('classify', plainPicture('#f00'), { topK: 1 })).toMatchObject([{ className: 'red' }]);
    expect(await call('embed', plainPicture('#f00'))).toHaveLength(6);
    expect(await call('classify', plainPicture('#00f'), { model: 'my-model' })).toMatchObject([{}, {}, {}]);
    const [best] = (await call('answer', 'Who?', 'Ada Lovelace')) as Tfjs.Answer[];
    expect(best?.text).toBe('Ada Lovelace');
    expect(await call('models')).toContainEqual(
      expect.objectContaining({ id: 'mobilenet-v2-1.0', task: 'embed', available: true, source: 'folder' }),
    );
  });

  it('come from an address that the host allows, and no other', async () => {
    const asked: string[] = [];
    const files: Record<string, Uint8Array | string> = {
      '/zoo/my-model/model.json': JSON.stringify(colors.json),
      '/zoo/my-model/weights.bin': colors.weights,
    };
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      const file = files[String(request.url)];
      response.statusCode = file === undefined ? 404 : 200;
      response.end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const modelsUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/zoo/`;
    const call = hostCaller('tfjs', hostFunctions({ modelsUrl }));
    expect(await call('classify', plainPicture('#f00'), { model: 'my-model', topK: 1 })).toMatchObject([
      { className: 'class 0' },
    ]);
    await expect(call('classify', plainPicture('#f00'), { model: 'other' })).rejects.toMatchObject({
      code: 'tfjs.unavailable',
    });
    expect(asked.filter((url) => !url.endsWith('s.json') && !url.endsWith('b.json'))).toEqual([
      '/zoo/my-model/model.json',
      '/zoo/my-model/weights.bin',
      '/zoo/other/model.json',
    ]);
    server.close();
  });

  it('are missed by name', async () => {
    const calls: [() => Promise<unknown>, string][] = [
      [() => classify(plainPicture('#f00')), 'mobilenet-v2-1.0'],
      [() => embed(plainPicture('#f00')), 'mobilenet-v2-1.0'],
      [() => answer('Who?', 'Ada'), 'mobilebert-qna'],
      [() => detect(plainPicture('#f00'), { model: 'coco-ssd-mobilenet-v2' }), 'coco-ssd-mobilenet-v2'],
      [() => classify(plainPicture('#f00'), { model: 'no-such-model' }), 'no-such-model'],
    ];
    for (const [run, id] of calls) {
      await expect(run()).rejects.toMatchObject({
        name: 'PackUnavailableError',
        code: 'tfjs.unavailable',
        message: expect.stringMatching(
          new RegExp(`"${id}" is not available in this runtime\\. Put model\\.json.*${id}`),
        ),
      });
    }
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['tfjs'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(TFJS_CALL_TIMEOUT_MS);
  });

  it('lists files for pages that are there', () => {
    const { assets } = require('../assets.json') as { assets: { name: string; file: string }[] };
    const wasm = dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'));
    for (const { name, file } of assets) {
      const path = file.replace('@tensorflow/tfjs-backend-wasm', wasm).replace('@vladmandic/human', human);
      expect(path.endsWith(name)).toBe(true);
      expect(readFileSync(path).length).toBeGreaterThan(10_000);
    }
  });
});
