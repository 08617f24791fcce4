'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { PanelAnswer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { companyPath } from '@/lib/domain/routes'

import { type CompanyTab, companyTabs } from '../company-tabs'
import { useTabNotes } from './use-tab-notes'

interface TabListProps {
  /** As it stands in the address. */
  readonly number: string
  readonly tab: CompanyTab
  readonly parts: PanelAnswer<'companies.get'>['parts']
  readonly calls: readonly PricedCall[]
  readonly onChange: (tab: CompanyTab) => void
}

/** On a phone they are a row that scrolls. */
const scrollIntoRow = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The tabs as links: each can be opened beside this page, and the one that is open is written into the address without the server. */
export function TabList({ number, tab, onChange, ...known }: TabListProps) {
  const t = useTranslations('companies')
  const noteOf = useTabNotes(known)
  return (
    <nav aria-label={t('tabsLabel')} className="mb-4 border-b">
      <ul className="scroll-x -mb-px flex">
        {companyTabs.map((each) => (
          <li key={each} className="shrink-0">
            <Link
              href={asRoute(companyPath(number, each === 'facts' ? undefined : each))}
              prefetch={false}
              scroll={false}
              ref={each === tab ? scrollIntoRow : undefined}
              aria-current={each === tab ? 'page' : undefined}
              onNavigate={(event) => {
                event.preventDefault()
                onChange(each)
              }}
              className={classNames(
                'flex h-full min-h-11 flex-col justify-center border-b-2 px-2.5 pt-1 pb-1.5 whitespace-nowrap',
                each === tab
                  ? 'border-accent-ink font-semibold text-accent-ink'
                  : 'border-transparent hover:border-edge hover:text-ink',
              )}
            >
              {t(`tabs.${each}`)} <TabNote note={noteOf(each)} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TabNote({ note }: { readonly note: string | undefined }) {
  return note === undefined ? null : <span className="text-xs font-normal text-muted tabular">{note}</span>
}
