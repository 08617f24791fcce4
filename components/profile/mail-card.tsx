'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation, panelQuery } from '@/lib/client/queries'
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
  const failureText = useFailureText()
  const client = useQueryClient()
  const { queryKey } = panelQuery('profile.read', {})
  return useMutation({
    ...panelMutation('profile.update'),
    onMutate: ({ body }) => {
      client.setQueryData(
        queryKey,
        (person) => person && { ...person, muted_mail: body.muted_mail ?? person.muted_mail },
      )
    },
    onError: (error) => void toast.error(t('failed', { reason: failureText(error) })),
    onSettled: () => client.invalidateQueries({ queryKey: ['panel', 'profile'] }),
  })
}
