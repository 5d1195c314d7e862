import { describe, expect, it } from 'vitest';
import { nearestName, suggest } from './near-miss.js';
import { nearestSpecifier } from './nearest-specifier.js';

describe('nearestName', () => {
  it('finds what was meant and nothing that was not', () => {
    const types = ['nodetool.code.Code', 'nodetool.file.Read', 'nodetool.file.Write'];
    expect(nearestName('nodetool.code.code', types)).toBe('nodetool.code.Code');
    expect(nearestName('nodetool.file.Reed', types)).toBe('nodetool.file.Read');
    expect(nearestName('Write', types)).toBe('nodetool.file.Write');
    expect(nearestName('acme.Sheep', types)).toBeUndefined();
    expect(nearestName('', types)).toBeUndefined();
  });

  it('lists what there is when nothing is near', () => {
    expect(suggest('zebra', ['rows', 'cleaning'], 'outputs')).toBe('Known outputs: "rows", "cleaning".');
    expect(suggest('row', ['rows'], 'outputs')).toBe('Did you mean "rows"?');
    expect(suggest('row', [], 'outputs')).toBe('There are no outputs.');
  });
});

describe('nearestSpecifier', () => {
  const installed = ['@nodetool-ai/sandbox-csv', '@nodetool-ai/sandbox-yaml', '@acme/geo'];
  it.each([
    ['csv', '@nodetool-ai/sandbox-csv'],
    ['sandbox-csv', '@nodetool-ai/sandbox-csv'],
    ['@nodetool-ai/sandbox-cvs', '@nodetool-ai/sandbox-csv'],
    ['@nodetool-ai/yaml', '@nodetool-ai/sandbox-yaml'],
    ['geo', '@acme/geo'],
    ['left-pad', undefined],
  ])('reads %s as %s', (wrong, meant) => {
    expect(nearestSpecifier(wrong, installed)).toBe(meant);
  });
});
