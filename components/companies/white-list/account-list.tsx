'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { useCountValues } from '@/components/ui/use-count-values'
import { showAccount } from '@/lib/domain/white-list/account'

import type { ListedSubject } from './listed-facts'

/** Accounts that are drawn at once: some companies have thousands. */
const PAGE = 20

/** The accounts that the list names, a page at a time. */
export function AccountList({ subject }: { readonly subject: ListedSubject }) {
  const t = useTranslations('companies.whiteList')
  const counted = useCountValues()
  const [most, setMost] = useState(PAGE)
  const { account_numbers: accounts, has_virtual_accounts: hasVirtual } = subject
  if (accounts === undefined || accounts === null) return null
  const more = Math.min(PAGE * 5, accounts.length - most)
  return (
    <section className="border-t px-4 py-3">
      <h3 className="font-semibold">{t('accounts', counted(accounts.length))}</h3>
      {hasVirtual === true && <p className="max-w-prose pt-1 text-sm text-muted">{t('virtual')}</p>}
      {accounts.length > 0 && (
        <ul className="mt-1.5 grid gap-x-8 sm:grid-cols-2">
          {accounts.slice(0, most).map((account) => (
            <li key={account} className="flex items-center justify-between gap-2 py-0.5 tabular">
              <span className="[overflow-wrap:anywhere]">{showAccount(account)}</span>
              <CopyButton value={account} iconOnly label={t('copyAccount', { account: showAccount(account) })} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button size="sm" className="mt-2" onClick={() => setMost(most + PAGE * 5)}>
          {t('moreAccounts', counted(more))}
        </Button>
      )}
    </section>
  )
}
