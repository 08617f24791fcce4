import 'server-only'
import { format, stripVTControlCharacters } from 'node:util'

import type { Logger } from 'pino'

const LEVELS = { log: 'info', info: 'info', debug: 'debug', trace: 'debug', warn: 'warn', error: 'error' } as const

/** Turns console output and warnings of libraries, mainly of Next, into lines of the log. */
export function consoleToLog(log: Logger): void {
  const from = log.child({ source: 'console' })
  for (const [method, level] of Object.entries(LEVELS)) {
    // Safe: every key of the table is a method of the console.
    console[method as keyof typeof LEVELS] = (...args: unknown[]) => write(from, level, args)
  }
  // Node's default listener would write them to standard error.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => from.warn({ err: warning }, warning.message))
}

function write(log: Logger, level: (typeof LEVELS)[keyof typeof LEVELS], args: readonly unknown[]): void {
  const err = args.find((each) => each instanceof Error)
  const words = args.filter((each) => each !== err)
  const line = stripVTControlCharacters(words.length > 0 ? format(...words) : (err?.message ?? '')).trim()
  if (err) log[level]({ err }, line)
  else log[level](line)
}
