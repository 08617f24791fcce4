import 'server-only'
import { readUnitsIn } from '@/lib/client/units-in'
import { operationOf, type OperationName } from '@/lib/contract/table'
import { recordAudit, recordAuditAlone } from '@/lib/features/audit/audit'
import {
  auditedOperations,
  type AuditedName,
  type AuditedRow,
  isAudited,
} from '@/lib/features/audit/audited-operations'
import { storeTagChange } from '@/lib/features/bulk-tags/tag-history'
import { noteFilterChange } from '@/lib/features/certificates/sightings'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'
import { callServiceFor } from '../upstream/call-service'
import { clientAddress } from './client-address'

/**
 * True when no file content is handed out: for HEAD, and for the one byte that the panel requests first so that it can
 * show a refusal in the page. For a write the range does not matter.
 */
const deliversNoContent = ({ method, headers }: Request, answer: Response): boolean =>
  method === 'HEAD' || (method === 'GET' && headers.get('range') === 'bytes=0-0' && answer.status === 206)

type Call = {
  readonly name: OperationName
  /** Values of the path's placeholders. */
  readonly params: Readonly<Record<string, string>>
  readonly session: PanelSession
  readonly request: Request
  readonly url: URL
  /** JSON as sent to the service; undefined without a body. */
  readonly body: string | undefined
}

/** Forwards a call and writes an audit entry if it changes something, hands out a file, or was paid for. */
export const recordCall = (call: Call, forward: () => Promise<Response>): Promise<Response> =>
  isAudited(call.name)
    ? forwardAudited({ ...call, name: call.name, row: auditedOperations[call.name] }, forward)
    : forwardPaid(call, forward)

/**
 * Records what a person's call was charged, once the service confirmed it. The answer is returned even when the entry
 * cannot be written, because it is paid for.
 */
async function forwardPaid(call: Call, forward: () => Promise<Response>): Promise<Response> {
  const answer = await forward()
  const { units } = readUnitsIn(answer)
  if (!answer.ok || units === null || units === 0) return answer
  const { name, session, request } = call
  const requestId = answer.headers.get('x-request-id')
  const { pool } = operationOf(name)
  const event = { accountId: session.account.id, actor: session.user.email, requestId, now: new Date() }
  const after = { operation: name, units, ...(pool !== null && { pool }) }
  try {
    const address = clientAddress(request.headers)
    await recordAuditAlone(getRuntime().storage, { ...event, action: 'usage.charge', after, address })
  } catch (error) {
    getRuntime().log.error(
      { err: error, ...after, actor: session.user.email },
      'a paid answer could not be recorded in the audit log',
    )
  }
  return answer
}

type AuditedCall = Call & { readonly name: AuditedName; readonly row: AuditedRow }

/**
 * Records a call once the service confirmed it. A failure to write the entry does not undo the call, so it is logged
 * with the entry's content except for values.
 */
async function forwardAudited(call: AuditedCall, forward: () => Promise<Response>): Promise<Response> {
  const { row, session } = call
  const target = Object.values(call.params)[0] ?? null
  // What cannot be read before is missing from the entry; the service decides whether the change is allowed.
  const former = await row.before?.(callServiceFor(session), target ?? '').catch(() => undefined)
  const answer = await forward()
  if (!answer.ok || deliversNoContent(call.request, answer)) return answer
  const requestId = answer.headers.get('x-request-id')
  try {
    await record(call, { target, former, answer: await jsonOf(answer), file: fileNameOf(answer) }, requestId)
  } catch (error) {
    const { name: action, url } = call
    const fields = { err: error, action, target, actor: session.user.email, requestId, path: url.pathname }
    getRuntime().log.error(fields, 'an audit event could not be recorded')
  }
  return answer
}

async function record(
  { name, row, session, request, url, body }: AuditedCall,
  outcome: { target: string | null; former: unknown; answer: unknown; file: string | null },
  requestId: string | null,
): Promise<void> {
  const query = { ...Object.fromEntries(url.searchParams), ...rangeOf(request) }
  const { storage, service } = getRuntime()
  const recordedValues = await recordedValuesOf(storage.db, session.account.id)
  const entryInput = { ...outcome, query, body: parse(body), storedForm: recordedValues.value }
  const [accountId, actor, now] = [session.account.id, session.user.email, new Date()]
  if (service === undefined) await noteFilterChange(storage, { accountId, now }, { name, ...outcome })
  const entry = row.entry(entryInput)
  if (!entry) return
  const event = { accountId, actor, action: name, address: clientAddress(request.headers), requestId, now }
  const tags = row.tags?.(entryInput)
  await inAccounts(storage, [accountId], async (db) => {
    await recordAudit(db, { ...entry, ...event })
    if (tags) await storeTagChange(db, { account_id: accountId, actor, at: now.toISOString() }, tags)
  })
}

const rangeOf = ({ headers }: Request) => (headers.has('range') ? { range: headers.get('range') ?? '' } : {})

const fileNameOf = ({ headers }: Response): string | null =>
  /filename="([^"]{1,200})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null

const parse = (json: string | undefined): unknown => (json ? JSON.parse(json) : undefined)

/** Reads a copy, so that the answer stays unread; files are not read. */
async function jsonOf(answer: Response): Promise<unknown> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  if (!isJson || answer.headers.has('content-disposition')) return undefined
  return (await answer.clone().json()) as unknown
}
