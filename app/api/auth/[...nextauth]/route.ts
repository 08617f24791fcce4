import NextAuth from 'next-auth'

import { authOptions } from '@/lib/server/auth-options'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ nextauth: string[] }> }
type Handler = (request: Request, context: Context) => Promise<Response>

/** Made per request because the options need the process to have started, which is later than the import. */
const handler: Handler = (request, context) => nextAuth()(request, context)

/** Sound: with a context that has `params`, next-auth answers as a route handler; its types say `any`. */
const nextAuth = () => NextAuth(authOptions()) as Handler

export { handler as GET, handler as POST }
