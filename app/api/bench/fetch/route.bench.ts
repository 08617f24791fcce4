import { getRuntime } from '@/lib/server/runtime'

/** Only in benchmark builds: a bare route handler that fetches the same upstream as the proxy in remote mode. */
export const dynamic = 'force-dynamic'

export async function GET(request: Request): Promise<Response> {
  const { remote } = getRuntime().env
  const answer = await fetch(`${remote?.url}/v1/usage/summary`, {
    headers: { 'x-api-key': remote?.apiKey ?? '' },
    cache: 'no-store',
    signal: request.signal,
  })
  return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } })
}
