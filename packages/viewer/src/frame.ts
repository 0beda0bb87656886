/** The frame in which a sanitised page is shown. */
import { FRAME_STYLE } from './style.ts';

/** Value of `sandbox` for the frame: no script runs, nothing is sent; the viewer may read the document. */
export const SANDBOX = 'allow-same-origin';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** A document for `srcdoc`; `sanitised` is what `sanitise` returned. */
export const frameDocument = (sanitised: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
  `<style>${FRAME_STYLE}</style></head><body>${sanitised}</body></html>`;
