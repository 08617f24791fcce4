'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useAction } from '@/components/layout/use-action'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { panelQuery } from '@/lib/client/queries'
import type { PanelOutput } from '@/lib/contract/panel-table'
import type { PersonMailKind } from '@/lib/contract/panel/profile'

const kinds = [
  ['new_device', 'newDevice'],
  ['members', 'members'],
] as const satisfies readonly (readonly [PersonMailKind, string])[]

/** Which mail about people and access comes. */
export function MailCard({ person }: { readonly person: PanelOutput<'profile.read'> }) {
  const t = useTranslations('profile.mail')
  const save = useSaveMail()
  const { muted_mail: muted } = person
  const toggle = (kind: PersonMailKind, isWanted: boolean) => {
    const others = muted.filter((each) => each !== kind)
    save.mutate({ body: { muted_mail: isWanted ? others : [...others, kind] } })
  }
  return (
    <Card labelledBy="mail-title">
      <CardHeader title={t('title')} titleId="mail-title" />
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

/** Shown at once, and taken back when it could not be saved. */
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
