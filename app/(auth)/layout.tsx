import { headers } from 'next/headers'
import type { ReactNode } from 'react'

import { AddressNotice } from '@/components/auth/address-notice'
import { Intl } from '@/components/layout/intl'
import { clientAddress } from '@/lib/server/http/client-address'
import { noteAddressProblem, reachedAddress } from '@/lib/server/http/reached-address'
import { getMessages } from '@/lib/server/i18n'

export default async function AuthLayout({ children }: { readonly children: ReactNode }) {
  const messages = await getMessages(['auth', 'layout', 'auth-passwords'])
  const requestHeaders = await headers()
  const reached = reachedAddress(requestHeaders)
  noteAddressProblem(reached, clientAddress(requestHeaders))
  return (
    <Intl messages={messages}>
      <main className="mx-auto flex min-h-dvh w-full max-w-96 flex-col justify-center gap-6 px-4 py-10">
        <AddressNotice {...reached} path={requestHeaders.get('x-panel-path') ?? '/'} />
        {children}
      </main>
    </Intl>
  )
}
