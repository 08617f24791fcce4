import type { ReactNode } from 'react'

import { RegistersNav } from '@/components/layout/frame/registers-nav'
import { getSession } from '@/lib/server/auth'
import { lacksSecondFactor } from '@/lib/server/required-factor'

export default async function RegistersLayout({ children }: { readonly children: ReactNode }) {
  const session = await getSession()
  return (
    <>
      {session && !lacksSecondFactor(session) && <RegistersNav />}
      {children}
    </>
  )
}
