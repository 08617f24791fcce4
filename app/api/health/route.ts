import { checkHealth } from '@/lib/server/health'

export const dynamic = 'force-dynamic'

/** For load balancers and scripts; needs no session and contains no secrets. */
export async function GET(): Promise<Response> {
  const health = await checkHealth()
  const status = health.status === 'ok' ? 200 : 503
  return Response.json(health, { status, headers: { 'cache-control': 'no-store' } })
}
