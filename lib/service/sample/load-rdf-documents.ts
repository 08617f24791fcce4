import type { Context } from '../context'

export function loadRdfDocuments(_db: Context['db'], _now: Date): Promise<void> {
  return Promise.resolve()
}
