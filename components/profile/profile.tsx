'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useSwitchAccount } from '@/components/layout/frame/use-switch-account'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import { panelQuery } from '@/lib/client/queries'
import type { Locale, Theme } from '@/lib/domain/format/locales'
import type { PanelOutput } from '@/lib/features/contract'
import type { OwnAccount, PersonMailKind } from '@/lib/features/profile/contract'

import { PersonCard, type PreferenceActions } from './person-card'
import { SessionsCard } from './sessions-card'

const kinds = [
  ['new_device', 'newDevice'],
  ['members', 'members'],
] as const satisfies readonly (readonly [PersonMailKind, string])[]

function MailCard({ person }: { readonly person: PanelOutput<'profile.read'> }) {
  const t = useTranslations('profile.mail')
  const save = useSaveMail()
  const { muted_mail: muted } = person
  const toggle = (kind: PersonMailKind, isWanted: boolean) => {
    const others = muted.filter((each) => each !== kind)
    save.mutate({ body: { muted_mail: isWanted ? others : [...others, kind] } })
  }
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-2">
        {!person.sends_mail && <Banner tone="info">{t('none')}</Banner>}
        {kinds.map(([kind, key]) => (
          <div key={kind}>
            <Checkbox checked={!muted.includes(kind)} onChange={(event) => toggle(kind, event.target.checked)}>
              {t(key)}
            </Checkbox>
          </div>
        ))}
        <p className="text-sm text-muted">{t('always')}</p>
      </CardBody>
    </Card>
  )
}

function useSaveMail() {
  const t = useTranslations('profile.person')
  const client = useQueryClient()
  const { queryKey } = panelQuery('profile.read', {})
  return useAction('profile.update', {
    onMutate: ({ body: { muted_mail: muted } }) =>
      client.setQueryData(queryKey, (person) => person && { ...person, muted_mail: muted ?? person.muted_mail }),
    failed: (reason) => t('failed', { reason }),
  })
}

// Both validate with the contract, whose schemas are as large as the rest of the page, so they load later.
const PasswordCard = deferredComponent(
  async () => (await import('./password-card')).PasswordCard,
  () => <SkeletonCard rows={3} />,
)
const EmailCard = deferredComponent(
  async () => (await import('./email-card')).EmailCard,
  () => <SkeletonCard rows={3} />,
)

interface ProfileProps {
  /** The current settings of the page, for a user without saved ones. */
  readonly locale: Locale
  readonly theme: Theme
  readonly actions: PreferenceActions
}

export function Profile(props: ProfileProps) {
  const t = useTranslations('profile')
  const profile = useQuery(panelQuery('profile.read', {}))
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <QueryView query={profile} contentName={t('what')} skeleton={<SkeletonRows rows={8} />}>
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

function AccountsCard({ accounts }: { readonly accounts: readonly OwnAccount[] }) {
  const t = useTranslations('profile.accounts')
  const layout = useTranslations('layout.roles')
  const switchTo = useSwitchAccount()
  return (
    <Card title={t('title')}>
      <ul className="divide-y">
        {accounts.map(({ id, name, role, is_current: isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <span className="min-w-0">
              <span className="font-medium">{name}</span> <span className="text-muted">{layout(role)}</span>
            </span>
            {isCurrent ? (
              <Badge tone="accent">{t('here')}</Badge>
            ) : (
              <Button size="sm" aria-label={t('switchNamed', { account: name })} onClick={() => void switchTo(id)}>
                {t('switch')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
