import { withErrorResponse } from '@/lib/server/http/checks'
import { answerSetup } from '@/lib/server/setup-call'

/** Setup by a script, with the same effect as the setup page. */
export const POST = (request: Request): Promise<Response> =>
  withErrorResponse(request, async () =>
    Response.json(await answerSetup(request), { status: 201, headers: { 'cache-control': 'no-store' } }),
  )
