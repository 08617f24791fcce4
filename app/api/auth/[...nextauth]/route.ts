import NextAuth from 'next-auth'
import type { NextRequest } from 'next/server'

import { authOptions } from '@/lib/server/auth-options'
import { readAuthCall } from '@/lib/server/http/auth-calls'
import { withErrorResponse } from '@/lib/server/http/checks'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ nextauth: string[] }> }
type Handler = (request: Request, context: Context) => Promise<Response>

const handler = (request: NextRequest, context: Context): Promise<Response> =>
  withErrorResponse(request, async () => {
    const { nextauth } = await context.params
    return nextAuth()(await readAuthCall(request, nextauth), context)
  })

/**
 * Called per request, because the options need the process, which has not started when this module is imported. Safe:
 * with a context that has `params`, next-auth answers as a route handler; its types say `any`.
 */
const nextAuth = () => NextAuth(authOptions()) as Handler

export { handler as GET, handler as POST }
