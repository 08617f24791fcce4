/**
 * V8 keeps the text of every script, and one letter outside Latin-1 makes it store the whole text as two bytes a character.
 * The messages are Polish, so this was all of the server's code twice. The build writes such letters as escapes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const WIDE = /(\\*)([\u0100-\uffff])/g
const HEX = 16
const HEX_DIGITS = 4

/**
 * JavaScript that means the same and holds no character above U+00FF. In strings, templates, patterns and names an escape is
 * the letter itself; only `String.raw` tells them apart, and no such template of ours or of the packages has a wide letter.
 */
export const narrowText = (source) =>
  source.replaceAll(WIDE, (_, slashes, letter) => {
    const code = `u${letter.charCodeAt(0).toString(HEX).padStart(HEX_DIGITS, '0')}`
    // An odd backslash before the letter already begins an escape.
    return slashes.length % 2 === 1 ? slashes + code : `${slashes}\\${code}`
  })

/** Rewrites the server's scripts of a build. Doing it again changes nothing. */
export function narrowServer(distDir) {
  const folder = join(distDir, 'server')
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const source = readFileSync(join(folder, name), 'utf8')
    const narrow = narrowText(source)
    if (narrow !== source) writeFileSync(join(folder, name), narrow)
  }
}
