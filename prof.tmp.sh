rm -rf /tmp/prof; node --cpu-prof --cpu-prof-dir=/tmp/prof --import tsx perf.tmp.ts; node -e "
const fs=require('fs');const f=fs.readdirSync('/tmp/prof').map(x=>'/tmp/prof/'+x).sort((a,b)=>fs.statSync(b).size-fs.statSync(a).size)[0];
const p=JSON.parse(fs.readFileSync(f));const dt=p.timeDeltas;const id={};p.nodes.forEach(n=>id[n.id]=n);const par={};p.nodes.forEach(n=>(n.children||[]).forEach(c=>par[c]=n.id));
const self={};p.samples.forEach((s,i)=>{let x=s,inM=false;while(x){if(id[x].callFrame.functionName=='metadata'){inM=true;break}x=par[x]}if(!inM)return;const n=id[s];const k=n.callFrame.functionName+' '+n.callFrame.url.split('/').slice(-2).join('/')+':'+n.callFrame.lineNumber;self[k]=(self[k]||0)+dt[i]});
Object.entries(self).sort((a,b)=>b[1]-a[1]).slice(0,18).forEach(([k,v])=>console.log((v/1000).toFixed(0),k))"
