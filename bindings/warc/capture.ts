/** TEMPORARY stub of the command's author, to be replaced. */
export interface WarcCapture { readonly version: string }
