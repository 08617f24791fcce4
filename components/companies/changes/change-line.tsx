'use client'

import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'
import { krsFieldKey } from '@/lib/domain/companies/krs-field-words'
import { shownText } from '@/lib/domain/events/event-text'

import { FoldedText } from '../part/folded-text'
import { type ChangeKind, changeKind, type ChangeRow } from './krs-changes'

const kinds: Readonly<Record<ChangeKind, { readonly icon: IconName; readonly tone: Tone }>> = {
  added: { icon: 'plus', tone: 'accent' },
  removed: { icon: 'minus', tone: 'warn' },
  changed: { icon: 'edit', tone: 'info' },
  said: { icon: 'info', tone: 'neutral' },
}

/** One field of an entry: what it was and what it is. The kind of change is said in words, with a sign beside them. */
export function ChangeLine({ row }: { readonly row: ChangeRow }) {
  const t = useTranslations('company-registers')
  const { field, section } = row
  const kind = changeKind(row)
  const { icon, tone } = kinds[kind]
  const key = field ? krsFieldKey(field) : undefined
  const name = key === undefined ? (field ?? t('changes.noField')) : t(`fields.${key}`)
  return (
    <li className="space-y-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <Badge tone={tone}>
          <Icon name={icon} size={11} />
          {t(`changes.kinds.${kind}`)}
        </Badge>
      </p>
      <Values row={row} kind={kind} name={name} />
      {section && (
        <p dir="auto" className="text-sm wrap-anywhere text-muted">
          {section}
        </p>
      )}
    </li>
  )
}

interface ValuesProps {
  readonly row: ChangeRow
  readonly kind: ChangeKind
  readonly name: string
}

function Values({ row, kind, name }: ValuesProps) {
  const t = useTranslations('company-registers.changes')
  const before = shownText(row.old_value)
  const after = shownText(row.new_value)
  if (kind === 'said') return null
  return (
    <dl className={classNames('grid gap-x-3 gap-y-1', kind === 'changed' && 'sm:grid-cols-2')}>
      {before !== undefined && (
        <div>
          <dt className="sr-only">{t('before')}</dt>
          <dd className="text-muted line-through decoration-edge">
            <FoldedText text={before} of={`${name}: ${t('before')}`} />
          </dd>
        </div>
      )}
      {after !== undefined && (
        <div>
          <dt className="sr-only">{t('after')}</dt>
          <dd className="flex gap-2">
            {kind === 'changed' && (
              <span aria-hidden className="text-muted">
                →
              </span>
            )}
            <FoldedText text={after} of={`${name}: ${t('after')}`} />
          </dd>
        </div>
      )}
    </dl>
  )
}
