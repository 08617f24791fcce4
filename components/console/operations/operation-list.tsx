'use client'

import { useLinkStatus } from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useViewer } from '@/components/layout/viewer'
import { useOperationNames } from '@/components/shared/use-operation-names'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { TextField } from '@/components/ui/inputs/text-field'
import { Link } from '@/components/ui/link'
import { Spinner } from '@/components/ui/spinner'
import { useCountValues } from '@/components/ui/use-count-values'
import { consoleGroups } from '@/lib/contract/console/console-groups'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import { foldText, searchWords } from '@/lib/domain/fold'
import { consolePath } from '@/lib/domain/routes'

import { MethodBadge } from './operation-head'

interface OperationListProps {
  readonly operations: readonly ConsoleOperation[]
  readonly chosen: ConsoleOperation
}

/** Lists operations by subject, filtered by words of the name or path. On a phone it opens above the form. */
export function OperationList({ operations, chosen }: OperationListProps) {
  const t = useTranslations('console')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <nav
      aria-label={t('list.label')}
      className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:self-start lg:overflow-y-auto"
    >
      <div className="lg:hidden">
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="w-full">
          <Icon name="list" />
          {t(isOpen ? 'list.hide' : 'list.show')}
        </Button>
      </div>
      <div className={classNames('mt-2 lg:mt-0 lg:block', !isOpen && 'hidden')}>
        <FilteredOperations operations={operations} chosen={chosen} onChosen={() => setIsOpen(false)} />
      </div>
    </nav>
  )
}

function FilteredOperations({ operations, chosen, onChosen }: OperationListProps & { readonly onChosen: () => void }) {
  const t = useTranslations('console')
  const countValues = useCountValues()
  const nameOf = useOperationNames()
  const [filterText, setFilterText] = useState('')
  const words = searchWords(filterText)
  const filtered = operations.filter(({ name, method, path, group }) => {
    const text = foldText(`${nameOf(name)} ${t(`groups.${group}`)} ${name} ${method} ${path}`)
    return words.every((word) => text.includes(word))
  })
  return (
    <Card>
      <div className="border-b p-2">
        <TextField
          label={t('list.search')}
          isLabelHidden
          placeholder={t('list.search')}
          type="search"
          value={filterText}
          onChange={(event) => setFilterText(event.target.value)}
          start={<Icon name="search" size={14} />}
        />
        <p role="status" className={filtered.length === 0 ? 'px-1 pt-2 text-sm text-muted' : 'sr-only'}>
          {filtered.length === 0 ? t('list.none') : filterText !== '' && t('list.found', countValues(filtered.length))}
        </p>
      </div>
      {consoleGroups.map((group) => {
        const inside = filtered.filter((each) => each.group === group)
        return inside.length === 0 ? null : (
          <section key={group} aria-labelledby={`group-${group}`} className="border-b py-1.5 last:border-b-0">
            <h2 id={`group-${group}`} className="px-3 py-1 text-sm font-semibold text-muted">
              {t(`groups.${group}`)}
            </h2>
            <ul>
              {inside.map((operation) => (
                <li key={operation.name}>
                  <OperationLink operation={operation} isChosen={operation.name === chosen.name} onChosen={onChosen} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </Card>
  )
}

interface OperationLinkProps {
  readonly operation: ConsoleOperation
  readonly isChosen: boolean
  readonly onChosen: () => void
}

function OperationLink({ operation: { name, method, path }, isChosen, onChosen }: OperationLinkProps) {
  const t = useTranslations('console')
  const nameOf = useOperationNames()
  const { permitted, spendingForbidden } = useViewer()
  const isDenied = !permitted.includes(name) || spendingForbidden.includes(name)
  return (
    <Link
      href={asRoute(consolePath(name))}
      scroll={false}
      prefetch={false}
      aria-current={isChosen ? 'page' : undefined}
      onClick={onChosen}
      className={classNames(
        'flex items-start gap-2 px-3 py-1.5 hover:bg-hover',
        isChosen && 'bg-selected font-medium',
        isDenied && 'text-muted',
      )}
    >
      <MethodBadge method={method} />
      <span className="min-w-0 flex-1">
        <span className="block">
          {nameOf(name)}
          {isDenied && <span className="font-normal text-muted"> · {t('list.denied')}</span>}
        </span>
        <code className="block truncate font-mono text-xs font-normal text-muted">{path}</code>
      </span>
      <Pending />
    </Link>
  )
}

/** Shown while the form of another operation is loading. */
function Pending() {
  const { pending } = useLinkStatus()
  return pending ? <Spinner /> : null
}
