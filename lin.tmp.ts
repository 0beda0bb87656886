import { Detector } from 'refrain';
const d = await Detector.create();
for (const [name, piece] of Object.entries({ people: '<a href=/author/a>A</a>', meta: '<meta name=author content="A B">', marked: '<div class=author>By A', time: '<time datetime=2026-13-45>1 2 2026</time>' }))
for (const n of [50e3, 100e3, 200e3, 400e3, 800e3]) { const p = d.label(piece.repeat(n / piece.length)); let best = 1e9; for (let i = 0; i < 4; i++) { const t = performance.now(); p.metadata({ url: 'https://r.example/' }); best = Math.min(best, performance.now() - t); } console.log(name, n, best.toFixed(1)); }
