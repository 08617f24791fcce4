'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'

type SentState = 'waiting' | 'sent' | 'failed' | 'unsent'

interface SentCopy {
  readonly recipient: ReactNode
  readonly state: SentState
  /** Shown next to the recipient: the number of messages the delivery needed. */
  readonly count?: ReactNode
  readonly error?: string | null
}

export interface SentMessage {
  readonly id: string
  readonly at: string
  readonly kind: 'at_once' | 'digest' | 'test'
  /** Shown below the kind: the period that the message covers. */
  readonly window?: ReactNode
  readonly found: ReactNode
  /** True if `found` is a list rather than a number. */
  readonly isFoundListed?: boolean
  readonly copies: readonly SentCopy[]
}

interface SentTableProps {
  readonly label: string
  readonly foundLabel: string
  readonly messages: readonly SentMessage[]
}

const tones: Readonly<Record<SentState, Tone>> = {
  sent: 'accent',
  waiting: 'warn',
  failed: 'danger',
  unsent: 'neutral',
}

const sentColumns = {
  when: { isTitle: true, cell: 'whitespace-nowrap' },
  kind: {},
  found: { isEnd: true },
  recipients: { bar: 'w-40' },
}

export function SentTable({ label, foundLabel, messages }: SentTableProps) {
  const t = useTranslations('sent')
  return (
    <ResourceTable
      label={label}
      columns={sentColumns}
      nameOf={(id) => (id === 'found' ? foundLabel : t(id))}
      rows={messages}
      keyOf={({ id }) => id}
      row={{ className: 'align-top' }}
      cells={({ at, kind, window, found, isFoundListed, copies }) => ({
        when: <Time instant={at} />,
        kind: (
          <>
            {t(`kinds.${kind}`)}
            {window !== undefined && <span className="block text-sm text-muted">{window}</span>}
          </>
        ),
        found: { content: found, className: isFoundListed === true ? 'text-left! stacked:ml-0!' : '' },
        recipients: (
          <>
            {copies.length === 0 && <span className="text-muted">{t('nobody')}</span>}
            <ul className="space-y-1">
              {copies.map((copy, index) => (
                // The index is the key, because two hidden recipients are otherwise equal.
                <SentTo key={index} copy={copy} />
              ))}
            </ul>
          </>
        ),
      })}
    />
  )
}

function SentTo({ copy: { recipient, state, count, error } }: { readonly copy: SentCopy }) {
  const t = useTranslations('sent.states')
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <span className="wrap-anywhere">{recipient}</span>
      {count !== undefined && <span className="text-sm text-muted">{count}</span>}
      <Badge tone={tones[state]}>{t(state)}</Badge>
      {error != null && <span className="text-sm wrap-anywhere text-muted">{error}</span>}
    </li>
  )
}
