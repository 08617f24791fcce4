'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import type { MAX_RETENTION_MONTHS } from '@/lib/contract/panel/retention'

/** The contract's limit; its module would bring the schemas along. The type below holds them together. */
const MAX_MONTHS = 120 satisfies typeof MAX_RETENTION_MONTHS

const readMonths = (text: string): number | undefined => {
  const months = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return months >= 1 && months <= MAX_MONTHS ? months : undefined
}

/** How long a purpose holds. */
export function PeriodField({ months }: { readonly months: number }) {
  const t = useTranslations('personal-data.period')
  const [text, setText] = useState(String(months))
  const save = useAction('retention.setMonths', {
    done: (saved) => t('saved', saved),
    failed: (reason) => t('failed', { reason }),
  })
  const chosen = readMonths(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== undefined && chosen !== months && !save.isPending) save.mutate({ body: { months: chosen } })
  }
  return (
    <form onSubmit={submit} className="mb-4 flex max-w-xl flex-wrap items-start gap-3">
      <div className="min-w-56 flex-1">
        <TextField
          label={t('label')}
          hint={t('hint')}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={chosen === undefined ? t('wrong', { max: MAX_MONTHS }) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {chosen !== undefined && chosen !== months && (
        <Button type="submit" variant="primary" isPending={save.isPending} className="mt-7">
          {t('save')}
        </Button>
      )}
    </form>
  )
}
