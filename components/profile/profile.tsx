'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import { panelQuery } from '@/lib/client/queries'
import type { Locale, Theme } from '@/lib/domain/format/locales'

import { AccountsCard } from './accounts-card'
import { MailCard } from './mail-card'
import { PersonCard, type PreferenceActions } from './person-card'
import { SessionsCard } from './sessions-card'

// Both check what is typed by the contract, whose schemas weigh as much as the rest of the page.
const PasswordCard = deferredComponent(
  async () => (await import('./password-card')).PasswordCard,
  () => <SkeletonCard rows={3} />,
)
const EmailCard = deferredComponent(
  async () => (await import('./email-card')).EmailCard,
  () => <SkeletonCard rows={3} />,
)

interface ProfileProps {
  /** As the page is shown now, where the person has chosen nothing. */
  readonly locale: Locale
  readonly theme: Theme
  readonly actions: PreferenceActions
}

/** Everything about the signed-in person, whatever account they work in. */
export function Profile(props: ProfileProps) {
  const t = useTranslations('profile')
  const profile = useQuery(panelQuery('profile.read', {}))
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <QueryView query={profile} what={t('what')} skeleton={<SkeletonRows rows={8} />}>
        {(person) => (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <PersonCard person={person} {...props} />
            <MailCard person={person} />
            <PasswordCard person={person} />
            <EmailCard person={person} />
            <div className="lg:col-span-2">
              <SessionsCard />
            </div>
            {person.accounts.length > 1 && (
              <div className="lg:col-span-2">
                <AccountsCard accounts={person.accounts} />
              </div>
            )}
          </div>
        )}
      </QueryView>
    </>
  )
}
