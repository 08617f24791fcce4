import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { type SecretFeed, type FeedNarrowing, MAX_FEEDS } from '@/lib/contract/panel/feeds'
import { toFeedAddress } from '@/lib/domain/routes'
import { HttpError } from '@/lib/http/errors'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'
import { deleteFeed, findFeed, insertFeed, listFeeds, updateFeed } from '@/lib/storage/panel/feeds/feeds'
import type { FeedTable } from '@/lib/storage/panel/feeds/tables'
import type { Db } from '@/lib/storage/storage'

import { recordChange } from '../audit/audit'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '../context'

const SECRET_BYTES = 32

/** How the secret part of an address is kept and looked for: by its hash, so that no comparison tells anything of it. */
export const hashFeedSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Sound: written by this panel alone. */
export const readFeedNarrowing = ({ narrowing }: Pick<FeedTable, 'narrowing'>): FeedNarrowing =>
  JSON.parse(narrowing) as FeedNarrowing

const toFeed = (row: FeedTable): SecretFeed => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  ...readFeedNarrowing(row),
  created_at: row.created_at,
  renewed_at: row.renewed_at,
  last_read_at: row.last_read_at,
  revoked_at: row.revoked_at,
})

const ownerOf = ({ account, user }: PanelContext) => ({ accountId: account.id, userId: user.id })

/** Of the user in this account: another person's is as good as missing. */
async function requireFeed(db: Db, id: string, context: PanelContext): Promise<FeedTable> {
  const row = await findFeed(db, ownerOf(context), id)
  if (!row) throw new HttpError('not_found', 'No such feed')
  return row
}

type Action = 'feeds.create' | 'feeds.renew' | 'feeds.delete'

function enter(
  context: PanelContext,
  db: AccountTx,
  { action, row }: { action: Action; row: FeedTable },
): Promise<void> {
  const seen = { name: row.name }
  const change = action === 'feeds.delete' ? { before: seen } : { after: seen }
  return recordChange(db, context, { action, target: row.id, ...change })
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

const answerOf = (row: FeedTable, secret: string, { linkBase }: PanelContext) => ({
  feed: toFeed(row),
  url: `${linkBase}${toFeedAddress(row.kind, secret)}`,
})

const create: PanelHandler<'feeds.create'> = async ({ body }, context) => {
  const { account, user, now } = context
  const secret = newSecret()
  const { kind, name, sources, tag } = body
  const at = now.toISOString()
  const row: FeedTable = {
    id: randomUUID(),
    account_id: account.id,
    user_id: user.id,
    kind,
    name,
    token_sha256: hashFeedSecret(secret),
    narrowing: JSON.stringify({ sources: [...new Set(sources)], tag } satisfies FeedNarrowing),
    created_at: at,
    renewed_at: at,
    last_read_at: null,
    revoked_at: null,
  }
  await inAccount(context, async (db) => {
    if ((await listFeeds(db, ownerOf(context))).length >= MAX_FEEDS) {
      throw new HttpError('limit', `There can be ${MAX_FEEDS} feeds`, { extra: { limit: MAX_FEEDS } })
    }
    await insertFeed(db, row)
    await enter(context, db, { action: 'feeds.create', row })
  })
  return answerOf(row, secret, context)
}

const renew: PanelHandler<'feeds.renew'> = async ({ params }, context) => {
  const secret = newSecret()
  const change = { token_sha256: hashFeedSecret(secret), renewed_at: context.now.toISOString() }
  const row = await inAccount(context, async (db) => {
    const changed = { ...(await requireFeed(db, params.id, context)), ...change, last_read_at: null, revoked_at: null }
    await updateFeed(db, params.id, { ...change, last_read_at: null, revoked_at: null })
    await enter(context, db, { action: 'feeds.renew', row: changed })
    return changed
  })
  return answerOf(row, secret, context)
}

const remove: PanelHandler<'feeds.delete'> = ({ params }, context) =>
  inAccount(context, async (db) => {
    const row = await requireFeed(db, params.id, context)
    await deleteFeed(db, row.id)
    await enter(context, db, { action: 'feeds.delete', row })
    return undefined
  })

export const feedHandlers: PanelHandlersOf<'feeds'> = {
  'feeds.list': async (_input, context) => ({
    items: (await listFeeds(context.storage.db, ownerOf(context))).map(toFeed),
  }),
  'feeds.create': create,
  'feeds.renew': renew,
  'feeds.delete': remove,
}
