/**
 * The world in which the library runs: canvases and nothing else. It has no document to look in and no loader, so that
 * whatever gets past the checks still reaches neither network nor files.
 * @module
 */
import { config, FabricObject, setEnv } from 'fabric';
import { type CanvasPlatform, type DrawingCanvas, withShippedFamily } from './canvas-platform.js';
import { decodedPictures } from './pictures.js';

interface ImageEvents {
  onload: (() => void) | null;
  onerror: ((reason: unknown) => void) | null;
}

type FabricEnvironment = Parameters<typeof setEnv>[0];

let isReady = false;

/** Prepares the library, once. */
export function prepareFabric(platform: CanvasPlatform): void {
  if (isReady) return;
  isReady = true;
  const document = {
    createElement(name: string): unknown {
      if (name === 'canvas') return dress(platform.createCanvas(1, 1));
      if (name === 'img') return pictureElement(platform);
      throw new Error(`the library asked for an element ${name}`);
    },
    getElementById: () => null,
  };
  const window = { devicePixelRatio: 1, performance, setTimeout, clearTimeout };
  setEnv({
    document,
    window,
    isTouchSupported: false,
    WebGLProbe: { queryWebGL: () => {}, isSupported: () => false },
    dispose: () => {},
    copyPasteData: {},
  } as unknown as FabricEnvironment);
  // A cache pays when a scene is drawn again and again.
  FabricObject.ownDefaults.objectCaching = false;
  config.configure({ disableStyleCopyPaste: true });
  letGoOfLayers(FabricObject.prototype as unknown as LayeredObject);
}

/** What draws an object that needs a layer of its own: the library keeps these canvases for the next time. */
interface LayeredObject {
  _cacheCanvas?: DrawingCanvas | undefined;
  _removeCacheCanvas(): void;
  drawCacheOnCanvas(context: unknown): void;
  drawClipPathOnCache(context: unknown, clipPath: LayeredObject, layer: DrawingCanvas): void;
}

/**
 * Gives each layer back as soon as it is drawn: a scene is drawn once, and the memory of canvases is counted by nobody.
 * With 5000 objects it would be gigabytes.
 */
function letGoOfLayers(proto: LayeredObject): void {
  const { drawCacheOnCanvas, drawClipPathOnCache } = proto;
  proto.drawCacheOnCanvas = function (context) {
    drawCacheOnCanvas.call(this, context);
    if (this._cacheCanvas) shrink(this._cacheCanvas);
    this._removeCacheCanvas();
  };
  proto.drawClipPathOnCache = function (context, clipPath, layer) {
    drawClipPathOnCache.call(this, context, clipPath, layer);
    shrink(layer);
    clipPath._cacheCanvas = undefined;
  };
}

// The collector may be long in coming.
function shrink(canvas: DrawingCanvas): void {
  canvas.width = 1;
  canvas.height = 1;
}

/** Gives a canvas what an element of a document would have, and only shipped fonts. */
function dress(canvas: DrawingCanvas): DrawingCanvas {
  const context = canvas.getContext('2d');
  const proto: object = Object.getPrototypeOf(context);
  Object.defineProperty(context, 'font', {
    get: () => Reflect.get(proto, 'font', context) as string,
    set: (font: string) => void Reflect.set(proto, 'font', withShippedFamily(String(font)), context),
  });
  return Object.assign(canvas, {
    getContext: () => context,
    style: {},
    classList: { add: () => {}, remove: () => {} },
    hasAttribute: () => false,
    getAttribute: () => null,
    setAttribute: () => {},
    removeAttribute: () => {},
  });
}

/** What the library takes for an image element: an empty canvas that becomes a decoded picture when it is given its name. */
function pictureElement(platform: CanvasPlatform): object {
  const canvas = dress(platform.createCanvas(1, 1));
  let uri = '';
  const events: ImageEvents = { onload: null, onerror: null };
  return Object.defineProperty(Object.assign(canvas, events, { complete: false }), 'src', {
    get: () => uri,
    set(name: string) {
      const picture = decodedPictures.get(name);
      const element = canvas as typeof canvas & ImageEvents;
      queueMicrotask(() => {
        if (!picture) return element.onerror?.(new Error('nothing is ever loaded'));
        ({ uri } = picture);
        const { width, height } = picture.canvas;
        Object.assign(canvas, { width, height, naturalWidth: width, naturalHeight: height, complete: true });
        // The library asks for it where it writes a picture into JSON or SVG.
        Object.assign(canvas, { toDataURL: () => uri });
        canvas.getContext('2d').drawImage(picture.canvas, 0, 0);
        element.onload?.();
      });
    },
  });
}
