import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './panel'

const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

/** The commands below a heading of the README, in order, without comments after `#`. */
export function commandsUnder(heading: string): readonly string[] {
  const section = README.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`))
  const blocks = [...(section ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const commands = blocks.flatMap((block) => block.split('\n')).map((line) => line.replace(/\s+#.*$/, '').trim())
  const found = commands.filter((command) => command !== '')
  if (found.length === 0) throw new Error(`README has no commands under "${heading}"`)
  return found
}
