/** TEMPORARY stub of the command's author, to be replaced. */
export const cleanedRecords = (_page: unknown, _html: string, _about: object): Uint8Array => new Uint8Array();
export const copyRecord = (raw: Uint8Array): Uint8Array => raw;
export const warcinfo = (): Uint8Array => new Uint8Array();
