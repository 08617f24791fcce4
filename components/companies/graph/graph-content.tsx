'use client'

import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { Skeleton } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import type { CompanyAnswer } from '@/lib/features/companies/contract'

import type { CompanyTabProps } from '../company-tab'
import type { PartPage } from '../part/read-items'
import { type CompanyGraph, type DatedGraph, mergeGraphs, readGraph } from './model/company-graph'
import { NodeCard } from './node-card'
import type { Picture } from './picture/draw-picture'
import { GraphPictureView } from './picture/graph-picture'
import { type GraphWords, createGraphWords } from './picture/graph-words'
import { createMeasure } from './picture/text-fit'
import { SavePicture } from './save-picture-buttons'
import { GraphTable } from './table/graph-table'
import { useGraphPicture } from './use-graph-picture'
import { useRootNote } from './use-root-note'

interface GraphContentProps extends Pick<CompanyTabProps, 'number' | 'calls'> {
  readonly page: PartPage
}

/** Shows the stored answer and those of expanded companies, as a picture or a table. */
export function GraphContent({ page, ...props }: GraphContentProps) {
  const t = useTranslations('companies-graph')
  const graph = useMemo(() => readGraph(page.answer), [page.answer])
  if (graph === undefined) return <p className="px-4 py-6 text-muted">{t('unreadable')}</p>
  return <GraphViews {...props} first={{ askedAt: page.asked_at, graph }} />
}

interface GraphViewsProps extends Omit<GraphContentProps, 'page'> {
  readonly first: DatedGraph
}

function GraphViews({ first, number, calls }: GraphViewsProps) {
  const words = useGraphWords()
  const [isTable, setIsTable] = useState(false)
  const { answers, expanded, expand } = useExpanded()
  const { askedAt, graph: firstGraph } = first
  const datedAnswers = useMemo(
    (): Answers => [{ askedAt, graph: firstGraph }, ...answers],
    [askedAt, firstGraph, answers],
  )
  const graph = useMemo(() => mergeGraphs(datedAnswers), [datedAnswers])
  const [measure] = useState(() => createMeasure(getComputedStyle(document.body).fontFamily))
  const { open, toggle, generation, relayout } = useArrangement()
  const notes = useRootNote({ number, root: graph.root })
  const { links, picture } = useGraphPicture({ graph, open, words, measure, notes, generation })
  const { selected, byKey, select } = useSelection()
  const node = graph.nodes.get(selected ?? '')
  return (
    <>
      <GraphHeader graph={graph} hasGrown={answers.length > 0} isTable={isTable} onTable={setIsTable} />
      {isTable ? (
        <GraphTable graph={graph} words={words} />
      ) : picture === undefined ? (
        <Skeleton className="m-4 h-[min(34rem,66vh)]" />
      ) : (
        <GraphPictureView
          picture={picture}
          links={links}
          words={words}
          selected={selected}
          onSelect={select}
          onToggle={toggle}
          onRelayout={answers.length > 0 || open.size > 0 ? relayout : undefined}
        >
          {node && (
            <NodeCard
              node={node}
              graph={graph}
              links={links}
              words={words}
              calls={calls}
              isExpanded={node.krs !== null && expanded.includes(node.krs)}
              takesFocus={byKey}
              onExpand={expand}
              onClose={() => select(undefined, true)}
            />
          )}
        </GraphPictureView>
      )}
      <GraphFooter
        graph={graph}
        isTable={isTable}
        words={words}
        picture={picture}
        datedAnswers={datedAnswers}
        number={number}
      />
    </>
  )
}

type Answers = readonly [DatedGraph, ...DatedGraph[]]

interface GraphHeaderProps {
  readonly graph: CompanyGraph
  readonly hasGrown: boolean
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
}

function GraphHeader({ graph, hasGrown, isTable, onTable }: GraphHeaderProps) {
  const t = useTranslations('companies-graph')
  const locale = useLocale()
  const counts = {
    companies: formatInteger(countOf(graph, 'company'), locale),
    persons: formatInteger(countOf(graph, 'person'), locale),
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
        <p className="max-w-prose text-sm text-muted">
          {graph.nodes.size === 1 ? t('alone') : t('counts', counts)}
          {graph.isCut && <span className="block text-warn-ink">{t('cut')}</span>}
        </p>
        <SegmentedControl
          label={t('as')}
          segments={[
            { value: 'picture', label: t('asPicture') },
            { value: 'table', label: t('asTable') },
          ]}
          value={isTable ? 'table' : 'picture'}
          onChange={(value) => onTable(value === 'table')}
        />
      </div>
      <p role="status" className="sr-only">
        {hasGrown && t('grown', counts)}
      </p>
    </>
  )
}

interface GraphFooterProps {
  readonly graph: CompanyGraph
  readonly isTable: boolean
  readonly words: GraphWords
  readonly picture: Picture | undefined
  readonly datedAnswers: Answers
  readonly number: string
}

function GraphFooter({ graph, isTable, words, picture, datedAnswers, number }: GraphFooterProps) {
  const t = useTranslations('companies-graph')
  const name = words.nameOf(graph.nodes.get(graph.root) ?? { name: '' })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-4 py-2.5">
      <p className="text-sm text-muted">{t(isTable ? 'tableHint' : 'hint')}</p>
      {picture && <SavePicture picture={picture} datedAnswers={datedAnswers} name={name} number={number} />}
    </div>
  )
}

const countOf = ({ nodes }: DatedGraph['graph'], kind: string): number =>
  [...nodes.values()].filter((node) => node.kind === kind).length

/** Stores which frames are open, and a generation that increases when the layout starts over. */
function useArrangement() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [generation, setGeneration] = useState(0)
  const toggle = useCallback((id: string) => {
    setOpen((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const relayout = useCallback(() => setGeneration((now) => now + 1), [])
  return { open, toggle, generation, relayout }
}

function useSelection() {
  const [{ selected, byKey }, setSelection] = useState<{ selected?: string | undefined; byKey: boolean }>({
    byKey: false,
  })
  const select = useCallback((id: string | undefined, isByKey: boolean) => {
    setSelection((now) => {
      // The focus returns to the node it came from.
      if (id === undefined && isByKey && now.selected !== undefined) focusNode(now.selected)
      return { selected: id, byKey: isByKey }
    })
  }, [])
  return { selected, byKey, select }
}

function focusNode(id: string): void {
  document.querySelector<SVGElement>(`[data-node="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
}

/** A constant function, so that the combined result is stable while the answers are. */
const pagesOf = (results: readonly UseQueryResult<CompanyAnswer>[]) => results.map(({ data }) => data?.pages[0])

/**
 * Answers for expanded companies of the graph: stored ones are free, others are paid for through `companies.ask` only.
 */
function useExpanded() {
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const expand = useCallback((krs: string) => {
    setExpanded((now) => (now.includes(krs) ? now : [...now, krs]))
  }, [])
  const storedPages = useQueries({
    queries: expanded.map((krs) => panelQuery('companies.part', { params: { number: krs, part: 'graph' } })),
    combine: pagesOf,
  })
  const answers = useMemo(
    () =>
      storedPages.flatMap((page): DatedGraph[] => {
        if (page === undefined) return []
        const graph = readGraph(page.answer)
        return graph === undefined ? [] : [{ askedAt: page.asked_at, graph }]
      }),
    [storedPages],
  )
  const loadedNumbers = useMemo(
    () => expanded.filter((_, at) => storedPages[at] !== undefined),
    [expanded, storedPages],
  )
  return { answers, expanded: loadedNumbers, expand }
}

function useGraphWords(): GraphWords {
  const t = useTranslations('companies-graph')
  const locale = useLocale()
  return useMemo(() => createGraphWords(t, locale), [t, locale])
}
