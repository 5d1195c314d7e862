import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { SANDBOX_HOST_MODULES } from '@nodetool-ai/protocol';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { describe, expect, it } from 'vitest';
import type * as Fabric from '../guest.js';
import { functions } from './host.js';
import * as index from './index.js';
import { FABRIC_CALL_TIMEOUT_MS } from './limits.js';

// The guest's types describe this entry.
const { render, renderSVG, loadSVG, toDataURL } = index as unknown as typeof Fabric;
const require = createRequire(import.meta.url);

const badge: Fabric.FabricScene = {
  width: 200,
  height: 100,
  backgroundColor: '#fff',
  objects: [{ type: 'rect', left: 20, top: 10, width: 50, height: 30, fill: '#f00' }],
};

async function pixels(picture: Uint8Array | string) {
  const image = await loadImage(typeof picture === 'string' ? picture : Buffer.from(picture));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
  const dark = (x: number, y: number, width: number, height: number) =>
    context.getImageData(x, y, width, height).data.filter((value, index) => index % 4 === 0 && value < 128).length;
  return { width: image.width, height: image.height, at, dark };
}

function square(color: string, edge = 10): Uint8Array {
  const canvas = createCanvas(edge, edge);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, edge, edge);
  return new Uint8Array(canvas.toBuffer('image/png'));
}

describe('render', () => {
  it('draws a rectangle from its top left corner', async () => {
    const { width, height, at } = await pixels(await render(badge));
    expect([width, height]).toEqual([200, 100]);
    expect(at(45, 25)).toEqual([255, 0, 0, 255]);
    expect(at(21, 11)).toEqual([255, 0, 0, 255]);
    expect(at(5, 5)).toEqual([255, 255, 255, 255]);
    expect(at(80, 50)).toEqual([255, 255, 255, 255]);
  });

  it('takes JSON text, a multiplier and JPEG', async () => {
    const { width, at } = await pixels(await render(JSON.stringify(badge), { multiplier: 2, format: 'jpeg' }));
    expect(width).toBe(400);
    expect(Number(at(90, 50)[0])).toBeGreaterThan(250);
    const clear = await render({ width: 20, height: 20, objects: [] }, { format: 'jpeg', quality: 0.8 });
    expect((await pixels(clear)).at(5, 5)).toEqual([255, 255, 255, 255]);
    expect((await pixels(await render(badge, { width: 60, height: 50 }))).width).toBe(60);
  });

  it('draws every type of object', async () => {
    const fill = '#f00';
    const shapes: Fabric.FabricObject[] = [
      { type: 'rect', width: 20, height: 20, fill },
      { type: 'circle', radius: 10, fill },
      { type: 'ellipse', rx: 10, ry: 10, fill },
      { type: 'triangle', width: 20, height: 20, fill },
      { type: 'line', x1: 0, y1: 10, x2: 20, y2: 10, stroke: fill, strokeWidth: 10 },
      {
        type: 'polyline',
        points: [
          { x: 0, y: 0 },
          { x: 20, y: 0 },
          { x: 10, y: 20 },
        ],
        fill,
      },
      {
        type: 'polygon',
        points: [
          { x: 0, y: 0 },
          { x: 20, y: 0 },
          { x: 20, y: 20 },
          { x: 0, y: 20 },
        ],
        fill,
      },
      { type: 'path', path: 'M 0 0 L 20 0 L 20 20 L 0 20 z', fill },
      { type: 'image', src: square(fill, 20) },
      { type: 'group', objects: [{ type: 'rect', width: 20, height: 20, fill, strokeWidth: 0 }] },
    ];
    const objects = shapes.map((shape, at) => ({ strokeWidth: 0, ...shape, left: at * 30, top: 0 }));
    const { at } = await pixels(await render({ width: 300, height: 30, objects }));
    for (const [index, shape] of shapes.entries())
      expect([shape.type, ...at(index * 30 + 10, 8)]).toEqual([shape.type, 255, 0, 0, 255]);
  });

  it('draws gradients, patterns, clip paths, shadows, filters and groups with a size', async () => {
    const gradient = {
      type: 'linear',
      coords: { x1: 0, y1: 0, x2: 20, y2: 0 },
      colorStops: [
        { offset: 0, color: '#f00' },
        { offset: 1, color: '#00f' },
      ],
    };
    const objects = [
      { type: 'rect', width: 20, height: 20, strokeWidth: 0, fill: gradient },
      {
        type: 'rect',
        left: 30,
        width: 20,
        height: 20,
        fill: { type: 'pattern', source: square('#0f0'), repeat: 'repeat' },
      },
      {
        type: 'rect',
        left: 60,
        width: 20,
        height: 20,
        strokeWidth: 0,
        fill: '#f00',
        clipPath: { type: 'rect', left: -10, top: -10, width: 10, height: 20, strokeWidth: 0 },
      },
      {
        type: 'rect',
        left: 90,
        width: 10,
        height: 10,
        strokeWidth: 0,
        fill: '#f00',
        shadow: { color: '#00f', blur: 0, offsetX: 10, offsetY: 0 },
      },
      { type: 'image', left: 120, src: square('#f00', 20), filters: [{ type: 'Invert' }] },
      {
        type: 'group',
        left: 150,
        width: 20,
        height: 20,
        objects: [{ type: 'rect', left: -10, top: -10, width: 10, height: 20, strokeWidth: 0, fill: '#f00' }],
      },
    ];
    const { at } = await pixels(await render({ width: 200, height: 30, objects } as Fabric.FabricScene));
    expect(Number(at(1, 5)[0])).toBeGreaterThan(200);
    expect(Number(at(18, 5)[2])).toBeGreaterThan(200);
    expect(at(40, 10)).toEqual([0, 255, 0, 255]);
    expect([at(63, 10), at(77, 10)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ]);
    expect(at(105, 5)).toEqual([0, 0, 255, 255]);
    expect(at(125, 5)).toEqual([0, 255, 255, 255]);
    expect([at(155, 5), at(165, 5)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ]);
  });

  it('writes text in shipped fonts, whatever family is named', async () => {
    const text = (fontFamily: string, more: object = {}) =>
      render({
        width: 200,
        height: 50,
        backgroundColor: '#fff',
        objects: [{ type: 'text', text: 'Hamburg', fontSize: 30, fontFamily, ...more }],
      });
    const [arial, unknown, serif, mono, bold, again] = await Promise.all([
      text('Arial'),
      text('No Such Font'),
      text('Times New Roman'),
      text('Courier New'),
      text('Arial', { fontWeight: 'bold' }),
      text('Arial'),
    ]);
    expect(arial).toEqual(unknown);
    expect(arial).toEqual(again);
    for (const other of [serif, mono, bold]) expect(other).not.toEqual(arial);
    expect((await pixels(arial)).dark(0, 0, 200, 50)).toBeGreaterThan(300);
    expect((await pixels(bold)).dark(0, 0, 200, 50)).toBeGreaterThan((await pixels(arial)).dark(0, 0, 200, 50));
    const box = await render({
      width: 100,
      height: 100,
      backgroundColor: '#fff',
      objects: [{ type: 'textbox', text: 'one two three four', width: 80, fontSize: 20 }],
    });
    expect((await pixels(box)).dark(0, 30, 100, 30)).toBeGreaterThan(20);
  });

  it('warns of properties that it does not know', async () => {
    const call = hostCaller('fabric', functions);
    await call('render', {
      width: 10,
      height: 10,
      objects: [{ type: 'rect', colour: 'red', selectable: false }],
      colour: 1,
    });
    expect(call.warnings).toEqual(['fabric.render: the scene has properties that are not drawn: "colour"']);
  });
});

describe('renderSVG', () => {
  it('writes what is drawn', async () => {
    const svg = await renderSVG(badge);
    expect(svg.match(/<rect/g)).toHaveLength(1);
    expect(svg).toContain('viewBox="0 0 200 100"');
    const { at } = await pixels(await render(await loadSVG(svg)));
    expect(at(45, 25)).toEqual([255, 0, 0, 255]);
    expect(at(80, 50)).toEqual([255, 255, 255, 255]);
    expect(await renderSVG(badge, { width: 20, height: 10 })).toContain('viewBox="0 0 20 10"');
  });

  it('keeps pictures as data URIs', async () => {
    const svg = await renderSVG({ width: 20, height: 20, objects: [{ type: 'image', src: square('#0f0') }] });
    expect(svg).toContain('href="data:image/png;base64,');
    expect((await pixels(await render(await loadSVG(svg)))).at(5, 5)).toEqual([0, 255, 0, 255]);
  });
});

describe('loadSVG', () => {
  it('gives plain objects that can be drawn', async () => {
    const loaded = await loadSVG(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10"><rect width="10" height="10" fill="#00f"/></svg>',
    );
    expect(loaded.options).toEqual({ width: 10, height: 10, viewBox: '0 0 10 10' });
    expect(loaded.objects).toMatchObject([{ type: 'Rect', width: 10, height: 10, fill: '#00f' }]);
    const { width, at } = await pixels(await render(loaded));
    expect(width).toBe(10);
    expect(at(5, 5)).toEqual([0, 0, 255, 255]);
  });

  it('reads transforms, styles, uses, gradients, clip paths and text', async () => {
    const svg = `<?xml version="1.0"?><!-- made by hand -->
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="40">
      <defs><g id="g"><rect width="20" height="20" class="blue"/></g>
        <linearGradient id="l"><stop offset="0" stop-color="#0f0"/><stop offset="1" stop-color="#0f0"/></linearGradient>
        <clipPath id="c"><rect x="60" y="0" width="10" height="20"/></clipPath></defs>
      <style>.blue { fill: #00f }</style>
      <use xlink:href="#g" x="30"/>
      <g transform="translate(0 10)"><circle cx="10" cy="0" r="10" style="fill:#f00"/></g>
      <rect x="60" width="20" height="20" fill="url(#l)" clip-path="url(#c)"/>
      <text x="85" y="18" font-size="20" font-family="serif">Mi</text></svg>`;
    const { objects } = await loadSVG(svg);
    const { at, dark } = await pixels(await render({ width: 120, height: 40, backgroundColor: '#fff', objects }));
    expect(at(10, 10)).toEqual([255, 0, 0, 255]);
    expect(at(40, 10)).toEqual([0, 0, 255, 255]);
    expect([at(65, 10), at(75, 10)]).toEqual([
      [0, 255, 0, 255],
      [255, 255, 255, 255],
    ]);
    expect(dark(85, 0, 35, 20)).toBeGreaterThan(20);
  });
});

describe('toDataURL', () => {
  it('gives the same picture as text', async () => {
    const uri = await toDataURL(badge);
    expect(uri).toBe(`data:image/png;base64,${Buffer.from(await render(badge)).toString('base64')}`);
    expect(await toDataURL(badge, { format: 'jpeg' })).toMatch(/^data:image\/jpeg;base64,/);
  });
});

describe('the host entry', () => {
  it('has what the registry lists, no more and no less', () => {
    const row = SANDBOX_HOST_MODULES['fabric'];
    expect(row?.exports).toEqual(Object.keys(functions));
    expect(Object.keys(index).sort()).toEqual([...Object.keys(functions), 'default'].sort());
    expect(row?.callTimeoutMs).toBe(FABRIC_CALL_TIMEOUT_MS);
  });

  it('lists files for pages that are there', () => {
    const { assets } = require('../assets.json') as { assets: { name: string; file: string }[] };
    expect(assets).toHaveLength(12);
    const root = dirname(require.resolve('dejavu-fonts-ttf/package.json'));
    for (const { name, file } of assets) {
      expect(file).toBe(`dejavu-fonts-ttf/ttf/${name}`);
      expect(readFileSync(join(root, 'ttf', name)).length).toBeGreaterThan(100_000);
    }
  });
});
