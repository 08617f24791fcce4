import { expressionBuilder, sql } from 'kysely'

import { insertNew } from '@/lib/storage/engine/insert-new'
import { isFree, type Lease, leaseOf } from '@/lib/storage/engine/lease'
import { countRows } from '@/lib/storage/engine/outcome'
import { isSeenByOwner } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'
import type { Database } from '@/lib/storage/tables'

import type { DeliveryAttemptTable, DeliveryTable } from '../tables'

/** Which kinds of channels there is a way for at this moment. */
type Kinds = { readonly posts: boolean; readonly mails: boolean }

/**
 * Channels with something to send now: not those that are off or paused, of an inactive account, or of somebody who may not see
 * anything there any more. E-mails of an inactive account go: they may be to a person about themselves.
 */
export const listDueChannels = (db: Db, now: string, { posts, mails }: Kinds) =>
  db
    .selectFrom('channels')
    .innerJoin('accounts', 'accounts.id', 'channels.account_id')
    .select(['channels.id', 'channels.account_id', 'channels.kind'])
    .where('channels.state', '=', 'on')
    .where('channels.deleted_at', 'is', null)
    .where((e) => e.or([e('channels.paused_until', 'is', null), e('channels.paused_until', '<=', now)]))
    .where((e) =>
      e.or([
        ...(mails ? [e('channels.kind', '=', 'email')] : []),
        ...(posts ? [e.and([e('channels.kind', '!=', 'email'), e('accounts.state', '!=', 'inactive')])] : []),
      ]),
    )
    .where((e) =>
      e.exists(
        e
          .selectFrom('deliveries')
          .select(sql<number>`1`.as('one'))
          .whereRef('deliveries.channel_id', '=', 'channels.id')
          .where('deliveries.state', '=', 'waiting')
          .where('deliveries.next_at', '<=', now)
          .where(isFree(now)),
      ),
    )
    .where(isSeenByOwner('channels'))
    .orderBy('channels.account_id')
    .orderBy('channels.id')
    .execute()
export type DueChannel = Awaited<ReturnType<typeof listDueChannels>>[number]

/** How many of a channel are being sent, by whichever process; also what was taken back meanwhile. */
export const countInFlight = (db: Db, channelId: string, now: string): Promise<number> =>
  db.selectFrom('deliveries').where('channel_id', '=', channelId).where('claimed_until', '>', now).$call(countRows)

/** Rows that are looked at before the first of each subject is taken out of all that wait. */
const WINDOW = 1000

/** Nothing of its subject in its channel waits before it. */
function isFirst(table: 'deliveries' | 'due') {
  // Sound: `due` has the columns that are named.
  const own = table as 'deliveries'
  const e = expressionBuilder<Database, 'deliveries'>()
  return e.not(
    e.exists(
      e
        .selectFrom('deliveries as earlier')
        .select(sql<number>`1`.as('one'))
        .whereRef('earlier.channel_id', '=', `${own}.channel_id`)
        .where('earlier.state', '=', 'waiting')
        .whereRef('earlier.subject_key', '=', `${own}.subject_key`)
        .whereRef('earlier.sequence', '<', `${own}.sequence`),
    ),
  )
}

/** Ids of what may go now, the longest waiting first: of each subject the first that waits, if nobody has it. */
export async function listHeads(db: Db, channelId: string, { now, limit }: { now: string; limit: number }) {
  const near = await db
    .selectFrom((e) =>
      e
        .selectFrom('deliveries')
        .select(['id', 'channel_id', 'subject_key', 'sequence', 'next_at'])
        .where('channel_id', '=', channelId)
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now)
        .where(isFree(now))
        .orderBy('next_at')
        .limit(WINDOW)
        .as('due'),
    )
    .select('due.id')
    .where(isFirst('due'))
    .orderBy('due.next_at')
    .orderBy('due.sequence')
    .limit(limit)
    .execute()
  return near.length > 0 ? near.map(({ id }) => id) : listFarHeads(db, channelId, { now, limit })
}

/** A thousand of one subject may stand before the others. */
async function listFarHeads(db: Db, channelId: string, { now, limit }: { now: string; limit: number }) {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin(
      (e) =>
        e
          .selectFrom('deliveries')
          .select((f) => ['subject_key', f.fn.min<number>('sequence').as('first')])
          .where('channel_id', '=', channelId)
          .where('state', '=', 'waiting')
          .groupBy('subject_key')
          .as('heads'),
      (join) =>
        join.onRef('heads.subject_key', '=', 'deliveries.subject_key').onRef('heads.first', '=', 'deliveries.sequence'),
    )
    .select('deliveries.id')
    .where('deliveries.channel_id', '=', channelId)
    .where('deliveries.state', '=', 'waiting')
    .where('deliveries.next_at', '<=', now)
    .where(isFree(now))
    .orderBy('deliveries.next_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const lease = leaseOf('deliveries')

/** The delivery, when it is the caller's to send; undefined when it is not its turn, or another process has it. */
export const claimDelivery = (db: Db, of: Lease): Promise<DeliveryTable | undefined> =>
  lease
    .claim(db, of)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', of.now)
    .where(isFirst('deliveries'))
    .returningAll()
    .executeTakeFirst()

type Settled = Pick<DeliveryTable, 'id' | 'state'> & Partial<DeliveryTable>

/**
 * What came of an attempt. One that went is delivered, even if its channel was turned off or deleted meanwhile. What was said to a person
 * about themselves is not kept once it went or failed: it may hold a link.
 */
export async function settleDelivery(db: Db, { id, ...outcome }: Settled, holder: string): Promise<void> {
  const unlessPersonal = (body: string) => sql<string>`case when type = 'person' then '' else ${sql.ref(body)} end`
  const bodies = { body_text: unlessPersonal('body_text'), body_html: unlessPersonal('body_html') }
  await lease
    .own(db, { id, by: holder })
    .set({ ...outcome, ...(outcome.state !== 'waiting' && bodies), claimed_until: null, claimed_by: null })
    .where('state', 'in', outcome.state === 'delivered' ? ['waiting', 'cancelled', 'dead'] : ['waiting'])
    .execute()
}

/** Of a claim that ran out two processes may write the same attempt: the first one stands. */
export async function insertAttempt(db: Db, attempt: DeliveryAttemptTable): Promise<void> {
  await insertNew(db, 'delivery_attempts', attempt, ['delivery_id', 'number'])
}

/** What follows of the same subject, and was never tried, is due now that it waits for nothing. */
export async function hastenFollowers(db: Db, delivery: DeliveryTable, now: string): Promise<void> {
  await moveFollowers(db, delivery, now)
    .where('next_at', '>', now)
    .whereRef('attempts', '=', 'retry_cycle_from')
    .execute()
}

/** What follows of the same subject is not due before the one that it waits for. */
export async function postponeFollowers(db: Db, delivery: DeliveryTable, until: string): Promise<void> {
  await moveFollowers(db, delivery, until).where('next_at', '<', until).execute()
}

const moveFollowers = (db: Db, { channel_id, subject_key, sequence }: DeliveryTable, at: string) =>
  db
    .updateTable('deliveries')
    .set({ next_at: at })
    .where('channel_id', '=', channel_id)
    .where('state', '=', 'waiting')
    .where('subject_key', '=', subject_key)
    .where('sequence', '>', sequence)
