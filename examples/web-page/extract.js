// Takes a web page apart: what it says about itself, its links, and its text as Markdown.
import { extractImages, extractLinks, extractMetadata, select, toMarkdown } from '@nodetool-ai/sandbox-html';

// Host packs work outside the guest: five calls at once.
const [about, headings, links, images, text] = await Promise.all([
  extractMetadata(inputs.html),
  select(inputs.html, 'h1, h2, h3', { limit: 1000 }),
  extractLinks(inputs.html, inputs.address),
  extractImages(inputs.html, inputs.address),
  toMarkdown(inputs.html),
]);

await output('markdown', `${text.trim()}\n`);
await output('links', links);
await output('facts', {
  title: about.title,
  description: about.description,
  headings: headings.length,
  images: images.length,
});
