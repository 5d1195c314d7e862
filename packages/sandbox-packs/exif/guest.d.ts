/** Reads the metadata of photos with exifr. Every call returns a promise. */

/** Options of {@link parse}. */
export interface ExifOptions {
  /** Keeps codes (`Orientation` 6) instead of words (`"Rotate 90 CW"`); default `false`. Dates are text either way. */
  raw?: boolean;
}

/** Value of one tag. */
export type ExifValue = string | number | Uint8Array | ExifValue[];

/** Tags by name; one without a known name by its number. */
export interface ExifTags {
  /** Degrees north, negative in the south. */
  latitude?: number;
  /** Degrees east, negative in the west. */
  longitude?: number;
  Make?: string;
  Model?: string;
  /** A word, or a code with `raw`. */
  Orientation?: string | number;
  /** `YYYY-MM-DDTHH:mm:ss`, with `+HH:mm` when the photo states it: when it was taken, by the camera's clock. */
  DateTimeOriginal?: string;
  CreateDate?: string;
  ModifyDate?: string;
  ExposureTime?: number;
  FNumber?: number;
  ISO?: number;
  FocalLength?: number;
  ExifImageWidth?: number;
  ExifImageHeight?: number;
  [tag: string]: ExifValue | undefined;
}

/**
 * The EXIF and GPS tags of a JPEG, PNG, TIFF, HEIC or AVIF file of at most 10 485 760 bytes, and the header facts and
 * texts of a PNG; `null` when there are none. At most 2000 tags and 1 048 576 bytes of values.
 * Colour profiles, thumbnails, maker notes, user comments, XMP and IPTC are left out.
 * @throws codes `exif.bad-argument`, `exif.unsupported`, `exif.bad-format`, `exif.too-large`, `exif.too-many`,
 * `exif.timeout`
 * @example
 * const tags = await parse(bytes);
 * tags?.DateTimeOriginal; // "2024-05-15T13:14:15+02:00"
 */
export function parse(
  bytes: Uint8Array | Uint8ClampedArray | ArrayBuffer | DataView,
  options?: ExifOptions,
): Promise<ExifTags | null>;

declare const exif: { readonly parse: typeof parse };
export default exif;
