'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PersonalValue } from '@/components/shared/personal-value'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Link } from '@/components/ui/link'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { shownText } from '@/lib/domain/events/event-text'
import { monitorPath } from '@/lib/domain/routes'

import { personColumns } from './columns'
import type { OverduePerson } from './retention-queries'
import { ReviewBar } from './review-bar'

/** The longest overdue first; selected persons can be renewed or deleted. */
export function ReviewTable({ persons }: { readonly persons: readonly OverduePerson[] }) {
  const t = useTranslations('personal-data')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = persons.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const isAll = chosen.length === persons.length
  const all = (
    <Checkbox
      aria-label={t('row.selectAll')}
      checked={isAll}
      isIndeterminate={chosen.length > 0 && !isAll}
      onChange={() => setSelected(new Set(isAll ? [] : persons.map(({ id }) => id)))}
    />
  )
  return (
    <>
      <ReviewBar ids={chosen} selectAll={all} onClear={() => setSelected(new Set())} />
      <ResourceTable
        label={t('list.title')}
        columns={personColumns}
        nameOf={(id) => t(`columns.${id}`)}
        rows={persons}
        keyOf={({ id }) => id}
        row={({ id }) => ({ isSelected: selected.has(id) })}
        cells={(person) => ({
          select: (
            <Checkbox
              aria-label={t('row.select', {
                name:
                  shownText(person.subject_name) ??
                  shownText(person.label) ??
                  person.identifier_value ??
                  t('row.unnamed'),
              })}
              checked={selected.has(person.id)}
              onChange={() => toggle(person.id)}
            />
          ),
          person: <Person person={person} />,
          tags: <Tags tags={person.tags} />,
          created: <Time instant={person.created_at} format="date" />,
          renewed: <Renewed renewed={person.renewed} />,
        })}
      />
    </>
  )
}

function Tags({ tags }: Pick<OverduePerson, 'tags'>) {
  const t = useTranslations('personal-data.row')
  return (
    <span className="flex flex-wrap gap-1">
      {tags.length === 0 && <span className="text-sm text-muted">{t('noTags')}</span>}
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  )
}

function Renewed({ renewed }: Pick<OverduePerson, 'renewed'>) {
  const t = useTranslations('personal-data.row')
  if (renewed === null) return <span className="text-muted">{t('never')}</span>
  return (
    <>
      <Time instant={renewed.at} format="date" />
      <span className="block text-sm text-muted">{t('by', { by: renewed.by, reason: renewed.reason })}</span>
    </>
  )
}

function Person({ person }: { readonly person: OverduePerson }) {
  const t = useTranslations('personal-data.row')
  const { id, identifier_value: number } = person
  const [heading = t('unnamed'), label] = [person.subject_name, person.label]
    .map(shownText)
    .filter((text) => text !== undefined)
  return (
    <>
      <Link href={asRoute(monitorPath(id))} className="block truncate hover:underline">
        {heading}
      </Link>
      {label !== undefined && <span className="block truncate text-sm font-normal text-muted">{label}</span>}
      {number !== null && (
        <PersonalValue masked={number} source={{ kind: 'monitor', id }} className="text-sm font-normal text-muted" />
      )}
    </>
  )
}
