'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/inputs/text-area'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FormField } from '@/lib/contract/console/request-form'

import type { DraftGroup } from '../request/draft'
import { isEmptyGroup, readNumbers } from './read-numbers'

export interface PastedItems {
  readonly fields: readonly FormField[]
  readonly groups: readonly DraftGroup[]
  readonly max: number
  readonly onChange: (groups: readonly DraftGroup[]) => void
}

/** Lines that are invalid or exceed the limit stay in the text. */
export function PasteDialog({
  fields,
  groups,
  max,
  onChange,
  onClose,
}: PastedItems & { readonly onClose: () => void }) {
  const t = useTranslations('console.form')
  const countValues = useCountValues()
  const formId = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    const filled = groups.filter((group) => !isEmptyGroup(group))
    const freeGroups = Math.max(0, max - filled.length)
    const { groups: read, left } = readNumbers(fields, text, freeGroups)
    onChange([...filled, ...read])
    if (left.length === 0) return onClose()
    setText(left.join('\n'))
    setError(read.length >= freeGroups ? t('pasteFull', countValues(max)) : t('pasteUnknown', countValues(left.length)))
  }
  return (
    <Dialog
      title={t('paste')}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="primary">
          {t('pasteAdd')}
        </Button>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          // In React's tree, this form is inside the form of the page.
          event.stopPropagation()
          add()
        }}
      >
        <TextArea
          label={t('pasteLabel')}
          hint={t('pasteHint')}
          error={error}
          value={text}
          rows={8}
          autoFocus
          className="font-mono"
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
