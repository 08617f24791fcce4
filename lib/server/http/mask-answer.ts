import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { maskPersonal, seesPersonalData } from '@/lib/http/mask-personal'

import type { PanelSession } from '../session'
import { sealCursor, sessionSealer } from './session-sealer'

type Row = Pick<Operation, 'unmasked' | 'produces'>

/**
 * Masks personal numbers in every answer before it leaves the server; only `personal.reveal` returns them in the clear.
 * Operations are masked unless they are marked otherwise. Files are sent as published, because downloads are recorded.
 */
export async function maskAnswer(row: Row, session: PanelSession, answer: Response): Promise<Response> {
  if (answer.ok && (row.unmasked === true || row.produces === 'file')) return answer
  // A 304 keeps its ETag, so that the browser's copy stays valid.
  if (answer.body === null && row.produces === 'file') return answer
  const headers = maskHeaders(answer.headers)
  if (answer.body === null) return new Response(null, { status: answer.status, headers })
  return new Response(maskText(await answer.text(), session), { status: answer.status, headers })
}

/** Drops headers whose value is masked, and the length and tag of the original body, which would reveal differences. */
function maskHeaders(original: Headers): Headers {
  const headers = new Headers(original)
  for (const [name, value] of original) if (maskPesels(value) !== value) headers.delete(name)
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
    // Text that is not JSON, or nested too deep, is masked as one string.
    return String(maskPersonal(text))
  }
}

function withSealedCursor(value: unknown, masked: unknown, session: PanelSession): unknown {
  if (typeof value !== 'object' || value === null || !('next_cursor' in value)) return masked
  const { next_cursor: cursor } = value
  return typeof cursor === 'string' ? { ...Object(masked), next_cursor: sealCursor(session, cursor) } : masked
}
