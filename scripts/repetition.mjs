/**
 * Counts runs of eight or more lines that occur again in the product's source: identical lines, or lines of the same
 * shape with other names, texts and numbers. The count may not rise (scripts/repetition.json); a lower one is stored.
 *
 * node scripts/repetition.mjs: prints the count and whether it is allowed
 * node scripts/repetition.mjs --list: prints each run and its first occurrence
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { root } from './prepare.mjs'

const RUN = 8
/** Words that belong to a shape; all other words are names. */
const KEYWORDS = new Set(
  'as async await break case catch class const continue default delete do else export extends false finally for from function if in instanceof interface is keyof let new null of readonly return satisfies static super switch this throw true try type typeof undefined void while yield'.split(
    ' ',
  ),
)
const TOKEN = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\d[\d_.]*|[A-Za-z_$][\w$]*|\S/g

/** Product source excludes tests, test helpers, sample data and migrations, which stay as released. */
export const isProductSource = (file) =>
  /^(app|components|lib)\/.*\.tsx?$/.test(file) &&
  !/\.test\.tsx?$|^lib\/(testing|sample|service\/sample|storage\/migrations)\//.test(file)

/**
 * The shape of each significant line: `{ line, shape }[]`. Comments, imports, blank lines and single symbols are
 * skipped.
 */
export function shapesOf(text) {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/^import [\s\S]*?from '[^']+'$/gm, (lines) => lines.replace(/[^\n]/g, ''))
  return code.split('\n').flatMap((content, index) => {
    const tokens = content.replace(/^\s*\/\/.*$/, '').match(TOKEN) ?? []
    const words = tokens.filter((token) => /^['"`\w$]/.test(token))
    return words.length < 2 ? [] : [{ line: index + 1, shape: tokens.map(shapeOf).join(' ') }]
  })
}

function shapeOf(token) {
  if (/^['"`]/.test(token)) return 's'
  if (/^\d/.test(token)) return 'n'
  return /^[A-Za-z_$]/.test(token) && !KEYWORDS.has(token) ? 'i' : token
}

/** Undefined at the end of a file, and for a list of similar lines, which does not count as repetition. */
function keyOf(run) {
  const shapes = run.map(({ shape }) => shape)
  return shapes.length < RUN || new Set(shapes).size < 3 ? undefined : shapes.join('\n')
}

/** Runs that occurred before, in the order of the files: `{ file, from, to, first: { file, from } }[]`. */
export function findRepeats(files) {
  const firsts = new Map()
  const repeats = []
  for (const { file, text } of files) {
    const shapes = shapesOf(text)
    const keyAt = (at) => keyOf(shapes.slice(at, at + RUN))
    for (let at = 0; at + RUN <= shapes.length; at += 1) {
      const first = firsts.get(keyAt(at))
      if (keyAt(at) === undefined) continue
      if (first === undefined) firsts.set(keyAt(at), { file, at, line: shapes[at].line })
      // A run that overlaps with its first occurrence is a list of similar lines, not a repetition.
      if (first === undefined || (first.file === file && first.at + RUN > at)) continue
      const continuesAt = (to) =>
        firsts.get(keyAt(to))?.file === first.file && firsts.get(keyAt(to))?.at === first.at + to - at
      let end = at
      while (continuesAt(end + 1)) end += 1
      repeats.push({
        file,
        from: shapes[at].line,
        to: shapes[end + RUN - 1].line,
        first: { file: first.file, from: first.line },
      })
      at = end + RUN - 1
    }
  }
  return repeats
}

const sourcesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(isProductSource)
    .toSorted()

/** Prints the count and returns whether it is allowed. */
function check(isListed) {
  const files = ['app', 'components', 'lib']
    .flatMap(sourcesIn)
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const repeats = findRepeats(files)
  const limitFile = join(root, 'scripts', 'repetition.json')
  const { most } = JSON.parse(readFileSync(limitFile, 'utf8'))
  if (isListed || repeats.length > most) {
    for (const { file, from, to, first } of repeats) console.log(`${file}:${from}-${to} as ${first.file}:${first.from}`)
  }
  console.log(`${repeats.length} runs of ${RUN} or more lines are repeated on ${files.length} files; allowed: ${most}`)
  if (repeats.length < most && process.env.CI === undefined) writeFileSync(limitFile, `{ "most": ${repeats.length} }\n`)
  return repeats.length <= most && files.length > 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = check(process.argv.includes('--list')) ? 0 : 1
}
