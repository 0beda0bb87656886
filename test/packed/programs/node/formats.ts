import { bulkLines } from '@refrain/cli/formats';
import { Detector } from 'refrain';

const detector = await Detector.create({ preset: 'paper' });
const page = detector.learn('<!doctype html><title>Story</title><p>A story about the river.');

export const outcome = bulkLines({ id: '1', ...page.document({ fields: ['title', 'text'] }) });
export const expected = '{"index":{"_id":"1"}}\n{"title":"Story","text":"A story about the river."}\n';
