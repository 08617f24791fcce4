'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FormField } from '@/lib/contract/console/request-form'

import { type DraftGroup, type DraftPath, emptyGroup } from '../request/draft'
import { faultKey } from '../request/faults'
import { useFaultWords } from '../request/use-fault-words'
import { FieldLegend } from './field-name'
import { useRequestForm } from './form-context'
import type { PastedItems } from './paste-dialog'
import { takesNumbers } from './read-numbers'

const PasteDialog = lazyComponent(async () => (await import('./paste-dialog')).PasteDialog)

/** Adds a pasted list of numbers as items, each in the field of its kind. */
function PasteButton(props: PastedItems) {
  const t = useTranslations('console.form')
  return (
    <DialogButton size="sm" renderDialog={(close) => <PasteDialog {...props} onClose={close} />}>
      {t('paste')}
    </DialogButton>
  )
}

/** The number of items drawn at a time: drawing a thousand would take seconds. */
const PAGE_SIZE = 20

interface GroupsFieldProps {
  readonly field: FormField
  readonly groups: readonly DraftGroup[]
  readonly path: DraftPath
  readonly children: (group: DraftGroup, index: number) => ReactNode
}

/** A list of equal groups of fields; items can be added, removed and pasted. */
export function GroupsField({ field, groups, path, children }: GroupsFieldProps) {
  const t = useTranslations('console.form')
  const countValues = useCountValues()
  const { onChange } = useRequestForm()
  const [shown, setShown] = useState(PAGE_SIZE)
  const { name } = field
  const shownCount = Math.min(shown, groups.length)
  return (
    <fieldset className="min-w-0 rounded-md border p-3 sm:col-span-2">
      <FieldLegend field={field} />
      <ListFault path={path} />
      <ol className="space-y-3">
        {groups.slice(0, shownCount).map((group, index) => (
          // Items have no id, and their inputs are held by the draft.
          <li key={index} className="flex gap-2 border-b pb-3 last:border-b-0">
            <fieldset className="min-w-0 flex-1">
              <legend className="mb-1 text-sm text-muted">{t('item', { name, number: index + 1 })}</legend>
              {children(group, index)}
            </fieldset>
            <Button
              variant="ghost"
              size="sm"
              iconOnly
              aria-label={t('removeItem', { name, number: index + 1 })}
              onClick={() =>
                onChange(
                  path,
                  groups.filter((_, at) => at !== index),
                )
              }
            >
              <Icon name="trash" size={14} />
            </Button>
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {shownCount < groups.length && (
          <>
            <span className="text-sm text-muted">{t('shown', { shown: shownCount, all: groups.length })}</span>
            <Button size="sm" onClick={() => setShown(shown + PAGE_SIZE)}>
              {t('more', countValues(Math.min(PAGE_SIZE, groups.length - shownCount)))}
            </Button>
          </>
        )}
        <AddItems field={field} groups={groups} onChange={(all) => onChange(path, all)} onAdded={setShown} />
      </div>
    </fieldset>
  )
}

interface AddItemsProps extends Pick<GroupsFieldProps, 'field' | 'groups'> {
  readonly onChange: (groups: readonly DraftGroup[]) => void
  readonly onAdded: (shown: (before: number) => number) => void
}

function AddItems({ field: { name, fields = [], max = Infinity }, groups, onChange, onAdded }: AddItemsProps) {
  const t = useTranslations('console.form')
  const isFull = groups.length >= max
  const add = () => {
    if (isFull) return
    onChange([...groups, emptyGroup(fields)])
    onAdded((before) => Math.max(before, groups.length + 1))
  }
  return (
    <>
      <Button size="sm" aria-label={t('addItemTo', { name })} aria-disabled={isFull} onClick={add}>
        <Icon name="plus" size={14} />
        {t('addItem')}
      </Button>
      {takesNumbers(fields) && <PasteButton fields={fields} groups={groups} max={max} onChange={onChange} />}
    </>
  )
}

function ListFault({ path }: { readonly path: DraftPath }) {
  const words = useFaultWords()
  const { faults } = useRequestForm()
  const fault = faults.find(({ at }) => faultKey(at) === path.join('.'))
  return fault === undefined ? null : (
    <p role="alert" className="mb-2 text-sm text-danger-ink">
      {words(fault)}
    </p>
  )
}
