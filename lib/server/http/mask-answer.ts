import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import { maskPersonal, type SealValue, seesPersonalData } from '@/lib/panel/personal/mask-personal'
import { type Sealer, sealerFor } from '@/lib/panel/personal/personal-seal'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'

export const sessionSealer = ({ account }: Pick<PanelSession, 'account'>): Sealer =>
  sealerFor(getRuntime().secret, account.id)

type Row = Pick<Operation, 'unmasked' | 'produces'>

/**
 * Personal numbers are masked before an answer leaves the server, whoever asks; one is revealed by `personal.reveal` only.
 * A file goes out as it was published: downloading it is recorded.
 */
export async function maskAnswer(row: Row, session: PanelSession, answer: Response): Promise<Response> {
  const goesAsIs = answer.ok && (row.unmasked === true || row.produces === 'file')
  if (goesAsIs || answer.body === null) return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.delete('etag')
  const seal = seesPersonalData(session.user.role) ? sessionSealer(session).seal : undefined
  return new Response(maskText(await answer.text(), seal), { status: answer.status, headers })
}

function maskText(text: string, seal: SealValue | undefined): string {
  try {
    return JSON.stringify(maskPersonal(JSON.parse(text), seal))
  } catch {
    // Not JSON at all: nothing of it can be told apart, so all of it is treated as one text.
    return String(maskPersonal(text))
  }
}
