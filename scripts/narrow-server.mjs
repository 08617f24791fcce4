/**
 * V8 keeps the text of every script, and one letter outside Latin-1 makes it use two bytes a character for the whole
 * text. The Polish messages doubled the memory for all server code, so the build writes such letters as escapes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const WIDE = /(\\*)([\u0100-\uffff])/g
const HEX = 16
const HEX_DIGITS = 4

/**
 * Equivalent JavaScript without characters above U+00FF. In strings, templates, patterns and names an escape equals the
 * letter; only `String.raw` distinguishes them, and no such template here or in the packages contains a wide letter.
 */
export const narrowText = (source) =>
  source.replaceAll(WIDE, (_, slashes, letter) => {
    const code = `u${letter.charCodeAt(0).toString(HEX).padStart(HEX_DIGITS, '0')}`
    // An odd number of backslashes before the letter already begins an escape.
    return slashes.length % 2 === 1 ? slashes + code : `${slashes}\\${code}`
  })

/** Rewrites the server's scripts of a build; repeating it changes nothing. */
export function narrowServer(distDir) {
  const folder = join(distDir, 'server')
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const source = readFileSync(join(folder, name), 'utf8')
    const narrow = narrowText(source)
    if (narrow !== source) writeFileSync(join(folder, name), narrow)
  }
}
