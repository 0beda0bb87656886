/** Runs a command of the research by name. Run: npm run research -- NAME [options] */
import { research } from './commands.ts';

process.exitCode = await research(process.argv.slice(2), process);
