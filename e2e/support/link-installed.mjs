/**
 * Replaces `npm ci` in a copied checkout: links what is installed in the first one, and installs a `next build` that
 * copies what is built there. Run `node link-installed.mjs <first checkout> <its build folder>` in the copy.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [from = '', dist = ''] = process.argv.slice(2)

/** Creates a folder whose entries link to those of another, except for one. */
function linkAllBut(name, source, target) {
  mkdirSync(target, { recursive: true })
  for (const entry of readdirSync(source)) if (entry !== name) symlinkSync(join(source, entry), join(target, entry))
}

rmSync('node_modules', { recursive: true, force: true })
let [source, target] = [join(from, 'node_modules'), 'node_modules']
for (const name of ['next', 'dist', 'bin']) {
  linkAllBut(name, source, target)
  source = join(source, name)
  target = join(target, name)
}
mkdirSync(target)
const build = `const { cpSync, rmSync } = require('node:fs')
rmSync('.next', { recursive: true, force: true })
const filter = (path) => !path.endsWith('/cache')
cpSync(${JSON.stringify(join(from, dist))}, '.next', { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter })
`
writeFileSync(join(target, 'next'), build)
// npm's record must not be older than the lock file, as after a real npm run.
rmSync(join('node_modules', '.package-lock.json'), { force: true })
rmSync(join('node_modules', '.installed-lock'), { force: true })
cpSync(join(from, 'node_modules', '.package-lock.json'), join('node_modules', '.package-lock.json'))
