'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PersonalValue } from '@/components/shared/personal-value'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Link } from '@/components/ui/link'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { shownText } from '@/lib/domain/events/event-text'
import { monitorPath } from '@/lib/domain/routes'

import type { OverduePerson } from './retention-queries'
import { ReviewBar } from './review-bar'

/** Those who wait longest first; what is selected can be renewed or deleted. */
export function ReviewTable({ persons }: { readonly persons: readonly OverduePerson[] }) {
  const t = useTranslations('personal-data')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Who was renewed or deleted meanwhile is not in the list any more.
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
      <Table label={t('list.title')}>
        <TableHead>
          <HeaderCell className="w-10">
            <span className="sr-only">{t('columns.select')}</span>
          </HeaderCell>
          <HeaderCell>{t('columns.person')}</HeaderCell>
          <HeaderCell>{t('columns.tags')}</HeaderCell>
          <HeaderCell>{t('columns.created')}</HeaderCell>
          <HeaderCell>{t('columns.renewed')}</HeaderCell>
        </TableHead>
        <TableBody>
          {persons.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isSelected={selected.has(person.id)}
              onToggle={() => toggle(person.id)}
            />
          ))}
        </TableBody>
      </Table>
    </>
  )
}

interface PersonRowProps {
  readonly person: OverduePerson
  readonly isSelected: boolean
  readonly onToggle: () => void
}

function PersonRow({ person, isSelected, onToggle }: PersonRowProps) {
  const t = useTranslations('personal-data.row')
  const columns = useTranslations('personal-data.columns')
  const { tags, renewed } = person
  const name = shownText(person.subject_name) ?? shownText(person.label) ?? person.identifier_value ?? t('unnamed')
  return (
    <TableRow isSelected={isSelected}>
      <Cell className="max-sm:self-start">
        <Checkbox aria-label={t('select', { name })} checked={isSelected} onChange={onToggle} />
      </Cell>
      <Cell className="font-medium max-sm:w-4/5">
        <Person person={person} />
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-1">
          {tags.length === 0 && <span className="text-sm text-muted">{t('noTags')}</span>}
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap">
        <Narrow>{columns('created')}</Narrow>
        <Time instant={person.created_at} format="date" />
      </Cell>
      <Cell>
        <Narrow>{columns('renewed')}</Narrow>
        {renewed === null ? (
          <span className="text-muted">{t('never')}</span>
        ) : (
          <>
            <Time instant={renewed.at} format="date" />
            <span className="block text-sm text-muted">{t('by', { by: renewed.by, reason: renewed.reason })}</span>
          </>
        )}
      </Cell>
    </TableRow>
  )
}

/** Who it is, as the register says or else the label; the way to the monitor, and the number. */
function Person({ person }: Pick<PersonRowProps, 'person'>) {
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
        <PersonalValue masked={number} of={{ kind: 'monitor', id }} className="text-sm font-normal text-muted" />
      )}
    </>
  )
}

/** The name of the column, where the rows have none above them. */
function Narrow({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="text-muted sm:hidden">
      {children}:{' '}
    </span>
  )
}
