'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { CardBody } from '@/components/ui/card'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { TextArea } from '@/components/ui/inputs/text-area'
import type { RequestForm } from '@/lib/contract/console/request-form'
import { requestPlaces } from '@/lib/contract/console/request-places'

import type { RequestDraft } from '../request/use-request-draft'
import { FormFields } from './form-fields'

interface RequestFieldsProps {
  readonly form: RequestForm
  readonly request: RequestDraft
}

export function RequestFields({ form, request }: RequestFieldsProps) {
  const t = useTranslations('console.form')
  const places = requestPlaces.filter((place) => form[place].length > 0)
  if (places.length === 0) return <CardBody className="text-muted">{t('nothing')}</CardBody>
  return (
    <div className="divide-y">
      {places.map((place) => (
        <section key={place} aria-labelledby={`place-${place}`} className="px-4 py-3.5">
          <div className="mb-2.5 flex flex-wrap items-center justify-between gap-2">
            <h3 id={`place-${place}`} className="text-sm font-semibold text-muted">
              {t(place)}
            </h3>
            {place === 'body' && <BodyMode request={request} />}
          </div>
          {place === 'body' && request.json !== undefined ? (
            <JsonBody request={request} json={request.json} />
          ) : (
            <FormFields fields={form[place]} group={request.draft[place]} path={[place]} />
          )}
        </section>
      ))}
    </div>
  )
}

function BodyMode({ request }: Pick<RequestFieldsProps, 'request'>) {
  const t = useTranslations('console.form')
  const [isJsonRequired, setIsJsonRequired] = useState(false)
  const change = (mode: 'form' | 'json') => {
    setIsJsonRequired(false)
    if (mode === 'json') request.toJson()
    else setIsJsonRequired(!request.toForm())
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isJsonRequired && request.json !== undefined && (
        <span role="alert" className="text-sm text-warn-ink">
          {t('jsonKept')}
        </span>
      )}
      <SegmentedControl
        label={t('how')}
        segments={[
          { value: 'form', label: t('asForm') },
          { value: 'json', label: t('asJson') },
        ]}
        value={request.json === undefined ? 'form' : 'json'}
        onChange={change}
      />
    </div>
  )
}

function JsonBody({ request, json }: Pick<RequestFieldsProps, 'request'> & { readonly json: string }) {
  const t = useTranslations('console.form')
  const { jsonFault } = request
  const reason = jsonFault?.kind === 'wrong' ? t('jsonWrong', { reason: jsonFault.reason }) : t('jsonNoObject')
  return (
    <TextArea
      label={t('json')}
      isLabelHidden
      value={json}
      onChange={(event) => request.changeJson(event.target.value)}
      error={jsonFault === undefined ? undefined : reason}
      rows={Math.min(24, Math.max(8, json.split('\n').length + 1))}
      wrap="off"
      spellCheck={false}
      autoCapitalize="none"
      className="font-mono text-sm"
    />
  )
}
