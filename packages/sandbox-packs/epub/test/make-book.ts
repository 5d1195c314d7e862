import { rawArchive } from '@nodetool-ai/sandbox-pack-kit/testing';

export type Files = Record<string, string | Uint8Array | undefined>;

export const CONTAINER =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

export const page = (body: string, title = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body>${body}</body></html>`;

/** A package document; `manifest` and `spine` are the content of these elements. */
export const packageXml = (metadata: string, manifest: string, spine: string, attributes = ''): string =>
  `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="bookid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${metadata}</metadata><manifest>${manifest}</manifest><spine${attributes}>${spine}</spine></package>`;

export const METADATA = `<dc:title>Test &amp; Book</dc:title><dc:creator opf:file-as="Doe, Jane" opf:role="aut">Jane Doe</dc:creator>
<dc:language>en</dc:language><dc:publisher>Acme</dc:publisher><dc:date>2024-05-15</dc:date><dc:description>About &#233;</dc:description>
<dc:subject>a</dc:subject><dc:subject>b</dc:subject><dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>
<dc:identifier id="uuid_id">urn:uuid:123e4567-e89b-12d3-a456-426614174000</dc:identifier><meta name="cover" content="img"/>`;

export const ITEMS =
  '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>';
export const SPINE = '<itemref idref="c1"/><itemref idref="c2"/>';

export const NCX = `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>
<navPoint id="n1" playOrder="1"><navLabel><text>One</text></navLabel><content src="c1.xhtml"/></navPoint>
<navPoint id="n2" playOrder="2"><navLabel><text>Two</text></navLabel><content src="text/c2.xhtml"/></navPoint></navMap></ncx>`;

export const NAV = page(
  '<nav epub:type="landmarks"><ol><li><a href="x">no</a></li></ol></nav><nav epub:type="toc"><h1>Contents</h1><ol><li><a href="c1.xhtml">One</a></li><li><a href="text/c2.xhtml">Two</a></li></ol></nav>',
);

const CHAPTERS: Files = {
  'OEBPS/c1.xhtml': page('<h1>Chapter 1</h1><p>First &amp; &#8212; caf&#233;</p>', 'One'),
  'OEBPS/text/c2.xhtml': page('<h1>Chapter 2</h1><p>Second</p>', 'Two'),
};

export function archiveOf(files: Files): Uint8Array {
  const entries = Object.entries(files).flatMap(([name, data]) => (data === undefined ? [] : [{ name, data }]));
  return rawArchive([{ name: 'mimetype', data: 'application/epub+zip', method: 0 }, ...entries]);
}

/** The book of version 2 that the tests share; `files` replace its own, `undefined` takes one out. */
export function bookOf(files: Files = {}): Uint8Array {
  return archiveOf({
    'META-INF/container.xml': CONTAINER,
    'OEBPS/book.opf': packageXml(
      METADATA,
      `${ITEMS}<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`,
      SPINE,
      ' toc="ncx"',
    ),
    'OEBPS/toc.ncx': NCX,
    ...CHAPTERS,
    ...files,
  });
}

/** The same book in version 3: `nav` and no NCX. */
export function bookOf3(files: Files = {}): Uint8Array {
  return bookOf({
    'OEBPS/book.opf': packageXml(
      METADATA,
      `${ITEMS}<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>`,
      SPINE,
    ),
    'OEBPS/toc.ncx': undefined,
    'OEBPS/nav.xhtml': NAV,
    ...files,
  });
}

/** A book of these chapters, each the content of a body. */
export function chaptersOf(bodies: readonly string[]): Uint8Array {
  const items = bodies.map((_, at) => `<item id="p${at}" href="p${at}.xhtml" media-type="application/xhtml+xml"/>`);
  return archiveOf({
    'META-INF/container.xml': CONTAINER,
    'OEBPS/book.opf': packageXml('', items.join(''), bodies.map((_, at) => `<itemref idref="p${at}"/>`).join('')),
    ...Object.fromEntries(bodies.map((body, at) => [`OEBPS/p${at}.xhtml`, page(body)])),
  });
}
