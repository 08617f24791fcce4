import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import type { Role } from '@/lib/domain/roles'
import { maskPersonal, seesPersonalData } from '@/lib/panel/mask-personal'

/** What a role may see of an answer: personal numbers are masked before they leave the server. */
export async function maskAnswer(operation: Operation, role: Role, answer: Response): Promise<Response> {
  if (operation.personal !== true || seesPersonalData(role) || answer.body === null) return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.delete('etag')
  const text = await answer.text()
  return new Response(maskText(text), { status: answer.status, headers })
}

function maskText(text: string): string {
  try {
    return JSON.stringify(maskPersonal(JSON.parse(text)))
  } catch {
    // Not JSON at all: nothing of it can be told apart, so all of it is treated as one text.
    return String(maskPersonal(text))
  }
}
