import { isApiError } from '@/lib/domain/api-error'
import { eachMonitor, noRetry } from '@/lib/features/personal-data/watched-records'
import type { PanelContext } from '@/lib/panel/context'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { findTagReading, replaceTagMembers } from './statements/tag-members'

/** Members of a tag are read again on request after this time. */
const FRESH_MS = 60_000

type TagReadContext = Pick<PanelContext, 'storage' | 'now' | 'callService'> & {
  readonly account: { readonly id: string }
}

/**
 * Reads which monitors carry the tags now, so that events can be filtered by them. Returns the instant of the oldest
 * reading; if the service refuses, an earlier reading is used.
 */
export async function readTags(context: TagReadContext, tags: readonly string[]): Promise<string | null> {
  const readings: string[] = []
  for (const tag of tags) readings.push(await readTag(context, tag))
  return readings.sort()[0] ?? null
}

async function readTag(context: TagReadContext, tag: string): Promise<string> {
  const { storage, account, now } = context
  const lastReadAt = await findTagReading(storage.db, { accountId: account.id, tag })
  if (lastReadAt !== undefined && now.getTime() - Date.parse(lastReadAt) < FRESH_MS) return lastReadAt
  try {
    // If an earlier reading exists, the request does not wait for a rate limit.
    const options = { filter: { tag: [tag] }, ...(lastReadAt !== undefined && { patience: noRetry }) }
    const monitorIds: string[] = []
    for await (const { id } of eachMonitor(context.callService, options)) monitorIds.push(id)
    const readAt = now.toISOString()
    await inAccount(context, (db) => replaceTagMembers(db, { accountId: account.id, tag, readAt, monitorIds }))
    return readAt
  } catch (error) {
    if (lastReadAt !== undefined && isApiError(error)) return lastReadAt
    throw error
  }
}
