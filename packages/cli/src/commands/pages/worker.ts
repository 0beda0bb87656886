/** The script of a worker thread of a run. */
import { serve } from '../../judge/worker-pool.ts';
import { openWriters } from './writers.ts';

serve(openWriters);
