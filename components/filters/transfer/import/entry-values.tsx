'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Select } from '@/components/ui/inputs/select'
import { useCountValues } from '@/components/ui/use-count-values'
import { maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'

import { LongList } from '../../difference/long-list'
import { valueLabel } from '../../draft/value-label'
import { type JudgedImport, type JudgedValue, valueVerdicts } from './judge-values'
import { useReasonText } from './use-import-words'

const tones = { valid: 'accent', mended: 'accent', duplicate: 'neutral', invalid: 'danger' } as const

/** Lists the values of one filter with their verdicts; invalid ones come first. */
export function EntryValues({ judged: { values, counts } }: { readonly judged: JudgedImport }) {
  const t = useTranslations('filters.import')
  const countValues = useCountValues()
  const present = valueVerdicts.filter((verdict) => counts[verdict] > 0)
  const [shownVerdict, setShownVerdict] = useState<string>(() => (counts.invalid > 0 ? 'invalid' : 'all'))
  const rows = useMemo(
    () => values.filter(({ verdict }) => shownVerdict === 'all' || verdict === shownVerdict),
    [values, shownVerdict],
  )
  return (
    <div className="grid gap-2">
      <Select
        label={t('shown')}
        isLabelHidden
        value={shownVerdict}
        options={[
          { value: 'all', label: t('counts.all', countValues(values.length)) },
          ...present.map((verdict) => ({
            value: verdict,
            label: t(`counts.${verdict}`, countValues(counts[verdict])),
          })),
        ]}
        onChange={({ target }) => setShownVerdict(target.value)}
      />
      <LongList rows={rows} label={t('values')} keyOf={({ number }) => String(number)}>
        {(row) => <JudgedRow row={row} />}
      </LongList>
    </div>
  )
}

function JudgedRow({ row }: { readonly row: JudgedValue }) {
  const t = useTranslations('filters')
  const toReason = useReasonText()
  const { list, listWord, value, written, verdict, line } = row
  const label = (text: string) => (list === undefined ? maskMistyped(text) : valueLabel(list, text, false))
  return (
    <>
      <Badge tone={tones[verdict]}>{t(`import.verdicts.${verdict}`)}</Badge>
      <span className="min-w-0 flex-1 break-words">
        <span className="mr-1.5 text-sm text-muted">
          {list === undefined ? maskPesels(listWord) : t(`short.${list}`)}
        </span>
        <span className="tabular">{label(value)}</span>
        {verdict === 'mended' && (
          <span className="text-sm text-muted"> {t('import.from', { text: label(written) })}</span>
        )}
        {verdict === 'invalid' && <span className="block text-sm text-danger-ink">{toReason(row)}</span>}
      </span>
      {line !== undefined && <span className="shrink-0 text-sm text-muted tabular">{t('import.line', { line })}</span>}
    </>
  )
}
