import type { Context } from '../context'

export function loadRelations(_db: Context['db'], _now: Date): Promise<void> {
  return Promise.resolve()
}
