declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    /** Label of the encoding that the response's Content-Type gave. */
    readonly transportLayerEncodingLabel?: string | undefined;
    /** The result where the bytes name no encoding. */
    readonly defaultEncoding?: string | null;
  }
  function sniffEncoding(bytes: Uint8Array, options?: SniffOptions): string | null;
  export = sniffEncoding;
}
