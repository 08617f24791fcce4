import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { ValidationError, HttpError } from '@/lib/http/errors'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { takeNumbers } from '@/lib/storage/engine/sequences'
import { findFilter } from '@/lib/storage/monitors/filters'
import { insertTags } from '@/lib/storage/monitors/monitor-tags'
import { findWatchedValues, insertMonitors, isFilterWatched } from '@/lib/storage/monitors/monitors'
import { findSubjectNames } from '@/lib/storage/registers/subject-names'

import type { Context, Handler } from '../http/context'
import { notFound } from '../http/errors'
import { identifierDetail } from '../http/identifier-faults'
import { requireRoomForMonitors } from './monitor-limit'
import { type NewMonitor, toMonitor, toMonitorRow } from './monitor-record'

type Body = Parameters<Handler<'monitors.create'>>[0]['body']
type Watched = Pick<NewMonitor, 'identifier' | 'filterId' | 'subjectName'>

/** Watches one identifier or one filter of the account; 409 `conflict` when that is watched already. */
export const createMonitor: Handler<'monitors.create'> = async ({ body }, context) => {
  const { db, account, now } = context
  const identifier = identifierOf(body)
  await lockAccount(db, account.id)
  const watched = identifier ? await watchIdentifier(context, identifier) : await watchFilter(context, body.filter_id)
  await requireRoomForMonitors(context, 1)
  const row = toMonitorRow({
    ...watched,
    accountId: account.id,
    position: await takeNumbers(db, 'monitors', 1),
    label: body.label || null,
    createdAt: now.toISOString(),
  })
  const { tags } = body
  await insertMonitors(db, [row])
  await insertTags(
    db,
    tags.map((tag) => ({ monitor_id: row.id, account_id: account.id, tag })),
  )
  return toMonitor(row, [...tags].sort())
}

function identifierOf(body: Body): NewMonitor['identifier'] {
  const { identifier_type: type, identifier_value: raw } = body
  if (type === undefined || raw === undefined) return null
  const check = checkIdentifier(type, raw)
  if (!check.ok) throw new ValidationError([identifierDetail(['body', 'identifier_value'], type, check.error)])
  return { type, value: check.value }
}

const alreadyWatched = () => new HttpError('conflict', 'The account watches this already')

async function watchIdentifier(
  { db, account }: Context,
  identifier: NonNullable<NewMonitor['identifier']>,
): Promise<Watched> {
  const { type, value } = identifier
  const taken = await findWatchedValues(db, account.id, { type, values: [value] })
  if (taken.length > 0) throw alreadyWatched()
  const names = await findSubjectNames(db, type, [value])
  return { identifier, filterId: null, subjectName: names.get(value) ?? null }
}

async function watchFilter({ db, account }: Context, filterId: string | undefined): Promise<Watched> {
  const filter = filterId === undefined ? undefined : await findFilter(db, account.id, filterId)
  if (!filter) throw notFound('filter_id')
  if (await isFilterWatched(db, account.id, filter.id)) throw alreadyWatched()
  return { identifier: null, filterId: filter.id, subjectName: null }
}
