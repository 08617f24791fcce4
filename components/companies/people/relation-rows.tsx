'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatHundredths } from '@/lib/domain/format/format'
import { companyPath } from '@/lib/domain/routes'

import type { Relation } from './people-groups'
import { useRoleName } from './use-role-name'

/** Rows that are drawn at once; more come when they are asked for. */
const PAGE = 50

interface RelationRowsProps {
  readonly label: string
  readonly relations: readonly Relation[]
  readonly hasRole?: boolean
  readonly hasShare?: boolean
  readonly hasUntil?: boolean
}

/** Names with their role, share and days; long lists a page at a time. */
export function RelationRows({
  label,
  relations,
  hasRole = false,
  hasShare = false,
  hasUntil = false,
}: RelationRowsProps) {
  const t = useTranslations('companies.people')
  const counted = useCountValues()
  const [most, setMost] = useState(PAGE)
  const shown = relations.slice(0, most)
  const more = Math.min(PAGE, relations.length - shown.length)
  return (
    <>
      <Table label={label}>
        <TableHead>
          <HeaderCell>{t('name')}</HeaderCell>
          {hasRole && <HeaderCell>{t('role')}</HeaderCell>}
          {hasShare && <HeaderCell isEnd>{t('share')}</HeaderCell>}
          <HeaderCell isEnd>{t('since')}</HeaderCell>
          {hasUntil && <HeaderCell isEnd>{t('until')}</HeaderCell>}
        </TableHead>
        <TableBody>
          {shown.map((relation, index) => (
            // The same person may have had the same role twice.
            <TableRow key={`${relation.id}-${relation.role}-${index}`}>
              <Cell isTitle>
                <Name relation={relation} />
              </Cell>
              {hasRole && <RoleCell relation={relation} />}
              {hasShare && <ShareCell share={relation.share} />}
              <DayCell day={relation.since} label={t('since')} />
              {hasUntil && <DayCell day={relation.until} label={t('until')} />}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {more > 0 && (
        <p className="px-4 py-2">
          <Button size="sm" onClick={() => setMost(most + PAGE)}>
            {t('more', counted(more))}
          </Button>
        </p>
      )}
    </>
  )
}

function Name({ relation: { name, krs, isPerson } }: { readonly relation: Relation }) {
  const t = useTranslations('companies.people')
  const text = <bdi className="[overflow-wrap:anywhere]">{name === '' ? t('nameUnsaid') : name}</bdi>
  if (krs !== undefined) {
    return (
      <Link href={asRoute(companyPath(krs))} prefetch={false} className="hover:text-accent-ink hover:underline">
        {text}
      </Link>
    )
  }
  return (
    <>
      {text} {!isPerson && <span className="text-sm font-normal text-muted">{t('company')}</span>}
    </>
  )
}

function RoleCell({ relation: { role } }: { readonly relation: Relation }) {
  const roleName = useRoleName()
  return <Cell>{roleName(role)}</Cell>
}

function ShareCell({ share }: { readonly share: number | undefined }) {
  const t = useTranslations('companies.people')
  const locale = useLocale()
  return <Cell isEnd>{share !== undefined && t('percent', { value: formatHundredths(share, locale) })}</Cell>
}

/** On a phone the day has its word, as there are no heads of columns. */
function DayCell({ day, label }: { readonly day: string | undefined; readonly label: string }) {
  return (
    <Cell isEnd className={day === undefined ? 'max-sm:hidden' : ''}>
      {day !== undefined && (
        <>
          <span className="text-muted sm:hidden">{label} </span>
          <Time instant={day} format="date" />
        </>
      )}
    </Cell>
  )
}
