import 'server-only'
import { randomUUID } from 'node:crypto'

import { readFeed } from '@/lib/features/feeds/read-feed'
import { toErrorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'

import { ownOriginOf } from './http/origin'
import { getRuntime } from './runtime'
import { callServiceFor } from './upstream/call-service'

/** 32 bytes as base64url, and an extension for the kind of feed. */
const FILE = /^([\w-]{43})\.(ics|xml)$/

/**
 * GET and HEAD of a feed, without a session: the file name is the secret, so it is never logged. Refusals do not reveal
 * which addresses exist.
 */
export async function answerFeed(request: Request, file: string): Promise<Response> {
  const { storage, log, env } = getRuntime()
  try {
    const [, secret, extension] = FILE.exec(file) ?? []
    if (secret === undefined) throw new HttpError('not_found', 'No such feed')
    const callFor = (account: Parameters<typeof callServiceFor>[0]['account']) =>
      callServiceFor({ user: { id: 'panel', email: 'panel' }, account })
    const context = { storage, log, now: new Date(), linkBase: env.panelUrl ?? ownOriginOf(request), callFor }
    const { body, type, etag } = await readFeed(secret, extension === 'ics' ? 'calendar' : 'rss', context)
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex', 'content-type': type }
    if (isCurrent(request.headers.get('if-none-match') ?? '', etag)) return new Response(null, { status: 304, headers })
    return new Response(request.method === 'HEAD' ? null : body, { headers })
  } catch (error) {
    return toErrorResponse(error, randomUUID(), log)
  }
}

const isCurrent = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
