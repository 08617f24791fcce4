import { operationOf } from '@/lib/contract/table'

import type { PanelContext } from '../context'
import { type Identity, refusedAsNull } from './identity'

const MOST = 10

/** Monitors of the account that watch one of the company's numbers; none for a role that may not see monitors. */
export async function watchersOf({ krs, nip, id }: Identity, { ask, user }: Pick<PanelContext, 'ask' | 'user'>) {
  if (!operationOf('monitors.list').roles.includes(user.role)) return []
  const watched = { krs, nip, subject_id: id }
  const lists = await Promise.all(
    (['krs', 'nip', 'subject_id'] as const).map(async (identifier_type) => {
      const value = watched[identifier_type]
      if (value === null) return []
      const found = await ask('monitors.list', { query: { q: value, identifier_type, limit: MOST } }).catch(
        refusedAsNull,
      )
      return found?.items.filter(({ identifier_value }) => identifier_value === value) ?? []
    }),
  )
  return lists
    .flat()
    .flatMap(({ id: monitorId, label, tags, created_at, last_event_at }) =>
      monitorId === undefined || created_at === undefined
        ? []
        : [{ id: monitorId, label: label ?? null, tags: tags ?? [], created_at, last_event_at: last_event_at ?? null }],
    )
}
