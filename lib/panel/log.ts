import { type DestinationStream, type Logger, pino } from 'pino'

import { maskPesels } from '@/lib/domain/identifiers/identifiers'

/** A line of the log shows no personal number, whatever it is about: an error of a store names the values that it refused. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, hooks: { streamWrite: maskPesels } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
