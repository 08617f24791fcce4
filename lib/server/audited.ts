import 'server-only'
import { type Operation } from '@/lib/contract/operation'
import type { OperationName } from '@/lib/contract/table'
import { recordAudit, recordAuditIn } from '@/lib/panel/audit'
import { auditedDeeds, type AuditedName, type AuditedRow } from '@/lib/panel/audited-deeds'
import { noteDeed } from '@/lib/panel/certificate/sightings'
import { keepTagChange } from '@/lib/panel/tag-history'
import { findKeeper } from '@/lib/storage/evidence'

import { askServiceFor } from './ask-service'
import { clientAddress } from './client-address'
import { paramsOfRow } from './contract-match'
import { getRuntime } from './runtime'
import type { PanelSession } from './session'

/**
 * The panel asks for one byte first, so that a refusal can be told in the page: that is no download. Whoever wants the file
 * asks for more.
 */
export const isProbe = (request: Request): boolean => request.headers.get('range') === 'bytes=0-0'

export const isWrite = ({ method, reads }: Operation): boolean => method !== 'GET' && reads !== true

const isAudited = (name: OperationName): name is AuditedName => name in auditedDeeds

/** The row of a call that leaves an entry; undefined for what only reads. */
export const auditedRow = (name: OperationName): Audited | undefined =>
  isAudited(name) ? { name, row: auditedDeeds[name] } : undefined

type Audited = { readonly name: AuditedName; readonly row: AuditedRow }
type Call = Audited & {
  readonly session: PanelSession
  readonly request: Request
  /** As sent to the service: path and query, undecoded. */
  readonly path: string
  /** JSON as sent to the service; undefined for none. */
  readonly body: string | undefined
}

/**
 * Forwards a call and records it once the service said yes. An entry that cannot be written takes nothing back, because the
 * deed is done: it is logged with all that the entry would have said but the values.
 */
export async function forwardAudited(call: Call, forward: () => Promise<Response>): Promise<Response> {
  const { row, session } = call
  const target = targetOf(call.path)
  // What cannot be read before is missing in the entry; whether the deed may be done is the service's to say.
  const former = await row.before?.(askServiceFor(session), target ?? '').catch(() => undefined)
  const answer = await forward()
  if (!answer.ok) return answer
  try {
    const file = fileNameOf(answer)
    await record(call, { target, former, answer: await jsonOf(answer), file }, answer.headers.get('x-request-id'))
  } catch (error) {
    const { name: action, path } = call
    const told = {
      err: error,
      action,
      target,
      actor: session.user.email,
      requestId: answer.headers.get('x-request-id'),
    }
    getRuntime().log.error({ ...told, path: path.split('?')[0] }, 'a deed could not be written to the audit log')
  }
  return answer
}

const targetOf = (path: string): string | null => Object.values(paramsOfRow(path.split('?')[0] ?? path))[0] ?? null

async function record(
  { name, row, session, request, path, body }: Call,
  found: { target: string | null; former: unknown; answer: unknown; file: string | null },
  requestId: string | null,
): Promise<void> {
  const query = { ...Object.fromEntries(new URLSearchParams(path.split('?')[1])), ...rangeOf(request) }
  const { storage, service } = getRuntime()
  const keeper = await findKeeper(storage.db, session.account.id)
  const called = { ...found, query, body: parse(body), keep: keeper.value }
  const [accountId, actor, now] = [session.account.id, session.user.email, new Date()]
  if (service === undefined) await noteDeed(storage, { accountId, now }, { name, ...found })
  const entry = row.entry(called)
  if (!entry) return
  const deed = { accountId, actor, action: name, address: clientAddress(request.headers), requestId, now }
  const tags = row.tags?.(called)
  if (!tags) return recordAudit(storage, { ...entry, ...deed })
  await storage.db.transaction().execute(async (db) => {
    await recordAuditIn({ db, engine: storage.engine }, { ...entry, ...deed })
    await keepTagChange(db, { account_id: accountId, actor, at: now.toISOString() }, tags)
  })
}

const rangeOf = ({ headers }: Request) => (headers.has('range') ? { range: headers.get('range') ?? '' } : {})

const fileNameOf = ({ headers }: Response): string | null =>
  /filename="([^"]{1,200})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null

const parse = (json: string | undefined): unknown => (json ? JSON.parse(json) : undefined)

/** Of a copy, so that the answer itself goes on; a file is not read. */
async function jsonOf(answer: Response): Promise<unknown> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  if (!isJson || answer.headers.has('content-disposition')) return undefined
  return (await answer.clone().json()) as unknown
}
