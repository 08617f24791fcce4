import { answering } from '@/lib/server/http/checks'
import { answerSetup } from '@/lib/server/setup-call'

/** The first run for whoever sets up by a script: the same as the page does. */
export const POST = (request: Request): Promise<Response> =>
  answering(request, async () =>
    Response.json(await answerSetup(request), { status: 201, headers: { 'cache-control': 'no-store' } }),
  )
