/** Where the library finds its own files. */
export interface PdfFiles {
  /** Folders of character maps and of standard fonts; they end with `/`. */
  options: { cMapUrl: string; standardFontDataUrl: string; useWorkerFetch?: boolean };
  /** The script that reads documents. */
  workerUrl: string;
}
