/** A process that opens stores: LevelDB ends it where it meets a damaged table that it does not expect. */
import { Sites } from '@refrain/crawl';

process.on('message', async (location) => {
  try {
    const sites = await Sites.open({ location });
    const { sites: known } = sites.stats();
    await sites.close();
    process.send({ known });
  } catch (error) {
    process.send({ code: `${error.code} ${error.message}` });
  }
});
