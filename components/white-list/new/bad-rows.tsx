'use client'

import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { WindowList } from '@/components/ui/rows/window-list'
import { saveCsv } from '@/components/ui/save-file'
import { useCountValues } from '@/components/ui/use-count-values'
import { csvLine } from '@/lib/domain/files/csv'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'

import { dayText } from '../read/day-text'
import type { BadRow, CellFault, JudgedList, RowFault } from '../read/judge-list'

const TITLE_ID = 'white-list-bad-rows'
const ROW_HEIGHT = 56

export function BadRows({ judgedList: { bad, repeated } }: { readonly judgedList: JudgedList }) {
  const t = useTranslations('white-list.new')
  const countValues = useCountValues()
  const toText = useFaultText()
  const faults = useMemo(
    () =>
      [...bad, ...repeated]
        .toSorted((a, b) => a.line - b.line)
        .flatMap(({ line, faults: ofRow }) => ofRow.map((fault) => ({ line, ...fault }))),
    [bad, repeated],
  )
  const read = useCallback((from: number, to: number) => Promise.resolve(faults.slice(from, to)), [faults])
  if (faults.length === 0) return null
  const save = () => {
    const dialect = { separator: ';', decimal: ',' } as const
    const lines = faults.map(({ line, text, reason }) => csvLine([line, text, toText(reason)], dialect))
    saveCsv(t('badFile'), `\uFEFF${csvLine(t('badHead').split(';'), dialect)}${lines.join('')}`)
  }
  return (
    <section aria-labelledby={TITLE_ID} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={TITLE_ID} className="font-medium">
          {t('leftOut', countValues(bad.length + repeated.length))}
        </h3>
        <Button size="sm" onClick={save}>
          <Icon name="download" />
          {t('saveBad')}
        </Button>
      </div>
      <div className="rounded-md border">
        <WindowList<CellFault & Pick<BadRow, 'line'>>
          count={faults.length}
          rowHeight={ROW_HEIGHT}
          version={`${faults.length} ${faults[0]?.line ?? 0}`}
          labelledBy={TITLE_ID}
          read={read}
          empty=""
        >
          {({ line, text, reason }) => (
            <p className="flex h-full min-w-0 items-center gap-3 px-3 text-sm">
              <span className="shrink-0 text-muted tabular">{t('line', { line })}</span>
              <span className="line-clamp-2 min-w-0 flex-1">{toText(reason)}</span>
              <span className="max-w-2/5 truncate font-mono" dir="auto">
                {reason.field === 'day' ? dayText(text) : maskMistyped(text)}
              </span>
            </p>
          )}
        </WindowList>
      </div>
    </section>
  )
}

function useFaultText(): (fault: RowFault) => string {
  const t = useTranslations('white-list.faults')
  return (fault) => {
    switch (fault.field) {
      case 'nip':
        return t(`nip.${fault.fault}`, { country: fault.country ?? '' })
      case 'account':
        return t(`account.${fault.fault}`)
      case 'day':
        return t(`day.${fault.fault}`)
      case 'row':
        return t('repeated', { first: fault.first })
    }
  }
}
