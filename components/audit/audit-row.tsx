'use client'

import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Cell, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'

import type { AuditEntry } from './audit-queries'
import { EntryDetails } from './entry-details'
import { useEntryWords } from './use-entry-words'

interface AuditRowProps {
  readonly entry: AuditEntry
  readonly onTarget: (target: string) => void
}

const MAX_SHOWN = 14
const shorten = (target: string): string =>
  target.length > MAX_SHOWN ? `${target.slice(0, 8)}…${target.slice(-4)}` : target

function Row({ entry, onTarget }: AuditRowProps) {
  const t = useTranslations('audit.row')
  const words = useEntryWords()
  const [isOpen, setIsOpen] = useState(false)
  const { number, target } = entry
  const detailsId = `audit-entry-${number}`
  return (
    <>
      <TableRow className={isOpen ? 'border-b-0' : undefined}>
        <Cell className="whitespace-nowrap text-muted tabular max-sm:order-2">
          <Time instant={entry.at} />
        </Cell>
        <Cell className="truncate max-sm:order-3" title={entry.actor}>
          {words.actor(entry.actor)}
        </Cell>
        <Cell isTitle className="truncate max-sm:order-1 max-sm:basis-4/5">
          {words.action(entry.action)}
        </Cell>
        <Cell className="max-sm:order-5">
          <Target target={target} onTarget={onTarget} />
        </Cell>
        <Cell className="truncate text-muted tabular max-lg:hidden" title={entry.address ?? undefined}>
          {entry.address ?? t('itself')}
        </Cell>
        <Cell isEnd className="max-sm:order-4">
          <Button
            variant="ghost"
            size="sm"
            iconOnly
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={t(isOpen ? 'close' : 'open', { number })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'minus' : 'plus'} size={14} />
          </Button>
        </Cell>
      </TableRow>
      {isOpen && (
        <TableRow>
          <Cell colSpan={6} className="bg-side! max-sm:basis-full">
            <div id={detailsId}>
              <EntryDetails entry={entry} />
            </div>
          </Cell>
        </TableRow>
      )}
    </>
  )
}

interface TargetProps extends Pick<AuditRowProps, 'onTarget'> {
  readonly target: string | null
}

function Target({ target, onTarget }: TargetProps) {
  const t = useTranslations('audit.row')
  if (target === null) return <span className="text-muted">{t('noTarget')}</span>
  return (
    <button
      type="button"
      title={target}
      aria-label={t('only', { target })}
      onClick={() => onTarget(target)}
      className="min-h-6 max-w-full truncate text-left text-accent-ink tabular underline underline-offset-2"
    >
      {shorten(target)}
    </button>
  )
}

/** A page that is loaded leaves the rows above alone. */
export const AuditRow = memo(Row, (before, after) => before.entry === after.entry)
