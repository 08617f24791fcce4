import { findIdentifierWatchers } from '@/lib/storage/monitors/watchers'

import type { PanelHandler } from '../context'

/** By the numbers themselves: what a filter watches is not looked for. A remote service would have to be asked for each of them. */
export const watchedCompanies: PanelHandler<'companies.watched'> = async (
  { body },
  { storage, account, isEmbedded },
) => {
  if (!isEmbedded) return { items: [] }
  const values = {
    krs: body.companies.flatMap(({ krs }) => krs ?? []),
    nip: body.companies.flatMap(({ nip }) => nip ?? []),
    subject_id: body.companies.map(({ id }) => id.toLowerCase()),
  }
  const kinds = ['krs', 'nip', 'subject_id'] as const
  const found = await Promise.all(kinds.map((kind) => findIdentifierWatchers(storage.db, kind, values[kind])))
  const watched = new Map(
    found
      .flat()
      .filter(({ accountId }) => accountId === account.id)
      .map(({ value, monitorId }) => [value, monitorId]),
  )
  const items = body.companies.flatMap(({ id, krs, nip }) => {
    const monitor = [krs, nip, id.toLowerCase()].flatMap((value) => watched.get(value ?? '') ?? [])[0]
    return monitor === undefined ? [] : [{ company: id, monitor }]
  })
  return { items }
}
