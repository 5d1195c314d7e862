/**
 * Corrections of what the library writes, as text: its own markup only, since text of the author has no `<`.
 * @module
 */

const NOTES_RUN = '<a:r><a:rPr lang="en-US" dirty="0"/><a:t>';

/** Edits by part name, for a deck of so many slides. */
export function deckEdits(slides: number): Record<string, (xml: string) => string> {
  const edits: Record<string, (xml: string) => string> = { 'ppt/presentation.xml': orderLists };
  for (let number = 1; number <= slides; number += 1) {
    edits[`ppt/slides/slide${number}.xml`] = numberShapes;
    edits[`ppt/notesSlides/notesSlide${number}.xml`] = breakNotes;
  }
  return edits;
}

/** ECMA-376 19.2.1.26 wants the notes master before the slides. */
function orderLists(xml: string): string {
  return xml.replace(/(<p:sldIdLst>.*?<\/p:sldIdLst>)(<p:notesMasterIdLst>.*?<\/p:notesMasterIdLst>)/s, '$2$1');
}

/** A table gets the number of another shape; numbers must differ on a slide. */
function numberShapes(xml: string): string {
  let number = 0;
  return xml.replace(/<p:cNvPr id="\d+"/g, () => {
    number += 1;
    return `<p:cNvPr id="${number}"`;
  });
}

/** Notes of several lines are one run, in which PowerPoint shows no breaks. */
function breakNotes(xml: string): string {
  return xml.replace(/<a:t>([^<]*)<\/a:t>/g, (_all, text: string) => {
    const lines = text.split(/\r?\n/);
    return `<a:t>${lines.join(`</a:t></a:r></a:p><a:p>${NOTES_RUN}`)}</a:t>`;
  });
}
