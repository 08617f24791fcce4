'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useCountValues } from '@/components/ui/use-count-values'

import { countItems, type FilterRecord, toFilterDraft } from '../../draft/filter-draft'
import { type FiltersFormat, useSaveFilters } from './use-save-filters'
import { countMasked, personalForm } from './write-filters'

interface FilterExportDialogProps {
  readonly records: readonly FilterRecord[]
  readonly isAll: boolean
  /** Whether there are unsaved changes, which the file will not contain. */
  readonly isUnsaved: boolean
  readonly onClose: () => void
}

type PersonalNumbersChoice = 'covered' | 'full'

/** Chooses what is exported and in which format, and shows what the file will not contain. */
export function FilterExportDialog({ records, isAll, isUnsaved, onClose }: FilterExportDialogProps) {
  const t = useTranslations('filters.export')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const [format, setFormat] = useState<FiltersFormat>('json')
  const [personal, setPersonal] = useState<PersonalNumbersChoice>('covered')
  const { save, isSaving, cancel } = useSaveFilters(onClose)
  const drafts = useMemo(() => records.map(toFilterDraft), [records])
  const items = drafts.reduce((sum, { content }) => sum + countItems(content), 0)
  const [first] = records
  const formats = (['json', 'csv', 'xlsx'] as const).map((value) => ({
    value,
    label: t(`formats.${value}`),
    description: t(`formatTexts.${value}`),
  }))
  const onSave = () =>
    void save({ id: isAll ? undefined : first?.id, format, isUnmasked: personal === 'full', name: first?.name ?? '' })
  return (
    <Dialog
      title={isAll ? t('titleAll') : t('title', { name: first?.name ?? '' })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={isSaving ? cancel : onClose}>{common('cancel')}</Button>
          <Button variant="primary" isPending={isSaving} onClick={onSave}>
            {format === 'json' ? t('download') : common(`download.${format}`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="tabular">
          {isAll && `${t('filters', countValues(records.length))} `}
          {t('items', countValues(items))}
        </p>
        {isUnsaved && <p className="text-sm text-warn-ink">{t('unsaved')}</p>}
        {isAll ? (
          <p className="text-sm text-muted">{t('formatTexts.json')}</p>
        ) : (
          <RadioGroup label={t('format')} value={format} onChange={setFormat} options={formats} />
        )}
        <PersonalNumbers drafts={drafts} {...{ format, personal }} onChange={setPersonal} />
        <p className="text-sm text-muted">{t('without')}</p>
      </div>
    </Dialog>
  )
}

interface PersonalNumbersProps {
  readonly drafts: Parameters<typeof countMasked>[0]
  readonly format: FiltersFormat
  readonly personal: PersonalNumbersChoice
  readonly onChange: (personal: PersonalNumbersChoice) => void
}

function PersonalNumbers({ drafts, format, personal, onChange }: PersonalNumbersProps) {
  const t = useTranslations('filters.export')
  const countValues = useCountValues()
  const { allowed: maySee } = usePermission('personal.exportFilters')
  const count = countMasked(drafts)
  if (count === 0) return <p className="text-sm text-muted">{t('noPersonal')}</p>
  const covered = format === 'json' ? personalForm(drafts, false) : 'masked'
  if (!maySee) return <p className="text-sm text-warn-ink">{t('denied', countValues(count))}</p>
  const form = covered === 'sealed' ? 'sealed' : 'masked'
  return (
    <RadioGroup
      label={t('personal', countValues(count))}
      value={personal}
      onChange={onChange}
      options={[
        { value: 'covered', label: t(form), description: t(`${form}Text`) },
        { value: 'full', label: t('full'), description: t('fullText') },
      ]}
    />
  )
}
