import { searchDocument } from '@refrain/cli/formats';
import { Detector } from 'refrain';

const detector = await Detector.create({ preset: 'paper' });
const page = detector.learn('<!doctype html><title>Story</title><p>A story about the river.');

export const outcome = searchDocument(page, { url: 'https://a.example/1', site: 'a.example' });
export const expected = {
  id: 'https://a.example/1',
  url: 'https://a.example/1',
  title: 'Story',
  site: 'a.example',
  text: 'A story about the river.',
  length: 24,
};
