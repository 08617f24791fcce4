import autocannon from 'autocannon'
const { signIn, startApp, median } = await import('/work/main/bench/app.mjs')
const app = await startApp({ distDir: '.next-bench' })
const cookie = await signIn(app.url)
const run = async (p, d, h = {}) =>
  (await autocannon({ url: app.url + p, connections: 32, duration: d, headers: { cookie, ...h } })).requests.average
const P = '/api/v1/usage/summary'
await run(P, 3)
const t = {
  bare: ['/api/bench/bare'],
  s0: [P, { 'x-stage': '0' }],
  s1: [P, { 'x-stage': '1' }],
  s2: [P, { 'x-stage': '2' }],
  s3: [P, { 'x-stage': '3' }],
  s4: [P, { 'x-stage': '4' }],
  full: [P],
}
const r = Object.fromEntries(Object.keys(t).map((k) => [k, []]))
for (let i = 0; i < 4; i++) for (const [k, [p, h]] of Object.entries(t)) r[k].push(await run(p, 3, h))
for (const k in r) {
  const m = median(r[k])
  console.log(k, m | 0, (1000 / m).toFixed(3), 'ms')
}
await app.stop()
