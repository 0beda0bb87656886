declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    /** Label of the encoding that the response's Content-Type gave. */
    readonly transportLayerEncodingLabel?: string | undefined;
    /** What is given where the bytes say nothing. */
    readonly defaultEncoding?: string | null;
  }
  function sniffEncoding(bytes: Uint8Array, options?: SniffOptions): string | null;
  export = sniffEncoding;
}
