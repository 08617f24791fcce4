import { expressionBuilder, sql } from 'kysely'

import { insertNew } from '@/lib/storage/engine/insert-new'
import { isFree, type Lease, leaseOf } from '@/lib/storage/engine/lease'
import { countRows } from '@/lib/storage/engine/outcome'
import { isVisibleToOwner } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'
import type { Database } from '@/lib/storage/tables'

import type { DeliveryAttemptTable, DeliveryTable } from '../tables'

/** Which kinds of channels can be sent to at this moment. */
type SendableKinds = { readonly posts: boolean; readonly mails: boolean }

/**
 * Channels with something to send now, except those that are off or paused, or that belong to an inactive account or to
 * a user who has lost access. E-mails of inactive accounts are included: they may be to a person about themselves.
 */
export const listDueChannels = (db: Db, now: string, { posts, mails }: SendableKinds) =>
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
    .where(isVisibleToOwner('channels'))
    .orderBy('channels.account_id')
    .orderBy('channels.id')
    .execute()
export type DueChannel = Awaited<ReturnType<typeof listDueChannels>>[number]

/** Deliveries of a channel that any process is sending, including those cancelled since they were claimed. */
export const countInFlight = (db: Db, channelId: string, now: string): Promise<number> =>
  db.selectFrom('deliveries').where('channel_id', '=', channelId).where('claimed_until', '>', now).$call(countRows)

/** Rows in which the first delivery of each subject is searched, before all waiting rows are searched. */
const WINDOW = 1000

function isFirstOfSubject(table: 'deliveries' | 'due') {
  // Safe: `due` has all columns that are used here.
  const typedTable = table as 'deliveries'
  const e = expressionBuilder<Database, 'deliveries'>()
  return e.not(
    e.exists(
      e
        .selectFrom('deliveries as earlier')
        .select(sql<number>`1`.as('one'))
        .whereRef('earlier.channel_id', '=', `${typedTable}.channel_id`)
        .where('earlier.state', '=', 'waiting')
        .whereRef('earlier.subject_key', '=', `${typedTable}.subject_key`)
        .whereRef('earlier.sequence', '<', `${typedTable}.sequence`),
    ),
  )
}

/**
 * Ids of deliveries that may be sent now, longest due first: the first waiting one of each subject, unless it is
 * claimed.
 */
export async function listNextPerSubject(db: Db, channelId: string, { now, limit }: { now: string; limit: number }) {
  const inWindow = await db
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
    .where(isFirstOfSubject('due'))
    .orderBy('due.next_at')
    .orderBy('due.sequence')
    .limit(limit)
    .execute()
  return inWindow.length > 0 ? inWindow.map(({ id }) => id) : listNextBeyondWindow(db, channelId, { now, limit })
}

/** Used when the whole window belongs to subjects whose first message is not due. */
async function listNextBeyondWindow(db: Db, channelId: string, { now, limit }: { now: string; limit: number }) {
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

/** Claims a delivery; undefined if an earlier one of its subject waits, or another process has claimed it. */
export const claimDelivery = (db: Db, claim: Lease): Promise<DeliveryTable | undefined> =>
  lease
    .claim(db, claim)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', claim.now)
    .where(isFirstOfSubject('deliveries'))
    .returningAll()
    .executeTakeFirst()

type DeliveryOutcome = Pick<DeliveryTable, 'id' | 'state'> & Partial<DeliveryTable>

/**
 * Stores the outcome of an attempt. A delivery that arrived is delivered even if its channel was turned off or deleted
 * in between. The body of a mail to a person about themselves is erased once it was sent or failed: it may hold a link.
 */
export async function settleDelivery(db: Db, { id, ...outcome }: DeliveryOutcome, holder: string): Promise<void> {
  const unlessPersonal = (body: string) => sql<string>`case when type = 'person' then '' else ${sql.ref(body)} end`
  const bodies = { body_text: unlessPersonal('body_text'), body_html: unlessPersonal('body_html') }
  await lease
    .own(db, { id, by: holder })
    .set({ ...outcome, ...(outcome.state !== 'waiting' && bodies), claimed_until: null, claimed_by: null })
    .where('state', 'in', outcome.state === 'delivered' ? ['waiting', 'cancelled', 'dead'] : ['waiting'])
    .execute()
}

/** After a claim has expired two processes may write the same attempt; the first write wins. */
export async function insertAttempt(db: Db, attempt: DeliveryAttemptTable): Promise<void> {
  await insertNew(db, 'delivery_attempts', attempt, ['delivery_id', 'number'])
}

/** Makes untried later messages of the same subject due now that they no longer have to wait. */
export async function makeFollowersDue(db: Db, delivery: DeliveryTable, now: string): Promise<void> {
  await moveFollowers(db, delivery, now)
    .where('next_at', '>', now)
    .whereRef('attempts', '=', 'retry_cycle_from')
    .execute()
}

/** Later messages of the same subject must not be due before the one that they wait for. */
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
