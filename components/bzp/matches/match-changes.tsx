'use client'

import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Time } from '@/components/ui/time'
import { formatDateTime, formatZloty } from '@/lib/domain/format/format'
import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { useNoticeTypeName, useOrderTypeName } from '../notice/notice-facts'
import { differingPart } from './differing-part'

type EarlierNotice = BzpMatch['earlier'][number]
type Change = EarlierNotice['changes'][number]

interface MatchProps {
  readonly match: BzpMatch
}

/** Shows what the newest notice of the procedure changed; renders nothing for a first notice. */
export function LatestChange({ match: { earlier } }: MatchProps) {
  const t = useTranslations('bzp-matches.earlier')
  const id = useId()
  const [before] = earlier
  if (before === undefined) return null
  return (
    <section aria-labelledby={id} className="rounded-lg bg-warn-soft px-3 py-2 text-warn-ink">
      <h3 id={id} className="font-medium">
        {t('changed')}
      </h3>
      <Changes of={before} />
      <p className="mt-1 text-sm">
        {t('since')} <NoticeLabel of={before} />
      </p>
    </section>
  )
}

export function OlderNotices({ match: { earlier } }: MatchProps) {
  const t = useTranslations('bzp-matches.earlier')
  const older = earlier.slice(1)
  if (older.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 font-medium">{t('title')}</h3>
      <ul className="divide-y rounded-lg border">
        {older.map((notice) => (
          <li key={notice.id} className="px-3 py-2">
            <p className="text-sm text-muted">
              <NoticeLabel of={notice} />
            </p>
            <Changes of={notice} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface EarlierNoticeProps {
  readonly of: EarlierNotice
}

function NoticeLabel({ of: { id, notice_number: number, published_at: at } }: EarlierNoticeProps) {
  return (
    <>
      {number ?? id}
      {at !== null && (
        <>
          {' · '}
          <Time instant={at} />
        </>
      )}
    </>
  )
}

function Changes({ of: { changes } }: EarlierNoticeProps) {
  const t = useTranslations('bzp-matches.earlier')
  return (
    <ul className="text-sm break-words">
      {changes.length === 0 && <li>{t('nothing')}</li>}
      {changes.map((change) => (
        <ChangeLine key={change.field} change={change} />
      ))}
    </ul>
  )
}

function ChangeLine({ change: { field, ...change } }: { readonly change: Change }) {
  const t = useTranslations('bzp-matches.earlier')
  const toText = useChangeText(field)
  const { before, after } = differingPart({ before: toText(change.before), after: toText(change.after) })
  return (
    <li>
      {t(`fields.${field}`)}: <del>{before}</del> → <ins className="font-medium no-underline">{after}</ins>
    </li>
  )
}

function useChangeText(field: Change['field']): (value: string | null) => string {
  const t = useTranslations('bzp-matches.earlier')
  const locale = useLocale()
  const nameType = useNoticeTypeName()
  const nameOrder = useOrderTypeName()
  return (value) => {
    if (value === null) return t('none')
    if (field === 'offers_until') return formatDateTime(value, locale)
    if (field === 'estimated_value_pln') return formatZloty(Number(value), locale)
    if (field === 'notice_type') return nameType(value) ?? value
    return field === 'order_type' ? (nameOrder(value) ?? value) : value
  }
}
