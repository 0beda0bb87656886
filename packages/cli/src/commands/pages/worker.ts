/** The worker thread of a run: a script of its own. */
import { serve } from '../../judge/worker-pool.ts';
import { openWriters } from './writers.ts';

serve(openWriters);
