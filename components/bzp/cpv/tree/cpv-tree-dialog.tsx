'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { toggleBranch } from './cpv-choice'
import { type CpvTree, toCpvTree } from './cpv-tree'
import { CpvTreeList } from './cpv-tree-list'
import { useCpvTree } from './use-cpv-tree'

const loadTree = createDictionary(toCpvTree)
const ROWS = 9

export interface CpvTreeDialogProps {
  readonly values: readonly string[]
  /** The most values that the field takes. */
  readonly max: number
  readonly onChange: (values: readonly string[]) => void
  readonly onClose: () => void
}

/** All CPV codes as a tree. What is chosen stands in the filter at once. */
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
      <QueryView query={tree} what={t('what')} skeleton={<SkeletonRows rows={ROWS} />}>
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
  const counted = useCountValues()
  const counts = useFacetCounts('cpv')
  const [isFull, setIsFull] = useState(false)
  const { text, setText, rows, toggle, hits } = useCpvTree(tree, values)
  const say = hits === undefined ? t('chosen', counted(values.length)) : t('found', counted(hits))
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
        <p role="status">{say}</p>
        {counts !== undefined && <p>{t('counts', { days: counts.days ?? 0 })}</p>}
      </div>
    </div>
  )
}
