'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useViewer } from '@/components/layout/viewer'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import { type Colleague, MAX_ALERT_RECIPIENTS } from '@/lib/contract/panel/bzp-alerts'
import { foldLine } from '@/lib/domain/fold'

import { FieldRefusal } from './saved-alert-problem'
import type { SavedAlertForm } from './use-saved-alert-form'

/** From so many on they are searched. */
const MANY = 8

interface RecipientsFieldProps {
  readonly form: SavedAlertForm
}

/** Who is told: of an own alert its owner, of the team's the chosen colleagues. */
export function RecipientsField({ form }: RecipientsFieldProps) {
  const t = useTranslations('bzp-save.recipients')
  const { email } = useViewer()
  const colleagues = useQuery({ ...panelQuery('bzpAlerts.colleagues', {}), enabled: form.draft.isTeam })
  if (form.draft.delivery === 'none') return null
  if (!form.draft.isTeam) return <p className="text-sm text-muted">{t('own', { email })}</p>
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t('label')}</legend>
      <QueryView query={colleagues} what={t('label')} skeleton={<SkeletonRows rows={2} />}>
        {({ items }) => <ColleagueList form={form} colleagues={items} />}
      </QueryView>
      <FieldRefusal form={form} fields={['recipients']} />
      <p className="mt-1 text-sm text-muted">{form.draft.recipients.length === 0 ? t('none') : t('hint')}</p>
    </fieldset>
  )
}

interface ColleagueListProps extends RecipientsFieldProps {
  readonly colleagues: readonly Colleague[]
}

function ColleagueList({ form: { draft, change }, colleagues }: ColleagueListProps) {
  const t = useTranslations('bzp-save.recipients')
  const [q, setQ] = useState('')
  const needle = foldLine(q)
  const shown = colleagues.filter(({ name, email }) => foldLine(`${name ?? ''} ${email}`).includes(needle))
  const isFull = draft.recipients.length >= MAX_ALERT_RECIPIENTS
  const toggle = (id: string, isOn: boolean) =>
    change({ recipients: isOn ? [...draft.recipients, id] : draft.recipients.filter((each) => each !== id) })
  return (
    <div className="rounded-lg border">
      {colleagues.length > MANY && (
        <div className="border-b p-2">
          <TextField
            label={t('find')}
            isLabelHidden
            placeholder={t('find')}
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
        </div>
      )}
      <ul className="max-h-44 overflow-y-auto px-3 py-1.5">
        {shown.map(({ user_id: id, name, email }) => {
          const isOn = draft.recipients.includes(id)
          return (
            <li key={id}>
              <Checkbox
                checked={isOn}
                disabled={!isOn && isFull}
                onChange={(event) => toggle(id, event.target.checked)}
              >
                <span className="min-w-0 break-words">
                  {name === null ? email : `${name} `}
                  {name !== null && <span className="text-sm text-muted">{email}</span>}
                </span>
              </Checkbox>
            </li>
          )
        })}
      </ul>
      {isFull && (
        <p className="border-t px-3 py-1.5 text-sm text-muted">{t('tooMany', { max: MAX_ALERT_RECIPIENTS })}</p>
      )}
    </div>
  )
}
