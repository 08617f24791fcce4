import { callsFrom } from '@/lib/domain/calls/refused-calls'
import type { PanelHandlersOf } from '@/lib/panel/context'
import { listKeyRows } from '@/lib/service/accounts/statements/keys'
import { type CallRow, listCalls } from '@/lib/service/calls/statements/calls'
import { findMeta } from '@/lib/storage/meta'

import type { RefusedCall } from './contract'

const AUTOMATIC = 'panel'

function kindOf({ key_id: key, user_id: user }: CallRow): RefusedCall['kind'] {
  if (key !== null) return 'key'
  if (user === null) return 'several'
  return user === AUTOMATIC ? 'automatic' : 'person'
}

const toCall = (row: CallRow): RefusedCall => ({
  id: row.id,
  at: row.at,
  last_at: row.last_at,
  times: row.times,
  key_id: row.key_id,
  caller: row.key_name ?? row.user_email,
  kind: kindOf(row),
  operation: row.operation,
  status: row.status,
  code: row.code,
  // Safe: the service writes objects only.
  detail: row.detail === null ? {} : (JSON.parse(row.detail) as RefusedCall['detail']),
  request_ids: row.request_ids.trim().split(/ +/),
})

export const callHandlers: PanelHandlersOf<'calls'> = {
  'calls.list': async ({ query }, { storage: { db }, account, now, isEmbedded }) => {
    if (!isEmbedded) return { items: [], next_before: null, since: null, keys: [] }
    const { request_id: requestId, limit, ...rest } = query
    const from = callsFrom(now)
    const rows = await listCalls(db, { accountId: account.id, requestId, since: from, limit: limit + 1, ...rest })
    const page = rows.slice(0, limit)
    const first = (await findMeta(db, 'calls_since')) ?? from
    return {
      items: page.map(toCall),
      next_before: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      since: first > from ? first : from,
      keys: (await listKeyRows(db, account.id)).map(({ id, name }) => ({ id, name })),
    }
  },
}
