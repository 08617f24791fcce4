import 'server-only'
import { format, stripVTControlCharacters } from 'node:util'

import type { Logger } from 'pino'

const LEVELS = { log: 'info', info: 'info', debug: 'debug', trace: 'debug', warn: 'warn', error: 'error' } as const

/** What libraries write for a person at a terminal, Next above all, becomes lines of the log as everything else. */
export function consoleToLog(log: Logger): void {
  const from = log.child({ source: 'console' })
  for (const [method, level] of Object.entries(LEVELS)) {
    // Sound: a key of the table, and each of them is a method of the console.
    console[method as keyof typeof LEVELS] = (...said: unknown[]) => write(from, level, said)
  }
  // Node would write them to standard error by itself.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => from.warn({ err: warning }, warning.message))
}

function write(log: Logger, level: (typeof LEVELS)[keyof typeof LEVELS], said: readonly unknown[]): void {
  const err = said.find((each) => each instanceof Error)
  const words = said.filter((each) => each !== err)
  const line = stripVTControlCharacters(words.length > 0 ? format(...words) : (err?.message ?? '')).trim()
  if (err) log[level]({ err }, line)
  else log[level](line)
}
