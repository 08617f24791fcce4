import type { Metadata } from 'next'

import { getTranslator } from '@/lib/server/i18n'

export interface TokenPageProps {
  readonly searchParams: Promise<{ token?: string | string[] }>
}

/** The token in the address, unchanged; empty without one. */
export async function readToken({ searchParams }: TokenPageProps): Promise<string> {
  const { token } = await searchParams
  return typeof token === 'string' ? token : ''
}

/** Page metadata. The address contains the token, which must not be sent in a Referer. */
export const tokenPageTitle =
  (key: 'confirmEmail.title' | 'join.title' | 'signUp.title' | 'unsubscribe.title') => async (): Promise<Metadata> => {
    const t = await getTranslator('auth')
    return { title: t(key, { account: '' }), referrer: 'same-origin' }
  }
