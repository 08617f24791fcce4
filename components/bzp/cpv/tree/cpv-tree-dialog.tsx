'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, useDeferredValue, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'

import { createDictionary } from '../../filter/dictionary'
import { useFacetCounts } from '../../filter/use-facet-counts'
import { toggleBranch, choiceOf } from './cpv-choice'
import {
  type CpvTree,
  toCpvTree,
  ancestorsOf,
  type CpvNode,
  flattenTree,
  searchTree,
  type ShownBranches,
  withAncestors,
} from './cpv-tree'
import { CpvTreeList } from './cpv-tree-list'

type Branches = Required<Pick<ShownBranches, 'open' | 'whole'>>
interface Search extends Branches {
  readonly query: string
  readonly found: ReadonlySet<CpvNode>
  readonly hits: number
}

const noNodes: ReadonlySet<CpvNode> = new Set()
const MIN_QUERY = 2

function startSearch(tree: CpvTree, query: string): Search | undefined {
  if (query.length < MIN_QUERY) return undefined
  const found = searchTree(tree, query)
  return { query, found: withAncestors(found), open: ancestorsOf(found), whole: noNodes, hits: found.length }
}

function toggleOpen({ open, whole }: Branches, node: CpvNode): Branches {
  const next = new Set(open)
  if (next.delete(node)) return { open: next, whole }
  return { open: next.add(node), whole: new Set(whole).add(node) }
}

/** The ancestors of selected branches are open at first, so that the selection is visible. */
const initialBranches = (tree: CpvTree, values: readonly string[]): Branches => ({
  open: ancestorsOf(tree.nodes.filter((node) => node.parent && isTopChoice(node, values))),
  whole: noNodes,
})
const isTopChoice = (node: CpvNode, values: readonly string[]): boolean =>
  choiceOf(node, values) === 'all' && node.parent !== undefined && choiceOf(node.parent, values) !== 'all'

/** The visible rows of the tree. A search has separate open branches, so that the others are unchanged after it. */
function useCpvTree(tree: CpvTree, values: readonly string[]) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text).trim()
  const [branches, setBranches] = useState(() => initialBranches(tree, values))
  const [search, setSearch] = useState<Search>()
  const searchText = query.length < MIN_QUERY ? undefined : query
  if (search?.query !== searchText) setSearch(startSearch(tree, query))
  const rows = useMemo(() => flattenTree(tree, search ?? branches), [tree, search, branches])
  const toggle = (node: CpvNode) => {
    if (search) setSearch({ ...search, ...toggleOpen(search, node) })
    else setBranches((now) => toggleOpen(now, node))
  }
  return { text, setText, rows, toggle, hits: search?.hits }
}

const loadTree = createDictionary(toCpvTree)
const ROWS = 9

export interface CpvTreeDialogProps {
  readonly values: readonly string[]
  readonly max: number
  readonly onChange: (values: readonly string[]) => void
  readonly onClose: () => void
}

/** All CPV codes as a tree; a selection changes the filter at once. */
export function CpvTreeDialog({ onClose, ...props }: CpvTreeDialogProps) {
  const t = useTranslations('bzp.tree')
  const locale = useLocale()
  const tree = useQuery({
    queryKey: ['cpv-tree', locale],
    queryFn: () => loadTree(`cpv-${locale}`),
    staleTime: Infinity,
    structuralSharing: false,
  })
  return (
    <Dialog
      isOpen
      size="lg"
      title={t('title')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <QueryView query={tree} contentName={t('what')} skeleton={<SkeletonRows rows={ROWS} />}>
        {(data) => <TreeChoice tree={data} {...props} />}
      </QueryView>
    </Dialog>
  )
}

interface TreeChoiceProps extends Omit<CpvTreeDialogProps, 'onClose'> {
  readonly tree: CpvTree
}

function TreeChoice({ tree, values, max, onChange }: TreeChoiceProps) {
  const t = useTranslations('bzp.tree')
  const countValues = useCountValues()
  const counts = useFacetCounts('cpv')
  const [isFull, setIsFull] = useState(false)
  const { text, setText, rows, toggle, hits } = useCpvTree(tree, values)
  const statusText = hits === undefined ? t('chosen', countValues(values.length)) : t('found', countValues(hits))
  return (
    <div className="space-y-2">
      <TextField
        label={t('search')}
        isLabelHidden
        placeholder={t('placeholder')}
        autoComplete="off"
        autoFocus
        start={<Icon name="search" />}
        value={text}
        error={isFull ? t('full', { max }) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <CpvTreeList
        rows={rows}
        values={values}
        counts={counts}
        onToggle={toggle}
        onChoose={(node) => {
          const next = toggleBranch(node, values)
          setIsFull(next.length > max)
          if (next.length <= max) onChange(next)
        }}
      />
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <p role="status">{statusText}</p>
        {counts !== undefined && <p>{t('counts', { days: counts.days ?? 0 })}</p>}
      </div>
    </div>
  )
}
