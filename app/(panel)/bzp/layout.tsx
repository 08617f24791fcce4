import type { ReactNode } from 'react'

import { BzpNav } from '@/components/layout/frame/bzp-nav'
import { getSession } from '@/lib/server/auth'
import { lacksSecondFactor } from '@/lib/server/required-factor'

export default async function BzpLayout({ children }: { readonly children: ReactNode }) {
  const session = await getSession()
  return (
    <>
      {session && !lacksSecondFactor(session) && <BzpNav />}
      {children}
    </>
  )
}
