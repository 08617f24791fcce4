'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import type { SourceTable } from '@/lib/client/read-table/source-table'
import { formatDate } from '@/lib/domain/format/format'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'

import type { CheckColumns, CheckRole } from '../read/check-columns'
import type { JudgedList } from '../read/judge-list'

interface OrderDayProps {
  readonly table: SourceTable
  readonly columns: CheckColumns
  readonly judged: JudgedList
  readonly today: string
}

/** Which day of the order was understood, and from where; and why an account's column was taken among several. */
export function OrderDay({ table, columns: { header, roles, accountReason }, judged: { days }, today }: OrderDayProps) {
  const t = useTranslations('white-list.columns')
  const locale = useLocale()
  const counted = useCountValues()
  const nameOf = (role: CheckRole) => {
    const at = roles.indexOf(role)
    const name = header === undefined ? '' : (table.rows[header]?.cells[at] ?? '')
    return name === '' ? t('unnamed', { number: at + 1 }) : maskMistyped(name)
  }
  const day = (text: string) => formatDate(text, locale)
  const said = days && {
    name: roles.length === 1 ? t('itself') : nameOf('day'),
    first: day(days.first),
    last: day(days.last),
    ...counted(days.rows),
  }
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>
        {said === undefined
          ? t('dayToday', { day: day(today) })
          : t(days?.first === days?.last ? 'dayOne' : 'dayRange', said)}
      </p>
      {accountReason !== undefined && <p>{t(`accountReason.${accountReason}`, { name: nameOf('account') })}</p>}
    </div>
  )
}
