// Derives the browser's completion data (public/data) from the reference data (data).
// node scripts/build-data.mjs: writes the files
// node scripts/build-data.mjs --check: exits with 1 when a written file is missing or outdated
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const pathOf = (name) => fileURLToPath(new URL(name, root))
const textOf = (name) => readFileSync(pathOf(`data/${name}`), 'utf8')
const read = (name) => JSON.parse(textOf(name))

/** `[code, name]`, sorted by code. */
const cpvIn = (language) => read('cpv.json').map(([code, pl, en]) => [code, language === 'pl' ? pl : en])

/** All codes: `{ codes, names }`, which is a ninth smaller than pairs when compressed. */
function cpvColumns(language) {
  const rows = cpvIn(language)
  return JSON.stringify({ codes: rows.map(([code]) => code), names: rows.map(([, name]) => name) })
}

/**
 * Rows of `[code, name]` by division (the first two digits), for pages that show a few codes and do not need the whole
 * list.
 */
function cpvDivisions(language) {
  const divisions = new Map()
  for (const row of cpvIn(language)) {
    const division = row[0].slice(0, 2)
    divisions.set(division, [...(divisions.get(division) ?? []), row])
  }
  return [...divisions].map(([division, rows]) => [`cpv/${language}-${division}.json`, JSON.stringify(rows)])
}

/**
 * `[name, province code]` or, for a town, `[name, province code, county]`. Towns come first, the most populous at the
 * top, because completion offers the first matches.
 */
function places() {
  const towns = read('cities.json')
  const population = new Map(towns.map(([name, province, people]) => [`${name}|${province}`, people ?? 0]))
  const county = new Map(towns.map(([name, province, , county]) => [`${name}|${province}`, county]))
  const rank = ([name, province]) => population.get(`${name}|${province}`) ?? -1
  const collator = new Intl.Collator('pl')
  return read('bzp-places.json')
    .sort((a, b) => rank(b) - rank(a) || collator.compare(a[0], b[0]) || collator.compare(a[1], b[1]))
    .map(([name, province]) => [name, province, county.get(`${name}|${province}`)].filter((text) => text !== undefined))
}

/** The licences require these lines wherever the data are distributed. */
const attributions = () =>
  textOf('ATTRIBUTIONS.md')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => `${line.slice(2)}\n`)
    .join('')

const outputs = {
  'cpv-pl.json': cpvColumns('pl'),
  'cpv-en.json': cpvColumns('en'),
  ...Object.fromEntries(['pl', 'en'].flatMap(cpvDivisions)),
  'province-outlines.json': JSON.stringify(read('province-outlines.json')),
  'places.json': JSON.stringify(places()),
  'ATTRIBUTIONS.txt': attributions(),
}
const checkOnly = process.argv.includes('--check')
const stale = []

mkdirSync(pathOf('public/data/cpv'), { recursive: true })
for (const [name, text] of Object.entries(outputs)) {
  const path = pathOf(`public/data/${name}`)
  if (!checkOnly) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) stale.push(name)
}
if (stale.length > 0) {
  console.error(`stale: ${stale.join(', ')}; run node scripts/build-data.mjs`)
  process.exit(1)
}
