'use client'

import { useLocale, useTranslations } from 'use-intl'

import { PaidQueryFailure } from '@/components/meters/paid-query-failure'
import { PriceLine } from '@/components/meters/price-line'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { Time } from '@/components/ui/time'
import type { PricedCall } from '@/lib/contract/prices'
import { formatInteger } from '@/lib/domain/format/format'

import { LIST_POOL, useRegisterList } from '../list/use-register-list'
import { countIn, textIn } from '../rows/row-fields'

interface SectionPickerProps {
  readonly section: number | undefined
  readonly calls: readonly PricedCall[]
  readonly onChange: (section: number | undefined) => void
}

const NO_QUERY = {}

/**
 * Sections of the KNF list with legal basis and counts. Loading them is a separate paid request, and their order may
 * change, so none are built in.
 */
export function SectionPicker({ section, calls, onChange }: SectionPickerProps) {
  const t = useTranslations('registers')
  const locale = useLocale()
  const { storedQuery, rows, pages, ask, asking, reason } = useRegisterList('sections', NO_QUERY)
  const price = calls.find(({ name }) => name === 'knf.sections')?.units ?? 1
  if (storedQuery.isPending) return null
  const [page] = pages
  if (page === undefined) {
    return (
      <div className="space-y-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button isPending={asking.isPending} disabledReason={reason} onClick={() => ask('first', 25)}>
            {t('sections.ask')}
          </Button>
          <PriceLine pool={LIST_POOL} units={price} />
        </div>
        <PaidQueryFailure error={asking.error} />
      </div>
    )
  }
  const options = rows.flatMap(({ fields }) => {
    const number = countIn(fields, 'section')
    if (number === undefined) return []
    const count = countIn(fields, 'count')
    const basis = textIn(fields, 'legal_basis') ?? ''
    const counted = count === undefined ? '' : ` (${formatInteger(count, locale)})`
    return [{ value: String(number), label: `${number}. ${basis}${counted}` }]
  })
  const isKnown = section === undefined || options.some(({ value }) => value === String(section))
  const unknown = isKnown ? [] : [{ value: String(section), label: t('sectionShort', { section: String(section) }) }]
  return (
    <div className="w-full min-w-0 sm:w-96">
      <Select
        label={t('sections.label')}
        isLabelHidden
        options={[{ value: '', label: t('sections.all') }, ...unknown, ...options]}
        value={section === undefined ? '' : String(section)}
        onChange={({ target: { value } }) => onChange(value === '' ? undefined : Number(value))}
      />
      <p className="mt-1 text-sm text-muted">
        {t('sections.asOf')} <Time instant={page.asked_at} />
      </p>
    </div>
  )
}
