/** Only in benchmark builds: measures a bare route handler with an answer of the size of a usage summary. */
export const dynamic = 'force-dynamic'

const answer = { detail: 'x'.repeat(700) }

export function GET(): Response {
  return Response.json(answer)
}
