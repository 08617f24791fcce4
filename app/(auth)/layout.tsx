import type { ReactNode } from 'react'

import { Intl } from '@/components/layout/intl'
import { getMessages } from '@/lib/server/i18n'

export default async function AuthLayout({ children }: { readonly children: ReactNode }) {
  const messages = await getMessages(['auth', 'layout', 'passwords'])
  return (
    <Intl messages={messages}>
      <main className="mx-auto flex min-h-dvh w-full max-w-96 flex-col justify-center gap-6 px-4 py-10">
        {children}
      </main>
    </Intl>
  )
}
