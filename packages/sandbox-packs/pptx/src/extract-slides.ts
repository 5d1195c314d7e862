/**
 * Slides of a deck in the order of the presentation.
 * @module
 */
import { flag, PackFormatError, PackLimitError, readOptions } from '@nodetool-ai/sandbox-pack-kit';
import { childOf, childrenOf, type XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';
import { type DeckParts, openDeck } from './deck-parts.js';
import { PPTX_MAX_SLIDES, PPTX_MAX_TEXT_CHARS } from './limits.js';
import { notesText, slideText } from './shape-text.js';

type Warn = (text: string) => void;

/** One slide; `notes` only when asked for. */
export interface PptxSlide {
  index: number;
  slideNumber: number;
  text: string;
  notes?: string;
}

/**
 * Text of all slides that have some, with a blank line between them.
 * @throws {PackError} as {@link extractSlides}
 */
export function extractText(where: string, input: unknown, given: unknown, warn: Warn): string {
  readOptions(where, given, {});
  return readSlides(where, openDeck(where, input), false, warn)
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n');
}

/**
 * Text slide by slide, hidden ones included.
 * @throws {PackError} `pptx.bad-argument`, `pptx.unsupported`, `pptx.bad-format`, `pptx.encrypted`, limits
 */
export function extractSlides(where: string, input: unknown, given: unknown, warn: Warn): PptxSlide[] {
  const { notes } = readOptions(where, given, { notes: flag(false) });
  return readSlides(where, openDeck(where, input), notes, warn);
}

function readSlides(where: string, parts: DeckParts, withNotes: boolean, warn: Warn): PptxSlide[] {
  const names = slideNames(where, parts);
  const known = new Map<string, Pick<PptxSlide, 'text' | 'notes'>>();
  let chars = 0;
  return names.map((name, index) => {
    let slide = name === undefined ? undefined : known.get(name);
    if (!slide) {
      const root = name === undefined ? undefined : parts.read(name);
      if (!root) warn(`${where}: slide ${index + 1} is listed, but its part is missing`);
      const notes = withNotes ? { notes: root && name !== undefined ? notesOf(parts, name) : '' } : {};
      slide = { text: root ? slideText(root) : '', ...notes };
      if (name !== undefined) known.set(name, slide);
    }
    chars += slide.text.length + (slide.notes?.length ?? 0);
    if (chars > PPTX_MAX_TEXT_CHARS) throw tooLong(where);
    return { index, slideNumber: index + 1, ...slide };
  });
}

/** Names of the slides' parts, as the presentation lists them; undefined for a slide that leads nowhere. */
function slideNames(where: string, parts: DeckParts): (string | undefined)[] {
  const main = parts.relationsOf('').find(({ kind }) => kind === 'officeDocument')?.target ?? 'ppt/presentation.xml';
  const root = parts.read(main);
  if (root?.local !== 'presentation') {
    throw new PackFormatError(
      where,
      'bad-format',
      'the archive has no presentation part',
      'Pass the bytes of a .pptx file',
    );
  }
  const list = childOf(root, 'sldIdLst');
  const slides = list ? childrenOf(list, 'sldId') : [];
  if (slides.length > PPTX_MAX_SLIDES) {
    throw new PackLimitError(
      where,
      'too-many',
      `the deck has ${slides.length} slides, over the limit of ${PPTX_MAX_SLIDES}`,
      'Split the deck',
      'PPTX_MAX_SLIDES',
    );
  }
  const targets = new Map(parts.relationsOf(main).map(({ id, target }) => [id, target]));
  return slides.map((slide) => targets.get(relationId(slide)));
}

/** `r:id`, whatever the prefix is; the `id` without one is another number. */
function relationId({ attributes }: XmlElement): string {
  for (const [name, value] of attributes) if (name.endsWith(':id')) return value;
  return '';
}

function notesOf(parts: DeckParts, slide: string): string {
  const target = parts.relationsOf(slide).find(({ kind }) => kind === 'notesSlide')?.target;
  const root = target === undefined ? undefined : parts.read(target);
  return root ? notesText(root) : '';
}

function tooLong(where: string): PackLimitError {
  return new PackLimitError(
    where,
    'too-large',
    `the slides have more than ${PPTX_MAX_TEXT_CHARS} characters of text`,
    'Split the deck',
    'PPTX_MAX_TEXT_CHARS',
  );
}
