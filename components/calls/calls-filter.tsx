'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import { refusedStatuses } from '@/lib/domain/calls/refused-calls'

import { callsAddress, type CallsSearch, isRequestId } from './calls-address'

interface CallsFilterProps {
  readonly search: CallsSearch
  readonly onChange: (search: Partial<CallsSearch>) => void
  readonly keys: readonly { readonly id: string; readonly name: string }[]
}

/** Filters by reason and key, and the search for a request id; all are stored in the address. */
export function CallsFilter({ search, onChange, keys }: CallsFilterProps) {
  const t = useTranslations('calls')
  const change = (part: Partial<CallsSearch>) => onChange({ before: undefined, ...part })
  return (
    <div role="group" aria-label={t('filters.label')} className="mb-4 grid items-start gap-3 sm:grid-cols-3">
      <Select
        label={t('filters.status')}
        value={String(search.status)}
        onChange={({ target }) =>
          change({ status: refusedStatuses.find((status) => String(status) === target.value) ?? 0 })
        }
        options={[
          { value: '0', label: t('filters.all') },
          ...refusedStatuses.map((status) => ({ value: String(status), label: t(`statuses.${status}`) })),
        ]}
      />
      <Select
        label={t('filters.key')}
        value={search.key ?? ''}
        onChange={({ target }) => change({ key: target.value === '' ? undefined : target.value })}
        options={[{ value: '', label: t('filters.all') }, ...keys.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <RequestIdField
        key={search.request}
        value={search.request ?? ''}
        onSubmit={(request) => change({ request: request === '' ? undefined : request })}
      />
      {callsAddress.narrows({ ...search, before: undefined }) && (
        <div className="sm:col-span-3">
          <Button variant="ghost" size="sm" onClick={() => onChange(callsAddress.none)}>
            {t('filters.clear')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RequestIdFieldProps {
  readonly value: string
  readonly onSubmit: (id: string) => void
}

/** Ids are pasted, so the list changes on Enter or when the field loses the focus. */
function RequestIdField({ value, onSubmit }: RequestIdFieldProps) {
  const t = useTranslations('calls.filters')
  const [text, setText] = useState(value)
  const id = text.trim()
  const isBad = id !== '' && !isRequestId(id)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isBad && id !== value) onSubmit(id)
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label={t('requestId')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={isBad ? t('requestIdBad') : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => submit()}
      />
    </form>
  )
}
