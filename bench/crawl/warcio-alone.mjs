/** Reads and inflates a WARC with warcio and does nothing else: the command is compared with it. */
import { createReadStream } from 'node:fs';
import { WARCParser } from 'warcio';

let bytes = 0;
for await (const record of new WARCParser(createReadStream(process.argv[2]))) {
  if (record.warcType === 'response') bytes += (await record.readFully(true)).length;
}
process.stdout.write(`${bytes}\n`);
