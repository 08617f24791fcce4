'use client'

import { type ComponentProps, createContext, use } from 'react'

import { asRoute } from '@/components/layout/as-route'
import { Link } from '@/components/ui/link'
import { companyPath } from '@/lib/domain/routes'

import type { CompanyTab } from '../company-tabs'

interface TabSwitch {
  /** As in the address. */
  readonly number: string
  readonly onChange: (tab: CompanyTab) => void
}

const TabContext = createContext<TabSwitch | undefined>(undefined)
export const TabSwitchProvider = TabContext.Provider

interface TabLinkProps extends Omit<ComponentProps<typeof Link>, 'href' | 'onNavigate'> {
  readonly tab: CompanyTab
}

/**
 * A link to a tab of the page, so that it can be opened in a new browser tab; a plain click changes the address without
 * the server.
 */
export function TabLink({ tab, ...link }: TabLinkProps) {
  const tabSwitch = use(TabContext)
  if (tabSwitch === undefined) throw new Error('TabLink needs a TabSwitchProvider above it')
  const { number, onChange } = tabSwitch
  return (
    <Link
      {...link}
      href={asRoute(companyPath(number, tab === 'summary' ? undefined : tab))}
      prefetch={false}
      scroll={false}
      onNavigate={(event) => {
        event.preventDefault()
        onChange(tab)
      }}
    />
  )
}
