import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { isFree } from '@/lib/storage/engine/lease'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows, countWritten, wroteRow } from '@/lib/storage/engine/outcome'
import { type OwnedRowsViewer, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { DeliveryChannel } from '../domain/delivery-states'
import type { DeliveryAttemptTable, DeliveryTable } from '../tables'

/** The user who reads deliveries, with the kinds of rules their role may see. */
export type DeliveryViewer = OwnedRowsViewer & {
  readonly email: string
  readonly seesMonitoring: boolean
  readonly ruleKinds: readonly string[]
}

/**
 * Deliveries that the viewer may see, with their channel and rule. Through channels: those of the user and the team.
 * E-mails of spend alerts that predate rules are visible to everybody, those of rules to the users who may see the
 * rule. If the rule was deleted its owner is unknown, so only the recipient sees them. Mails to a person about
 * themselves are never included.
 */
const visibleDeliveries = (db: Db, { accountId, userId, email, seesMonitoring, ruleKinds }: DeliveryViewer) =>
  db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .leftJoin('rules', (join) =>
      join.onRef('rules.id', '=', 'deliveries.rule_id').on('deliveries.notice_id', 'is not', null),
    )
    .selectAll('deliveries')
    .select([
      'channels.kind as channel_kind',
      'channels.name as channel_name',
      'channels.owner as channel_owner',
      'channels.url_shown as channel_url',
      'channels.state as channel_state',
      'channels.deleted_at as channel_deleted_at',
      'rules.owner as rule_owner',
      'rules.kind as rule_kind',
    ])
    .where('deliveries.account_id', '=', accountId)
    .where((e) => {
      const isMail = e('deliveries.type', 'in', ['alert', 'test']).and('channels.kind', '=', 'email')
      const isOfMonitoring = e.or([
        e('channels.kind', '!=', 'email').and('channels.owner', 'in', [userId, TEAM_OWNER]),
        e.and([
          isMail,
          e('deliveries.notice_id', 'is not', null),
          e('rules.id', 'is', null),
          e('deliveries.recipient', '=', email),
        ]),
      ])
      return e.or([
        isMail.and('deliveries.notice_id', 'is', null),
        ...(seesMonitoring ? [isOfMonitoring] : []),
        ...(ruleKinds.length === 0
          ? []
          : [e.and([isMail, e('rules.kind', 'in', [...ruleKinds]), e('rules.owner', 'in', [userId, TEAM_OWNER])])]),
      ])
    })
export type VisibleDelivery = Awaited<ReturnType<ReturnType<typeof visibleDeliveries>['executeTakeFirstOrThrow']>>

/** Cursor of a page: items older than this one follow, newest first. */
export type DeliveryCursor = { readonly at: string; readonly id: string }

export type DeliveryQuery = {
  readonly state?: DeliveryTable['state'] | undefined
  readonly channelId?: string | undefined
  readonly kind?: DeliveryChannel | undefined
  readonly ruleId?: string | undefined
  readonly since?: string | undefined
  readonly after?: DeliveryCursor | undefined
  readonly limit: number
}

export const listVisibleDeliveries = (
  db: Db,
  viewer: DeliveryViewer,
  query: DeliveryQuery,
): Promise<VisibleDelivery[]> => {
  const { state, channelId, kind, ruleId, since, after, limit } = query
  return visibleDeliveries(db, viewer)
    .$if(state !== undefined, (q) => q.where('deliveries.state', '=', state ?? 'waiting'))
    .$if(channelId !== undefined, (q) => q.where('deliveries.channel_id', '=', channelId ?? ''))
    .$if(kind !== undefined, (q) => q.where('channels.kind', '=', kind ?? 'webhook'))
    .$if(ruleId !== undefined, (q) => q.where('deliveries.rule_id', '=', ruleId ?? ''))
    .$if(since !== undefined, (q) => q.where('deliveries.created_at', '>=', since ?? ''))
    .$if(after !== undefined, (q) =>
      q.where((e) =>
        e.or([
          e('deliveries.created_at', '<', after?.at ?? ''),
          e.and([e('deliveries.created_at', '=', after?.at ?? ''), e('deliveries.id', '<', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute()
}

export const countVisibleDeliveries = (
  db: Db,
  viewer: DeliveryViewer,
  { state, since }: { readonly state: DeliveryTable['state']; readonly since: string },
): Promise<number> =>
  visibleDeliveries(db, viewer)
    .clearSelect()
    .where('deliveries.state', '=', state)
    .where('deliveries.created_at', '>=', since)
    .$call(countRows)

/** Undefined also if the viewer may not see the delivery. */
export const findVisibleDelivery = (db: Db, viewer: DeliveryViewer, id: string): Promise<VisibleDelivery | undefined> =>
  visibleDeliveries(db, viewer).where('deliveries.id', '=', id).executeTakeFirst()

/** Counts the copies of these notices, by e-mail and in channels that the user sees, by receiver and state. */
export const countByNotice = (db: Db, { accountId, userId }: OwnedRowsViewer, noticeIds: readonly string[]) =>
  noticeIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('deliveries')
        .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
        .select([
          'deliveries.notice_id',
          'deliveries.channel_id',
          'deliveries.recipient',
          'deliveries.state',
          'channels.name',
        ])
        .select((e) => [
          e.fn.countAll<number>().as('count'),
          e.fn.max('deliveries.delivered_at').as('delivered_at'),
          e.fn.max('deliveries.last_error').as('last_error'),
        ])
        .where('deliveries.account_id', '=', accountId)
        .where('deliveries.notice_id', 'in', [...noticeIds])
        .where('channels.owner', 'in', [userId, TEAM_OWNER])
        .groupBy([
          'deliveries.notice_id',
          'deliveries.channel_id',
          'deliveries.recipient',
          'deliveries.state',
          'channels.name',
        ])
        // The e-mail channel has an empty name and therefore comes first.
        .orderBy('channels.name')
        .orderBy('deliveries.channel_id')
        .orderBy('deliveries.recipient')
        .execute()

export const listClaimedBy = (db: Db, accountId: string, holder: string): Promise<DeliveryTable[]> =>
  ofAccount(db, 'deliveries', accountId)
    .selectAll()
    .where('claimed_by', '=', holder)
    .where('state', '=', 'waiting')
    .execute()

export const listAttempts = (db: Db, deliveryId: string): Promise<DeliveryAttemptTable[]> =>
  db.selectFrom('delivery_attempts').selectAll().where('delivery_id', '=', deliveryId).orderBy('number').execute()

const retryState = (now: string) =>
  ({ state: 'waiting', next_at: now, retry_cycle_at: null, last_error: null }) as const

/** Starts a new retry cycle of one delivery; false if it is being sent at this moment. */
export const replayDelivery = (db: AccountTx, id: string, now: string): Promise<boolean> =>
  db
    .updateTable('deliveries')
    .set((e) => ({ ...retryState(now), retry_cycle_from: e.ref('attempts'), claimed_until: null, claimed_by: null }))
    .where('id', '=', id)
    .where((e) => e.or([e('state', '!=', 'waiting'), isFree(now)]))
    .$call(wroteRow)

/** Starts a new retry cycle of all dead deliveries of a channel since an instant. Returns their number. */
export const replayDead = (
  db: AccountTx,
  channelId: string,
  { since, now }: { since: string; now: string },
): Promise<number> =>
  db
    .updateTable('deliveries')
    .set((e) => ({ ...retryState(now), retry_cycle_from: e.ref('attempts'), claimed_until: null, claimed_by: null }))
    .where('channel_id', '=', channelId)
    .where('state', '=', 'dead')
    .where('type', '!=', 'test')
    .where('created_at', '>=', since)
    .$call(countWritten)

export const countTests = (
  db: Db,
  { accountId, since, isMail = false }: { accountId: string; since: string; isMail?: boolean },
): Promise<number> =>
  ofAccount(db, 'deliveries', accountId)
    .where('type', '=', 'test')
    .where('recipient', isMail ? 'is not' : 'is', null)
    .where('created_at', '>=', since)
    .$call(countRows)

/** Without an account the statement covers all accounts. */
type DeletionScope = { readonly before: string; readonly accountId?: string }

/** Rows per statement, so that other transactions can run in between. */
const DELETE_BATCH = 2000

/**
 * Deletes finished deliveries with their attempts. Waiting ones stay at any age, and so do e-mails, whose unsubscribe
 * links must keep working.
 */
export async function deleteOldDeliveries(db: Db, { before, accountId }: DeletionScope): Promise<void> {
  for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH;) {
    const result = await db
      .deleteFrom('deliveries')
      .where('id', 'in', (e) =>
        e
          .selectFrom('deliveries')
          .select('id')
          .where('state', 'in', ['delivered', 'dead', 'cancelled'])
          .where('created_at', '<', before)
          .where('recipient', 'is', null)
          .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
          .limit(DELETE_BATCH),
      )
      .executeTakeFirst()
    deleted = Number(result.numDeletedRows)
  }
}

export async function deleteEmptyChannels(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('channels')
    .where('deleted_at', '<', before)
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('deliveries').select('deliveries.id').whereRef('deliveries.channel_id', '=', 'channels.id'),
        ),
      ),
    )
    .execute()
}
