'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatHundredths } from '@/lib/domain/format/format'
import { companyPath } from '@/lib/domain/routes'

import type { Relation } from './people-groups'
import { useRoleName } from './use-role-name'

const PAGE_SIZE = 50

interface RelationRowsProps {
  readonly label: string
  readonly relations: readonly Relation[]
  readonly hasRole?: boolean
  readonly hasShare?: boolean
  readonly hasUntil?: boolean
}

const columnsOf = ({ hasRole, hasShare, hasUntil }: Omit<RelationRowsProps, 'label' | 'relations'>) => ({
  name: { isTitle: true },
  ...(hasRole === true && { role: {} }),
  ...(hasShare === true && { share: { isEnd: true } }),
  since: { isEnd: true, isNamedOnPhone: true },
  ...(hasUntil === true && { until: { isEnd: true, isNamedOnPhone: true } }),
})

export function RelationRows({ label, relations, ...has }: RelationRowsProps) {
  const t = useTranslations('companies.people')
  const locale = useLocale()
  const roleName = useRoleName()
  const countValues = useCountValues()
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const shown = relations.slice(0, shownCount)
  const more = Math.min(PAGE_SIZE, relations.length - shown.length)
  return (
    <>
      <ResourceTable
        label={label}
        columns={columnsOf(has)}
        nameOf={t}
        rows={shown}
        // The same person may have had the same role twice.
        keyOf={({ id, role }, index) => `${id}-${role}-${index}`}
        cells={(relation) => ({
          name: <Name relation={relation} />,
          role: roleName(relation.role),
          share: relation.share !== undefined && t('percent', { value: formatHundredths(relation.share, locale) }),
          since: dayCell(relation.since),
          until: dayCell(relation.until),
        })}
      />
      {more > 0 && (
        <p className="px-4 py-2">
          <Button size="sm" onClick={() => setShownCount(shownCount + PAGE_SIZE)}>
            {t('more', countValues(more))}
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

const dayCell = (day: string | undefined) => ({
  className: day === undefined ? 'stacked:hidden' : '',
  content: day !== undefined && <Time instant={day} format="date" />,
})
