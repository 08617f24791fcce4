import { CommandFailure } from './command-context'

/** Results are written to standard output, everything else to standard error. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Columns fit their longest cell; prints nothing without rows. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows.reduce<number[]>((widest, row) => row.map((cell, i) => Math.max(widest[i] ?? 0, cell.length)), [])
  for (const row of rows)
    print(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/**
 * Reads the first line of standard input: secrets are piped in, so that they appear in no process list and no shell
 * history.
 */
export async function readSecret(label: string): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.includes('\n') || text.length > 10_000) break
  }
  const [line = ''] = text.split(/\r?\n/)
  if (line === '') throw new CommandFailure(`${label} was expected on standard input`)
  return line
}
