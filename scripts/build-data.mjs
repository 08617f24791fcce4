// Derives the browser's completion data (public/data) from the reference data (data).
//   node scripts/build-data.mjs            writes the files
//   node scripts/build-data.mjs --check    exits 1 when a written file is missing or stale
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const pathOf = (name) => fileURLToPath(new URL(name, root))
const textOf = (name) => readFileSync(pathOf(`data/${name}`), 'utf8')
const read = (name) => JSON.parse(textOf(name))

/** Compact: an array of `[code, name]`, in the order of the codes. */
const cpvIn = (language) => read('cpv.json').map(([code, pl, en]) => [code, language === 'pl' ? pl : en])

/** `[name, province code]`: towns first, the most populous at the top, because completion offers the first matches. */
function places() {
  const population = new Map(
    read('cities.json').map(([name, province, people]) => [`${name}|${province}`, people ?? 0]),
  )
  const rank = ([name, province]) => population.get(`${name}|${province}`) ?? -1
  const collator = new Intl.Collator('pl')
  return read('bzp-places.json').sort(
    (a, b) => rank(b) - rank(a) || collator.compare(a[0], b[0]) || collator.compare(a[1], b[1]),
  )
}

/** The licences ask for these lines wherever the data go. */
const attributions = () =>
  textOf('ATTRIBUTIONS.md')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => `${line.slice(2)}\n`)
    .join('')

const outputs = {
  'cpv-pl.json': JSON.stringify(cpvIn('pl')),
  'cpv-en.json': JSON.stringify(cpvIn('en')),
  'places.json': JSON.stringify(places()),
  'ATTRIBUTIONS.txt': attributions(),
}
const checkOnly = process.argv.includes('--check')
const stale = []

mkdirSync(pathOf('public/data'), { recursive: true })
for (const [name, text] of Object.entries(outputs)) {
  const path = pathOf(`public/data/${name}`)
  if (!checkOnly) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) stale.push(name)
}
if (stale.length > 0) {
  console.error(`stale: ${stale.join(', ')}; run node scripts/build-data.mjs`)
  process.exit(1)
}
