import type { Metadata } from 'next'

import { getTranslator } from '@/lib/server/i18n'

/** What the page of a link in a mail is given. */
export interface TokenPageProps {
  readonly searchParams: Promise<{ token?: string | string[] }>
}

/** As the address has it; blank where it has none. */
export async function readToken({ searchParams }: TokenPageProps): Promise<string> {
  const { token } = await searchParams
  return typeof token === 'string' ? token : ''
}

/** The token stands in the address; it must not travel on in a Referer. */
export const tokenPageTitle =
  (key: 'confirmEmail.title' | 'join.title' | 'signUp.title' | 'unsubscribe.title') => async (): Promise<Metadata> => {
    const t = await getTranslator('auth')
    return { title: t(key, { account: '' }), referrer: 'same-origin' }
  }
