import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getSandboxManifest, sandboxManifestNames } from '../src/index.node.js';

const page = readFileSync(new URL('../../../docs/reference/guest.md', import.meta.url), 'utf8');
const manifest = getSandboxManifest();
const names = new Set(sandboxManifestNames());

/** What is called or reached into by a code span: `sleep` of `await sleep(ms)`, `Promise.all` of itself. */
function mentionOf(span: string): string | undefined {
  const found = /^(?:await )?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(\(|<|$)/.exec(span);
  return found?.[1]?.includes('.') || found?.[2] === '(' || found?.[2] === '<' ? found?.[1] : undefined;
}

describe('the reference of the guest', () => {
  const prose = page.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const mentions = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => mentionOf(span) ?? []);

  it('mentions no function or object that the manifest does not have', () => {
    expect(mentions).toEqual(expect.arrayContaining(['sleep', 'workspace.read', 'Promise.all', 'stream.any']));
    const isKnown = (mention: string): boolean => {
      const root = mention.split('.')[0] ?? '';
      return names.has(mention) || manifest.nativeGlobals.includes(root);
    };
    // The one keyword among them; the rule of modules says that it does not work.
    expect(mentions.filter((mention) => !isKnown(mention) && mention !== 'import')).toEqual([]);
  });

  it('has a section for each bridge and helper, and a row for each member', () => {
    const sections = [...page.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name);
    const expected = [...manifest.bridges.filter(({ internal }) => !internal), ...manifest.guestHelpers];
    expect(sections.slice(0, expected.length)).toEqual(expected.map(({ name }) => name));
    const members = expected.flatMap(({ name, members = [] }) => members.filter((member) => member.name !== name));
    expect(members.filter(({ name }) => !mentions.includes(name))).toEqual([]);
  });

  it('lists every absent name with what to do', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\S.*) \|$/gm)].map(([, name]) => name);
    expect(rows).toEqual(expect.arrayContaining([...manifest.blockedGlobals]));
  });

  it('lists every native global', () => {
    expect(manifest.nativeGlobals.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
