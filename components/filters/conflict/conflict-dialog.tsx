'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { type FilterRecord, toFilterDraft } from '../draft/filter-draft'
import { mergeDrafts } from '../draft/three-way-merge'
import { keepEditorFocus } from '../editor/editor-focus'
import type { FilterEdit } from '../editor/use-filter-draft'
import { UncomparedPersons } from '../lists/uncompared-persons'
import { MergeCounts } from './merge-counts'
import { mergeRows } from './merge-rows'
import { TouchedValues } from './touched-values'

interface ConflictDialogProps {
  readonly edit: FilterEdit
  readonly theirs: FilterRecord
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onClose: () => void
}

/** Two edits of one filter side by side, and the three ways out. Until one is taken the draft stays as it is. */
export function ConflictDialog({ edit, theirs, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const t = useTranslations('filters.conflict')
  const { saved: base, draft: mine } = edit
  const ways = useMemo(() => ({ base, mine, theirs: toFilterDraft(theirs) }), [base, mine, theirs])
  const merged = useMemo(() => mergeDrafts(ways), [ways])
  const rows = useMemo(() => mergeRows(ways), [ways])
  const [side, setSide] = useState<'mine' | 'theirs'>('mine')
  const leave = (act: () => void) => {
    onClose()
    act()
    keepEditorFocus()
  }
  const merge = () => {
    edit.rebase(theirs, { ...merged.draft, name: merged.names?.[side] ?? merged.draft.name })
    toast.success(t('merged'))
  }
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      size="lg"
      footer={
        <>
          <Button onClick={() => leave(onTakeTheirs)}>{t('theirs')}</Button>
          <Button onClick={() => leave(onKeepMine)}>{t('mine')}</Button>
          <Button variant="primary" onClick={() => leave(merge)}>
            {t('merge')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">{t('explain')}</p>
        <MergeCounts ways={ways} merged={merged.draft} />
        <UncomparedPersons list="pesel" values={merged.draft.content.pesel} />
        {merged.names !== undefined && (
          <RadioGroup
            label={t('names')}
            value={side}
            onChange={setSide}
            options={[
              { value: 'mine', label: maskPesels(merged.names.mine), description: t('sides.mine') },
              { value: 'theirs', label: maskPesels(merged.names.theirs), description: t('sides.theirs') },
            ]}
          />
        )}
        {merged.names === undefined && merged.draft.name !== mine.name && (
          <p className="break-words">{t('renamed', { name: maskPesels(merged.draft.name) })}</p>
        )}
        {rows.length > 0 && <TouchedValues rows={rows} />}
      </div>
    </Dialog>
  )
}
