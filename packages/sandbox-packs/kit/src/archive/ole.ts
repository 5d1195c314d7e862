import { PackFormatError, PackInputError } from '../errors.js';
import { isEncryptedOffice } from './encrypted-office.js';

const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** How a refusal speaks of a file. */
export interface OfficeKind {
  /** Such as `workbook`. */
  readonly noun: string;
  /** Ending of the old binary format, such as `.xls`. */
  readonly oldEnding: string;
  /** Ending of what is read here, such as `.xlsx`. */
  readonly ending: string;
}

/**
 * Says of an OLE container what it is: an Office document with a password, or one of the old binary formats. Other
 * files pass.
 * @throws {PackFormatError} `<id>.encrypted`
 * @throws {PackInputError} `<id>.unsupported`
 */
export function refuseOle(where: string, bytes: Uint8Array, { noun, oldEnding, ending }: OfficeKind): void {
  if (!isOleFile(bytes)) return;
  if (isEncryptedOffice(bytes)) {
    throw new PackFormatError(where, 'encrypted', `the ${noun} has a password`, 'Save it without one');
  }
  throw new PackInputError(where, 'unsupported', `this is an old binary ${oldEnding} file`, `Save it as ${ending}`);
}

/** True for an OLE container: `.xls`, `.doc`, `.ppt`, and Office files that have a password. */
function isOleFile(bytes: Uint8Array): boolean {
  return OLE_MAGIC.every((byte, at) => bytes[at] === byte);
}
