import type { Operation } from '@/lib/contract/operation'

type OperationOutput = Pick<Operation, 'status' | 'produces'>
type Headers = Readonly<Record<string, string>>

export function answerResponse(answer: unknown, { status, produces }: OperationOutput, headers: Headers): Response {
  if (answer instanceof Response) {
    for (const [key, value] of Object.entries(headers)) answer.headers.set(key, value)
    return answer
  }
  if (produces === 'none') return new Response(null, { status, headers })
  // Built from a text and plain headers: `Response.json` copies the headers, and the adaptor copies them again.
  return new Response(JSON.stringify(answer), { status, headers: { ...headers, 'content-type': 'application/json' } })
}
