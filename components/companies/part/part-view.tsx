'use client'

import type { ReactNode } from 'react'

import { QueryView } from '@/components/layout/query-states'
import { AskFailure } from '@/components/meters/ask-failure'
import { Card, CardBody } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'

import { AskButton } from './ask-button'
import { AskedBy, AskedLine } from './asked-line'
import { ShutPart } from './part-notes'
import type { PartPages } from './read-items'
import { type AskedPart, type CompanyPartHandle, useCompanyPart } from './use-company-part'

interface PartViewProps extends AskedPart {
  readonly title: string
  /** What the answer holds, before it is asked for. */
  readonly about: ReactNode
  readonly children: (pages: PartPages, part: CompanyPartHandle) => ReactNode
}

/**
 * One part of a company in a card: what it costs before it is asked for; afterwards the answer with its time, who asked, what it
 * cost and its request id. It is asked for anew only when somebody says so.
 */
export function PartView({ title, about, children, ...asked }: PartViewProps) {
  const part = useCompanyPart(asked)
  if (part.denied !== undefined) return <ShutPart title={title} reason={part.denied} />
  return (
    <Card title={title} aside={part.pages.length > 0 ? <AskedLine pages={part.pages} price={part.price} /> : undefined}>
      <QueryView query={part.kept} skeleton={<SkeletonRows rows={5} />} what={title}>
        {({ pages }) =>
          pages.length === 0 ? (
            <Unasked about={about} part={part} />
          ) : (
            <>
              {children(pages, part)}
              <PartFooter part={part} />
            </>
          )
        }
      </QueryView>
      <AskFailure error={part.asking.error} />
    </Card>
  )
}

/** What would be bought, for how much, and by whom not. */
function Unasked({ about, part }: { readonly about: ReactNode; readonly part: CompanyPartHandle }) {
  return (
    <CardBody className="space-y-3">
      <div className="max-w-prose text-muted">{about}</div>
      <AskButton part={part} kind="first" />
      {part.reason !== undefined && <p className="text-sm text-muted">{part.reason}</p>}
    </CardBody>
  )
}

function PartFooter({ part }: { readonly part: CompanyPartHandle }) {
  const newest = part.pages.at(-1)
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {part.kept.data?.has_more === true && <AskButton part={part} kind="next" />}
        <AskButton part={part} kind="again" />
      </div>
      {newest && <AskedBy page={newest} />}
    </footer>
  )
}
