import { type DestinationStream, type Logger, pino } from 'pino'

import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { scopeFields } from '@/lib/telemetry/scope'

/**
 * A line of the log shows no personal number, whatever it is about: an error of a store names the values that it refused. It says which
 * request or job it belongs to.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, mixin: scopeFields, hooks: { streamWrite: maskPesels } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
