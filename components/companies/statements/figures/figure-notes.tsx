'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { formatDate } from '@/lib/domain/format/format'

import { usePeriodText } from '../period-text'
import type { FigureColumn } from './figure-columns'

interface FigureNotesProps {
  readonly columns: readonly FigureColumn[]
  readonly isListKnown: boolean
}

/** How the table is to be read: from what changes are reckoned, and which of several statements of a period stands in it. */
export function FigureNotes({ columns, isListKnown }: FigureNotesProps) {
  const t = useTranslations('statements.figures')
  const several = columns.filter(({ replaced }) => replaced.length > 0)
  return (
    <ul className="space-y-1 border-t px-4 py-3 text-sm text-muted *:max-w-prose empty:hidden">
      {columns.length > 1 && <li>{t('changeNote')}</li>}
      {columns.length > 1 && !isListKnown && <li>{t('kindUnknown')}</li>}
      {several.map((column) => (
        <li key={column.key}>
          <UsedNote column={column} />
        </li>
      ))}
    </ul>
  )
}

function UsedNote({ column }: { readonly column: FigureColumn }) {
  const t = useTranslations('statements.figures')
  const locale = useLocale()
  const toPeriod = usePeriodText()
  const counted = useCountValues()
  const { filing, replaced, start, end } = column
  const period = toPeriod(start, end) ?? ''
  const said = { period, ...counted(replaced.length + 1) }
  if (!filing?.filed_on) return t('usedFirst', said)
  const when = formatDate(filing.filed_on, locale)
  return t(filing.correction === true ? 'usedCorrection' : 'usedLast', { ...said, when })
}
