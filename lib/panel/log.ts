import { type DestinationStream, type Logger, pino } from 'pino'

import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { scopeFields } from '@/lib/telemetry/scope'

/**
 * Masks personal numbers in every line, because errors of a store name the values that it refused. Each line has the id
 * of its request or job.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, mixin: scopeFields, hooks: { streamWrite: maskPesels } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
