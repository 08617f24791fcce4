import { createHash, randomBytes } from 'node:crypto'

import { compareValues } from '@/lib/domain/collections/compare-values'
import { feedPath } from '@/lib/domain/routes'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { defineOwned } from '@/lib/panel/owned'

import { type FeedFilter, MAX_FEEDS, type SecretFeed } from './contract'
import { feedRows } from './statements'
import type { FeedTable } from './tables'

const SECRET_BYTES = 32

/** The secret part of an address is stored and looked up by its hash, so that comparisons leak nothing about it. */
export const hashFeedSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Safe: only this panel writes it. */
export const readFeedFilter = ({ narrowing }: Pick<FeedTable, 'narrowing'>): FeedFilter =>
  JSON.parse(narrowing) as FeedFilter

const toFeed = (row: FeedTable): SecretFeed => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  ...readFeedFilter(row),
  created_at: row.created_at,
  renewed_at: row.renewed_at,
  last_read_at: row.last_read_at,
  revoked_at: row.revoked_at,
})

const feeds = defineOwned({
  rows: feedRows,
  noun: 'feeds',
  label: 'feed',
  maxCount: MAX_FEEDS,
  isCountedByOwner: true,
  mayShareNames: true,
  details: ({ name }) => ({ name }),
  show: (_db, rows) => rows.map(toFeed),
})

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

const addressOf = (secret: string, { now }: PanelContext) => ({
  token_sha256: hashFeedSecret(secret),
  renewed_at: now.toISOString(),
  last_read_at: null,
  revoked_at: null,
})

const withAddress = (feed: SecretFeed, secret: string, { linkBase }: PanelContext) => ({
  feed,
  url: `${linkBase}${feedPath(feed.kind, secret)}`,
})

export const feedHandlers: PanelHandlersOf<'feeds'> = {
  // Ordered by creation.
  'feeds.list': async (_input, context) => {
    const { items } = await feeds.list(context)
    return { items: items.toSorted((a, b) => compareValues(a.created_at, b.created_at)) }
  },
  'feeds.create': async ({ body: { kind, name, sources, tag } }, context) => {
    const secret = newSecret()
    const feed = await feeds.create(context, ({ id, account_id, created_at }) => ({
      id,
      account_id,
      created_at,
      user_id: context.user.id,
      kind,
      name,
      narrowing: JSON.stringify({ sources: [...new Set(sources)], tag } satisfies FeedFilter),
      ...addressOf(secret, context),
    }))
    return withAddress(feed, secret, context)
  },
  'feeds.renew': async ({ params }, context) => {
    const secret = newSecret()
    const feed = await feeds.change(params, context, (_tx, { name }) => ({
      to: addressOf(secret, context),
      verb: 'renew',
      after: { name },
    }))
    return withAddress(feed, secret, context)
  },
  'feeds.delete': ({ params }, context) => feeds.remove(params.id, context),
}
