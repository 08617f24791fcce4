import 'server-only'
import { cookies, headers } from 'next/headers'

import { orUnavailable, signInWith } from '@/lib/server/sign-in'

/**
 * Signs in with a password that was set a moment ago, under the same rules as the sign-in page. Not ok if it needs a
 * second step, or if it is refused.
 */
export async function startSession(email: string, password: string) {
  const store = await cookies()
  const from = { headers: await headers(), cookies: store }
  const result = await orUnavailable(() => signInWith({ email, password }, from))
  if (result.ok) store.set(result.cookie)
  return result
}
