import type { NextRequest } from 'next/server'

import { withErrorResponse } from '@/lib/server/http/checks'
import { answerPasswordStrength } from '@/lib/server/password-strength'

/** Rates a password while it is typed. */
export const POST = (request: NextRequest): Promise<Response> =>
  withErrorResponse(request, async () =>
    Response.json(await answerPasswordStrength(request), { headers: { 'cache-control': 'no-store' } }),
  )
