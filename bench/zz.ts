import { pageKinds } from './floods/pages.ts';
const size=+process.argv[2]; const want=process.argv[3]; const word=process.argv[4]??''; const lim=+(process.argv[5]??0.4);
for (const k of pageKinds) { if(!k.name.includes(word)) continue; for (const [r,p] of Object.entries(k.reads)) { if (want && want!=='all' && r!==want) continue;
 const b=k.make(size); const read=await p(); const c=process.cpuUsage(); const t=performance.now(); let o='';
 try { await read(b);} catch(e:any){o=e.code??String(e)} const u=process.cpuUsage(c); const ms=Math.min(performance.now()-t,(u.user+u.system)/1000); if (ms/b.length*1000>lim || (o && o.length>30)) console.log(k.name.padEnd(50), r, ms.toFixed(0), (ms/b.length*1000).toFixed(2), o); } }
console.log('done');
