import { createHash } from 'node:crypto'

import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

import { monitoringReaders } from '@/lib/contract/operation'
import { deadlinesOf } from '@/lib/features/bzp/calendar'
import { refreshEventCopy } from '@/lib/features/events/refresh-event-copy'
import { readSeverityChoices } from '@/lib/features/events/statements/event-severities'
import { readTags } from '@/lib/features/events/tag-readings'
import { HttpError } from '@/lib/http/errors'
import type { CallService, PanelContext } from '@/lib/panel/context'
import type { CallingAccount } from '@/lib/panel/job'
import { localeOf } from '@/lib/panel/mail/person-mail'
import { createRateLimiter } from '@/lib/storage/rate-limiters'
import type { Storage } from '@/lib/storage/storage'

import type { FeedKind } from './contract'
import { listClaimDeadlines, newestEvents } from './feed-entries'
import { hashFeedSecret, readFeedFilter } from './handlers'
import { listExpiries } from './report-expiries'
import { feedRows, findFeedBySecret, type ReadableFeed } from './statements'
import { type FeedSetting, writeCalendar, writeRss } from './write-feed'

/** The means to read a feed for a user who is not signed in. */
export type FeedReadContext = Pick<PanelContext, 'storage' | 'now' | 'log'> & {
  /** Base address of links: the address set by the operator, or that of the request. */
  readonly linkBase: string
  callFor(account: CallingAccount): CallService
}

export type FeedFile = { readonly body: string; readonly type: string; readonly etag: string }

/** Calendars read four times an hour at most; this allows for several devices. */
const READS_PER_HOUR = 60
const MAX_RSS_EVENTS = 200
/** Interval of recording the last read. */
const RECORD_INTERVAL_MS = 60_000
const PATIENCE_MS = 3000

/**
 * Returns the feed that the secret part of an address identifies. Throws the same 404 for an unknown, deleted or
 * revoked address and for another kind, 429 if the feed is read too often, and 503 or similar if the service does not
 * answer, because an incomplete feed would mislead.
 */
export async function readFeed(secret: string, kind: FeedKind, context: FeedReadContext): Promise<FeedFile> {
  const { storage, now } = context
  const row = await findFeedBySecret(storage.db, hashFeedSecret(secret))
  if (!row || row.kind !== kind || !(await isReadable(row, context))) throw new HttpError('not_found', 'No such feed')
  await countRead(storage, row.id)
  const file = await writeFile(row, context)
  const at = row.last_read_at
  if (at === null || now.getTime() - Date.parse(at) >= RECORD_INTERVAL_MS) {
    await feedRows.update(storage.db, row.id, { last_read_at: now.toISOString() })
  }
  return file
}

const readerRoles: readonly string[] = monitoringReaders

/** A user who left and was invited again needs a new address, because others may have the old one. */
const isMember = ({ role, member_since: since, member_disabled_at: disabled, renewed_at: renewed }: ReadableFeed) =>
  role !== null && readerRoles.includes(role) && disabled === null && since !== null && since <= renewed

/** Losing the membership revokes the feeds permanently; suspension by the operator or the subscription does not. */
async function isReadable(row: ReadableFeed, { storage, now }: FeedReadContext): Promise<boolean> {
  if (row.revoked_at !== null) return false
  if (!isMember(row)) {
    await feedRows.update(storage.db, row.id, { revoked_at: now.toISOString() })
    return false
  }
  return row.user_disabled_at === null && row.state !== 'inactive'
}

const limiters = new WeakMap<Storage, RateLimiterAbstract>()

async function countRead(storage: Storage, id: string): Promise<void> {
  const limit = { name: 'feed', points: READS_PER_HOUR, duration: 3600 }
  const limiter = limiters.get(storage) ?? createRateLimiter(storage, limit)
  limiters.set(storage, limiter)
  try {
    await limiter.consume(id)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const retryAfter = String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
    throw new HttpError('too_many_calls', 'The feed is read too often', { headers: { 'retry-after': retryAfter } })
  }
}

async function writeFile(row: ReadableFeed, context: FeedReadContext): Promise<FeedFile> {
  const { storage, now, log } = context
  const callService = context.callFor({ ...row, id: row.account_id })
  const readContext = { storage, now, log, callService, account: { id: row.account_id } }
  const { sources, tag } = readFeedFilter(row)
  await refreshEventCopy(readContext, PATIENCE_MS)
  if (tag !== null) await readTags(readContext, [tag])
  const narrowing = { accountId: row.account_id, sources, ...(tag !== null && { tags: [tag] }) }
  const setting: FeedSetting = {
    accountId: row.account_id,
    name: row.name,
    locale: localeOf(row),
    linkBase: context.linkBase,
    createdAt: row.created_at,
  }
  if (row.kind === 'rss') {
    const choices = await readSeverityChoices(storage.db, row.account_id)
    const body = await writeRss(await newestEvents(storage.db, narrowing, MAX_RSS_EVENTS), setting, choices)
    return toFile(body, 'application/rss+xml; charset=utf-8')
  }
  const listed = await listClaimDeadlines(storage.db, narrowing, now)
  // Reports belong to no monitor, so they have no tags.
  const expiries = tag === null ? await listExpiries(callService, { sources, now }) : []
  // Tenders belong to no source and no monitor.
  const isUnfiltered = tag === null && sources.length === 0
  const viewer = { accountId: row.account_id, userId: row.user_id }
  const tenders = isUnfiltered ? await deadlinesOf({ ...setting, storage, viewer }) : []
  return toFile(await writeCalendar({ ...listed, expiries, tenders }, setting), 'text/calendar; charset=utf-8')
}

const toFile = (body: string, type: string): FeedFile => ({
  body,
  type,
  etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
})
