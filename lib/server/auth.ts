import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'

import { routes, safeReturnPath } from '@/lib/domain/routes'

import { lacksSecondFactor } from './required-factor'
import { type PanelSession, sessionCookie, sessionOfCookie } from './session'
import { setupState } from './setup'

export type { PanelSession }
/** Set by proxy.ts on every page request: the requested path and query. */
const PATH_HEADER = 'x-panel-path'

/** The session of this request, cached for one render. */
export const getSession = cache(async (): Promise<PanelSession | undefined> => {
  const store = await cookies()
  return sessionOfCookie(store.get(sessionCookie().name)?.value)
})

const isSecurityPage = (path: string): boolean => path.split(/[?#]/, 1)[0] === routes.settingsSecurity

/**
 * For pages and layouts. Redirects a caller without a session to the sign-in page and back afterwards, or to the setup
 * page on a new installation; redirects a session without the required second factor to the page where it is set up.
 */
export async function requireSession(): Promise<PanelSession> {
  const session = await getSession()
  const from = safeReturnPath((await headers()).get(PATH_HEADER))
  if (session && lacksSecondFactor(session) && !isSecurityPage(from)) redirect(routes.settingsSecurity)
  if (session) return session
  if (from === routes.overview && (await setupState()) === 'required') redirect(routes.setup)
  redirect(from === routes.overview ? routes.signIn : `${routes.signIn}?from=${encodeURIComponent(from)}`)
}
