'use client'

import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PaidQueryFailure } from '@/components/meters/paid-query-failure'
import { ShortPrice } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import { formatRemoteDay } from '@/lib/domain/format/format'
import { companyPath } from '@/lib/domain/routes'

import { useCompanyPart } from '../part/use-company-part'
import type { CompanyGraph, GraphNode } from './model/company-graph'
import type { GraphLink } from './model/graph-links'
import type { GraphWords } from './picture/graph-words'

interface NodeCardProps {
  readonly node: GraphNode
  readonly graph: CompanyGraph
  readonly links: readonly GraphLink[]
  readonly words: GraphWords
  readonly calls: readonly PricedCall[]
  readonly isExpanded: boolean
  /** Whether the card takes the focus, because it was opened by keyboard. */
  readonly takesFocus: boolean
  readonly onExpand: (krs: string) => void
  readonly onClose: () => void
}

export function NodeCard({ node, graph, words, takesFocus, onClose, ...props }: NodeCardProps) {
  const t = useTranslations('companies-graph')
  const title = useRef<HTMLHeadingElement>(null)
  useInitialFocus(title, takesFocus ? node.id : undefined)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  const isRoot = node.id === graph.root
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere within
    <section
      aria-labelledby="graph-node"
      className="max-h-[calc(100%-1.5rem)] space-y-3 overflow-y-auto floating p-4 max-sm:rounded-none max-sm:border-x-0 max-sm:shadow-none sm:absolute sm:top-3 sm:right-3 sm:w-76"
      onKeyDown={closeOnEscape}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 ref={title} id="graph-node" tabIndex={-1} dir="auto" className="font-semibold break-words">
            {words.nameOf(node)}
          </h3>
          <p className="text-sm text-muted">
            {t(`kinds.${node.kind}`)}
            {isRoot && ` · ${t('queriedCompany')}`}
          </p>
        </div>
        <Button size="sm" variant="ghost" iconOnly aria-label={t('node.close')} onClick={onClose}>
          <Icon name="close" size={14} />
        </Button>
      </div>
      {node.krs !== null && <CompanyLines krs={node.krs} isRoot={isRoot} />}
      {node.krs !== null && !isRoot && (
        <ExpandNode
          key={node.krs}
          krs={node.krs}
          calls={props.calls}
          isExpanded={props.isExpanded}
          onExpand={props.onExpand}
        />
      )}
      {node.krs === null && !isRoot && (
        <p className="text-sm text-muted">{t(node.kind === 'company' ? 'node.noNumber' : 'node.noExpand')}</p>
      )}
      <NodeRoles node={node} graph={graph} links={props.links} words={words} />
    </section>
  )
}

function useInitialFocus(title: RefObject<HTMLHeadingElement | null>, key: string | undefined) {
  useEffect(() => {
    if (key !== undefined) title.current?.focus({ preventScroll: window.innerWidth >= 640 })
  }, [title, key])
}

/** Shows the number of a company, whether the account monitors it, and a link to its page. */
function CompanyLines({ krs, isRoot }: { readonly krs: string; readonly isRoot: boolean }) {
  const t = useTranslations('companies-graph.node')
  const { data } = useQuery(panelQuery('companies.get', { params: { number: krs } }))
  const [monitor] = data?.monitors ?? []
  const tags = monitor?.tags ?? []
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="tabular-nums">KRS {krs}</span>
        <CopyButton value={krs} iconOnly label={t('copy', { krs })} />
        {!isRoot && (
          <Link href={asRoute(companyPath(krs))} className="ml-auto text-accent-ink underline underline-offset-2">
            {t('page')}
          </Link>
        )}
      </p>
      {data?.company && (
        <p className="text-sm text-muted">
          {[data.company.nip && `NIP ${data.company.nip}`, data.company.city].filter(Boolean).join(' · ')}
        </p>
      )}
      {monitor && <p className="text-sm text-muted">{[t('watched'), ...tags].join(' · ')}</p>}
    </div>
  )
}

const MAX_ROLES = 12

function NodeRoles({ node, graph, links, words }: Pick<NodeCardProps, 'node' | 'graph' | 'links' | 'words'>) {
  const t = useTranslations('companies-graph')
  const nodeLinks = links.filter(({ from, to }) => from === node.id || to === node.id)
  const nameOf = (id: string) => words.nameOf(graph.nodes.get(id) ?? { name: '' })
  if (nodeLinks.length === 0) return <p className="text-sm text-muted">{t('noLines')}</p>
  return (
    <ul className="space-y-2 border-t pt-3 text-sm">
      {nodeLinks.slice(0, MAX_ROLES).map(({ id, from, to, roles }) => (
        <li key={id}>
          <p className="break-words text-muted" dir="auto">
            {from === node.id ? t('node.in', { name: nameOf(to) }) : t('node.of', { name: nameOf(from) })}
          </p>
          {roles.map((role) => (
            <p key={JSON.stringify(role)}>
              {words.roleWords({ ...role, since: null, until: null })}
              <RoleDays since={role.since} until={role.until} />
            </p>
          ))}
        </li>
      ))}
      {nodeLinks.length > MAX_ROLES && <li className="text-muted">{words.more(nodeLinks.length - MAX_ROLES)}</li>}
    </ul>
  )
}

function RoleDays({ since, until }: { readonly since: string | null; readonly until: string | null }) {
  const t = useTranslations('companies-graph.node')
  const locale = useLocale()
  const days = [
    since && t('since', { day: formatRemoteDay(since, locale) }),
    until && t('until', { day: formatRemoteDay(until, locale) }),
  ].filter(Boolean)
  return days.length === 0 ? null : <span className="text-muted"> {days.join(' ')}</span>
}

interface ExpandNodeProps {
  readonly krs: string
  readonly calls: readonly PricedCall[]
  readonly isExpanded: boolean
  readonly onExpand: (krs: string) => void
}

/** Expands the graph by another company: free if its answer is stored, otherwise for its price. */
function ExpandNode({ krs, calls, isExpanded, onExpand }: ExpandNodeProps) {
  const t = useTranslations('companies-graph.node')
  const { storedAnswer, pages, price, ask, asking, reason } = useCompanyPart({ number: krs, part: 'graph', calls })
  const words = usePriceWords()
  const [page] = pages
  if (page !== undefined) {
    return (
      <div className="space-y-1.5 border-t pt-3">
        {isExpanded ? (
          <p className="text-sm text-muted">{t('expanded')}</p>
        ) : (
          <Button size="sm" onClick={() => onExpand(krs)}>
            {t('expandFree')}
          </Button>
        )}
        <p className="text-sm text-muted">
          {!isExpanded && `${t('free')}, `}
          {t('asOf')} <Time instant={page.asked_at} />
        </p>
      </div>
    )
  }
  if (storedAnswer.isPending) return <Skeleton className="h-7 w-40" />
  const expand = () => {
    // The picture adds the answer when it arrives, even if this card was closed by then.
    onExpand(krs)
    ask('first')
  }
  return (
    <div className="space-y-1.5 border-t pt-3">
      <Button size="sm" variant="primary" isPending={asking.isPending} disabledReason={reason} onClick={expand}>
        {price === undefined ? t('expand') : t('expandFor', { price: words(price.pool, price.units) })}
      </Button>
      {price && (
        <div>
          <ShortPrice {...price} />
        </div>
      )}
      <PaidQueryFailure error={asking.error} />
    </div>
  )
}
