const SHOWN = 5

/** Where to look: the first lines, as `5–8, 12`. */
export function listLines(lines: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last?.[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  const texts = ranges.slice(0, SHOWN).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return texts.join(', ') + (ranges.length > SHOWN ? ' …' : '')
}
