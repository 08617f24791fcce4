import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { maskPersonal, seesPersonalData } from '@/lib/http/mask-personal'

import type { PanelSession } from '../session'
import { sealCursor, sessionSealer } from './session-sealer'

type Row = Pick<Operation, 'unmasked' | 'produces'>

/**
 * Personal numbers are masked before an answer leaves the server, whoever asks; one is revealed by `personal.reveal` only. A row
 * is masked unless it says that it is not. A file goes out as it was published: downloading it is recorded.
 */
export async function maskAnswer(row: Row, session: PanelSession, answer: Response): Promise<Response> {
  if (answer.ok && (row.unmasked === true || row.produces === 'file')) return answer
  // What a browser has of a file is still as it was.
  if (answer.body === null && row.produces === 'file') return answer
  const headers = maskHeaders(answer.headers)
  if (answer.body === null) return new Response(null, { status: answer.status, headers })
  return new Response(maskText(await answer.text(), session), { status: answer.status, headers })
}

/** Length and tag are those of what is masked: they would tell it from another. */
function maskHeaders(given: Headers): Headers {
  const headers = new Headers(given)
  for (const [name, value] of given) if (maskPesels(value) !== value) headers.delete(name)
  headers.delete('content-length')
  headers.delete('etag')
  return headers
}

function maskText(text: string, session: PanelSession): string {
  const seal = seesPersonalData(session.user.role) ? sessionSealer(session).seal : undefined
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(withSealedCursor(value, maskPersonal(value, seal), session))
  } catch {
    // Not JSON, or nested deeper than anything is: nothing of it can be told apart, so all of it is treated as one text.
    return String(maskPersonal(text))
  }
}

function withSealedCursor(value: unknown, masked: unknown, session: PanelSession): unknown {
  if (typeof value !== 'object' || value === null || !('next_cursor' in value)) return masked
  const { next_cursor: cursor } = value
  return typeof cursor === 'string' ? { ...Object(masked), next_cursor: sealCursor(session, cursor) } : masked
}
