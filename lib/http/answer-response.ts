import type { Operation } from '@/lib/contract/operation'

type Row = Pick<Operation, 'status' | 'produces'>
type Headers = Readonly<Record<string, string>>

export function answerResponse(answer: unknown, { status, produces }: Row, headers: Headers): Response {
  if (answer instanceof Response) {
    for (const [key, value] of Object.entries(headers)) answer.headers.set(key, value)
    return answer
  }
  if (produces === 'none') return new Response(null, { status, headers })
  // From a text and plain headers: `Response.json` copies the headers, and the adaptor copies them again.
  return new Response(JSON.stringify(answer), { status, headers: { ...headers, 'content-type': 'application/json' } })
}
