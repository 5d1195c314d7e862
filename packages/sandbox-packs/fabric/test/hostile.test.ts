import { createServer, type Server } from 'node:http';
import { createCanvas } from '@napi-rs/canvas';
import { hostCaller } from '@nodetool-ai/sandbox-pack-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functions } from '../src/host.js';
import { decodedPictures } from '../src/pictures.js';
import { NUMBERS, PLAIN, SCALARS } from '../src/scene-names.js';

const call = hostCaller('fabric', functions);
const rect = { type: 'rect', width: 5, height: 5, fill: '#f00' };
const scene = (more: object) => ({ width: 10, height: 10, ...more });
const codeOf = (outcome: Promise<unknown>): Promise<unknown> =>
  outcome.then(
    () => 'answer',
    (error: unknown) => (error as { code?: string }).code ?? error,
  );
const render = (value: unknown, options?: unknown) => codeOf(call('render', value, options));
const loadSVG = (value: unknown) => codeOf(call('loadSVG', value));
const svg = (body: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"${attributes}>${body}</svg>`;

let server: Server;
let origin = '';
let requests = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => server.close());

async function expectAliveAndClean(): Promise<void> {
  expect(await call('render', scene({ objects: [rect] }))).toBeInstanceOf(Uint8Array);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(decodedPictures.size).toBe(0);
}

const addresses = () => [
  `http://${origin}/a.png`,
  `https://${origin}/a.png`,
  `HTTP://${origin}/a.png`,
  ` http://${origin}/a.png`,
  `//${origin}/a.png`,
  `ftp://${origin}/a.png`,
  'file:///etc/hostname',
  '/etc/hostname',
  '../a.png',
  'javascript:alert(1)',
  'data:text/html,<b>',
  'data:image/svg+xml;base64,PHN2Zy8+',
  `blob:http://${origin}/1`,
  'picture:1',
];

describe('layers', () => {
  it('are given back as they are drawn', { timeout: 60_000 }, async () => {
    const clipped = { ...rect, width: 2000, height: 2000, clipPath: { type: 'circle', radius: 900 } };
    const before = process.memoryUsage().rss;
    expect(await render(scene({ objects: Array.from({ length: 100 }, () => clipped) }))).toBe('answer');
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
    await expectAliveAndClean();
  });
});

describe('addresses in scenes', () => {
  it('are refused at every place, with the place', async () => {
    const places: [string, (url: string) => object][] = [
      ['scene.objects[0].src', (src) => ({ objects: [{ type: 'image', src }] })],
      ['scene.objects[0].fill.source', (source) => ({ objects: [{ ...rect, fill: { type: 'pattern', source } }] })],
      ['scene.objects[0].stroke.source', (source) => ({ objects: [{ ...rect, stroke: { type: 'Pattern', source } }] })],
      ['scene.objects[0].clipPath.src', (src) => ({ objects: [{ ...rect, clipPath: { type: 'Image', src } }] })],
      [
        'scene.objects[0].objects[0].src',
        (src) => ({ objects: [{ type: 'group', objects: [{ type: 'image', src }] }] }),
      ],
      ['scene.backgroundImage.src', (src) => ({ backgroundImage: { type: 'image', src } })],
      ['scene.overlayImage.src', (src) => ({ overlayImage: { type: 'image', src } })],
      ['scene.clipPath.src', (src) => ({ clipPath: { type: 'image', src } })],
      [
        'scene.objects[0].path.fill.source',
        (source) => ({
          objects: [
            { type: 'text', text: 'a', path: { type: 'path', path: 'M 0 0', fill: { type: 'pattern', source } } },
          ],
        }),
      ],
      [
        'scene.objects[0].filters[0].image.src',
        (src) => ({
          objects: [{ type: 'image', src: '', filters: [{ type: 'BlendImage', image: { type: 'image', src } }] }],
        }),
      ],
      ['scene.objects[0].href', (href) => ({ objects: [{ ...rect, href }] })],
      ['scene.objects[0].data.xlink:href', (href) => ({ objects: [{ ...rect, data: { 'xlink:href': href } }] })],
      ['scene.backgroundColor.source', (source) => ({ backgroundColor: { type: 'pattern', source } })],
      [
        'scene.objects[0].styles[0].fill.source',
        (source) => ({
          objects: [{ type: 'text', text: 'a', styles: [{ fill: { source } }] }],
        }),
      ],
    ];
    for (const [path, make] of places) {
      for (const url of addresses()) {
        for (const name of ['render', 'renderSVG', 'toDataURL'])
          await expect(call(name, scene(make(url)))).rejects.toMatchObject({ code: 'fabric.unsupported' });
      }
      const message = await call('render', scene(make('http://a.test/'))).catch((error: Error) => error.message);
      if (!path.includes('filters')) expect(message).toContain(`fabric.render: ${path} points to something outside`);
      expect(message).not.toContain('a.test');
    }
    for (const fill of [`url(http://${origin}/a)`, `URL( "//${origin}" )`, 'u\\72l(file:///etc/hostname)'])
      expect(await render(scene({ objects: [{ ...rect, fill }] }))).toBe('fabric.unsupported');
    expect(await render(scene({ objects: [{ type: 'text', text: `see http://${origin}/ (url(x))` }] }))).toBe('answer');
    expect(requests).toBe(0);
    await expectAliveAndClean();
  });
});

describe('addresses in SVG', () => {
  it('are refused at every place', async () => {
    const places: ((url: string) => string)[] = [
      (url) => svg(`<image href="${url}" width="5" height="5"/>`),
      (url) => svg(`<image xlink:href="${url}" width="5" height="5"/>`),
      (url) => svg(`<use href="${url}#a"/>`),
      (url) => svg(`<use xlink:href="${url}"/>`),
      (url) => svg(`<rect fill="url(${url})" width="5" height="5"/>`),
      (url) => svg(`<rect style="fill:url('${url}')" width="5" height="5"/>`),
      (url) => svg(`<style>@import "${url}";</style><rect/>`),
      (url) => svg(`<style>@\\69mport url(${url});</style><rect/>`),
      (url) => svg(`<style>rect { fill: u\\72 l(${url}) }</style><rect/>`),
      (url) => svg(`<style><![CDATA[rect { fill: url(${url}) }]]></style><rect/>`),
      (url) => svg(`<linearGradient id="a" xlink:href="${url}"/>`),
      (url) => svg(`<g clip-path="url(${url})"><rect/></g>`),
      (url) => svg(`<script href="${url}"/>`),
      (url) => svg(`<foreignObject><img src="${url}"/></foreignObject>`),
      (url) => svg(`<filter><feImage href="${url}"/></filter>`),
    ];
    for (const make of places) {
      for (const url of addresses()) {
        if (url.includes('<')) continue;
        expect([make(url), await loadSVG(make(url))]).toEqual([make(url), 'fabric.unsupported']);
      }
    }
    const style = `<?xml-stylesheet href="http://${origin}/a.css"?>`;
    expect(await loadSVG(style + svg('<rect/>'))).toBe('answer');
    expect(await loadSVG(`<!DOCTYPE svg SYSTEM "http://${origin}/svg.dtd">${svg('<rect/>')}`)).toBe('answer');
    expect(requests).toBe(0);
    await expectAliveAndClean();
  });

  it('and endless references are refused', async () => {
    expect(await loadSVG(svg('<g id="a"><use href="#a"/></g>'))).toBe('fabric.bad-format');
    expect(await loadSVG(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'))).toBe(
      'fabric.bad-format',
    );
    const gradients = '<linearGradient id="a" xlink:href="#b"/><linearGradient id="b" xlink:href="#a"/>';
    expect(await loadSVG(svg(`${gradients}<rect fill="url(#a)" width="5" height="5"/>`))).toBe('fabric.bad-format');
    const clip = '<clipPath id="c"><rect width="5" height="5" clip-path="url(#c)"/></clipPath>';
    expect(await loadSVG(svg(`${clip}<rect width="5" height="5" clip-path="url(#c)"/>`))).toBe('fabric.bad-format');
    expect(await loadSVG(svg('<style>rect{clip-path:url(#c)}</style>'))).toBe('fabric.unsupported');
    let bomb = '<g id="g0"><rect width="1" height="1"/></g>';
    for (let level = 1; level < 12; level += 1)
      bomb += `<g id="g${level}">${`<use href="#g${level - 1}"/>`.repeat(10)}</g>`;
    expect(await loadSVG(svg(bomb))).toBe('fabric.too-many');
    expect(await loadSVG(svg('<style>a{}</style><rect id="(a+)+$"/>'))).toBe('fabric.unsupported');
  });
});

describe('SVG text', () => {
  it('is XML without tricks', async () => {
    const entity = (body: string) => `<!DOCTYPE svg [${body}]>${svg('<text>&a;</text>')}`;
    for (const text of ['', 'no svg', '<svg', '<html/>', `${svg('')}${svg('')}`, svg('<text>&a;</text>')])
      expect([text, await loadSVG(text)]).toEqual([text, 'fabric.bad-format']);
    expect(await loadSVG(entity('<!ENTITY a SYSTEM "file:///etc/hostname">'))).toBe('fabric.unsupported');
    expect(await loadSVG(entity('<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">'))).toBe('fabric.unsupported');
    expect(await loadSVG(svg('<g>'.repeat(100_000)))).toBe('fabric.too-deep');
    expect(await loadSVG(svg('<rect/>'.repeat(6000)))).toBe('fabric.too-many');
    expect(await loadSVG(svg(`<text>${'&amp;'.repeat(100_000)}</text>`, ` data-x="${'a'.repeat(1_048_576)}"`))).toBe(
      'answer',
    );
    expect(await loadSVG(svg('<__proto__/><rect constructor="a" __proto__="b" width="5" height="5"/>'))).toBe('answer');
    expect(await loadSVG(' '.repeat(5_242_881))).toBe('fabric.too-large');
    for (const value of [7, null, undefined, {}, [], new Uint8Array(3), Promise.resolve('')])
      expect(await loadSVG(value)).toBe('fabric.bad-argument');
    expect(await loadSVG(svg(`<path d="${'M'.repeat(1_048_577)}"/>`))).toBe('fabric.too-large');
    expect(await loadSVG(svg(`<polygon points="${'1,'.repeat(600_000)}"/>`))).toBe('fabric.too-large');
    await expectAliveAndClean();
  });

  it('is answered or refused in every mutation', { timeout: 60_000 }, async () => {
    const good = svg(
      '<g transform="rotate(5)"><path d="M0 0L5 5z" style="fill:#f00"/><text x="1">a</text></g><use href="#a"/>',
    );
    let seed = 3;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const outcomes = new Set<unknown>();
    for (let turn = 0; turn < 1000; turn += 1) {
      const at = next(good.length);
      const put = turn % 2 ? String.fromCharCode(32 + next(95)) : good.slice(next(good.length), next(good.length));
      outcomes.add(await loadSVG(good.slice(0, at) + put + good.slice(at + 1)));
    }
    const allowed = ['answer', 'fabric.bad-format', 'fabric.unsupported'];
    expect([...outcomes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
  });
});

describe('scenes', () => {
  it('are refused with the place that is wrong', async () => {
    const bad: [unknown, string][] = [
      [7, 'scene must be an object'],
      [null, 'scene must be an object'],
      [[], 'scene must be an object'],
      ['{"objects":', 'scene is no JSON text'],
      ['[]', 'scene must be an object'],
      [{ width: 0 }, 'scene.width must be 1 to 8192'],
      [{ height: 8193 }, 'scene.height must be 1 to 8192'],
      [{ width: Number.NaN }, 'scene.width must be 1 to 8192 pixels, not NaN'],
      [{ width: '10' }, 'scene.width must be'],
      [{ objects: {} }, 'scene.objects must be a list'],
      [{ objects: [null] }, 'scene.objects[0] must be an object'],
      [{ objects: [{}] }, 'scene.objects[0].type is undefined'],
      [{ objects: [{ type: 'activeselection' }] }, 'scene.objects[0].type is "activeselection". Allowed: rect, circle'],
      [{ objects: [{ type: '__proto__' }] }, 'scene.objects[0].type is "__proto__"'],
      [{ objects: [{ ...rect, left: Number.NaN }] }, 'scene.objects[0].left is NaN'],
      [{ objects: [{ ...rect, top: Number.POSITIVE_INFINITY }] }, 'scene.objects[0].top is Infinity'],
      [{ objects: [{ ...rect, angle: '45' }] }, 'scene.objects[0].angle must be a number'],
      [{ objects: [{ ...rect, fill: { type: 'conic' } }] }, 'scene.objects[0].fill.type is "conic"'],
      [{ objects: [{ ...rect, fill: new Uint8Array(2) }] }, 'scene.objects[0].fill must not be a Uint8Array'],
      [{ objects: [{ type: 'polygon' }] }, 'scene.objects[0].points must be a list of points'],
      [{ objects: [{ type: 'polygon', points: [{ x: 1 }] }] }, 'scene.objects[0].points must be'],
      [{ objects: [{ type: 'path' }] }, 'scene.objects[0].path is missing'],
      [{ objects: [{ type: 'text' }] }, 'scene.objects[0].text must be a string'],
      [{ objects: [{ type: 'image' }] }, 'scene.objects[0].src is missing'],
      [{ objects: [{ type: 'image', src: 7 }] }, 'scene.objects[0].src must be a picture'],
      [{ objects: [{ ...rect, filters: [{ type: 'Evil' }] }] }, 'scene.objects[0].filters[0].type is "Evil"'],
    ];
    for (const [value, text] of bad) {
      await expect(call('render', value)).rejects.toMatchObject({
        name: 'PackInputError',
        code: 'fabric.bad-argument',
        message: expect.stringContaining(`fabric.render: ${text}`),
      });
    }
    for (const options of [
      7,
      [],
      { formt: 'png' },
      { format: 'gif' },
      { quality: 2 },
      { multiplier: 0 },
      { multiplier: 5 },
      { width: -1 },
    ])
      expect(await render(scene({ objects: [] }), options)).toBe('fabric.bad-argument');
    expect(await render({ width: 8192, height: 8192 })).toBe('fabric.bad-argument');
    expect(await render({ width: 4000, height: 4000 }, { multiplier: 2 })).toBe('fabric.bad-argument');
    await expectAliveAndClean();
  });

  it('have caps', async () => {
    const many = Array.from({ length: 100_000 }, () => rect);
    expect(await render(scene({ objects: many }))).toBe('fabric.too-many');
    const wide = Array.from({ length: 100 }, () => ({ type: 'group', objects: many.slice(0, 60) }));
    expect(await render(scene({ objects: wide }))).toBe('fabric.too-many');
    let deep: object = rect;
    for (let level = 0; level < 40; level += 1) deep = { type: 'group', objects: [deep] };
    expect(await render(scene({ objects: [deep] }))).toBe('fabric.too-deep');
    let clipped: object = rect;
    for (let level = 0; level < 40; level += 1) clipped = { ...rect, clipPath: clipped };
    expect(await render(scene({ objects: [clipped] }))).toBe('fabric.too-deep');
    let value: unknown = 1;
    for (let level = 0; level < 1000; level += 1) value = [value];
    expect(await render(scene({ objects: [{ ...rect, data: value }] }))).toBe('fabric.too-deep');
    expect(await render(scene({ objects: [{ type: 'path', path: 'M'.repeat(1_048_577) }] }))).toBe('fabric.too-large');
    expect(await render(scene({ objects: [{ type: 'text', text: 'a'.repeat(100_001) }] }))).toBe('fabric.too-large');
    const points = Array.from({ length: 400_000 }, () => ({ x: 1, y: 1 }));
    expect(await render(scene({ objects: [{ type: 'polygon', points }] }))).toBe('fabric.too-many');
    await expectAliveAndClean();
  });

  it('keep names of prototypes as data', async () => {
    const names: unknown = JSON.parse(
      '{"width":10,"height":10,"__proto__":{"objects":[]},"constructor":1,"objects":[{"type":"rect","__proto__":{"fill":"red"},"toString":1,"render":2,"_render":3,"canvas":{"a":1},"dispose":4}]}',
    );
    expect(await render(names)).toBe('answer');
    await expectAliveAndClean();
  });

  it('are drawn or refused whatever their properties hold', { timeout: 60_000 }, async () => {
    const values = [
      '',
      'junk',
      'NaN',
      '#f00',
      0,
      -1,
      1e9,
      1e-9,
      true,
      null,
      [],
      [1e-9],
      ['x'],
      [null],
      {},
      { x: 1 },
      'center',
    ];
    const names = [
      ...NUMBERS,
      ...SCALARS,
      ...PLAIN,
      'fill',
      'stroke',
      'shadow',
      'filters',
      'clipPath',
      'path',
      'objects',
      'src',
    ];
    const shapes = [
      rect,
      { type: 'textbox', text: 'a b', width: 9 },
      { type: 'group', objects: [rect] },
      { type: 'path', path: 'M0 0L5 5' },
      {
        ...rect,
        fill: {
          type: 'radial',
          coords: { x1: 0, y1: 0, r1: 0, x2: 1, y2: 1, r2: 5 },
          colorStops: [{ offset: 0, color: 'red' }],
        },
      },
    ];
    const outcomes = new Set<unknown>();
    for (const [at, name] of names.entries()) {
      for (const [index, value] of values.entries()) {
        if (name === 'type') continue;
        const shape = shapes[(at + index) % shapes.length] as { fill?: object };
        const fill = typeof shape.fill === 'object' ? { fill: { ...shape.fill, [name]: value } } : { [name]: value };
        outcomes.add(await render(scene({ objects: [{ ...shape, ...fill }] })));
        outcomes.add(await codeOf(call('renderSVG', scene({ objects: [{ ...shape, ...fill }] }))));
      }
    }
    const allowed = ['answer', 'fabric.bad-argument', 'fabric.unsupported', 'fabric.bad-format'];
    expect([...outcomes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
    await expectAliveAndClean();
  });

  it('have pictures that were checked from their header', async () => {
    const png = new Uint8Array(createCanvas(4, 4).toBuffer('image/png'));
    const sized = (width: number, height: number): Uint8Array => {
      const bytes = png.slice();
      new DataView(bytes.buffer).setUint32(16, width);
      new DataView(bytes.buffer).setUint32(20, height);
      return bytes;
    };
    const draw = (src: unknown) => render(scene({ objects: [{ type: 'image', src }] }));
    expect(await draw(png)).toBe('answer');
    expect(await draw(sized(1, 60_000))).toBe('fabric.too-large');
    expect(await draw(sized(30_000, 30_000))).toBe('fabric.too-large');
    expect(await draw(png.subarray(0, 40))).toBe('fabric.bad-format');
    expect(await draw(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(
      'fabric.unsupported',
    );
    expect(await draw(`data:image/png;base64,${btoa('<svg/>')}`)).toBe('fabric.unsupported');
    expect(await draw('data:image/png;base64,***')).toBe('fabric.bad-format');
    const large = new Uint8Array(createCanvas(4096, 4096).toBuffer('image/png'));
    const three = Array.from({ length: 3 }, () => ({ type: 'image', src: large }));
    expect(await render(scene({ objects: three }))).toBe('fabric.too-large');
    const shared = new Uint8Array(new SharedArrayBuffer(png.length + 10));
    shared.set(png, 5);
    expect(await draw(shared.subarray(5, 5 + png.length))).toBe('answer');
    const gone = png.slice();
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(await draw(gone)).toBe('fabric.bad-argument');
    await expectAliveAndClean();
  });

  it('are drawn side by side', async () => {
    const png = new Uint8Array(createCanvas(4, 4).toBuffer('image/png'));
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        call('render', scene({ width: 10 + at, objects: [rect, { type: 'image', src: png }] })),
      ),
    );
    expect(all.map((bytes) => new DataView((bytes as Uint8Array).buffer).getUint32(16))).toEqual(
      all.map((_, at) => 10 + at),
    );
    await expectAliveAndClean();
  });
});
