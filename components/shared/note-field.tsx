'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/inputs/text-area'
import { toast } from '@/components/ui/overlay/toast'

interface NoteFieldProps {
  readonly note: string | null
  readonly maxLength: number
  /** Why the user may not change what the team shares. */
  readonly denied: string | undefined
  readonly autoFocus?: boolean
  /** Returns whether the note was saved. */
  readonly onSave: (note: string | null) => Promise<boolean>
}

/**
 * A note that could not be saved stays in the field, and is offered again if the field was closed before it was saved.
 */
export function NoteField({ note, maxLength, denied, autoFocus = false, onSave }: NoteFieldProps) {
  const t = useTranslations('common.note')
  // Until the user types, the field shows what colleagues write.
  const [typed, setTyped] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const text = typed ?? note ?? ''
  const isChanged = text.trim() !== (note ?? '')
  const save = async () => {
    setIsPending(true)
    const isSaved = await onSave(text.trim() === '' ? null : text.trim())
    if (isSaved) setTyped((now) => (now === text ? undefined : now))
    setIsPending(false)
  }
  const offerUnsaved = useEffectEvent(() => {
    if (isChanged && !isPending) {
      toast.error(t('unsaved'), { duration: 0, action: { label: t('save'), onPress: () => void save() } })
    }
  })
  useEffect(() => () => offerUnsaved(), [])
  if (denied !== undefined) return note === null ? null : <p className="whitespace-pre-line">{note}</p>
  return (
    <div className="space-y-2">
      <TextArea
        label={t('label')}
        rows={3}
        maxLength={maxLength}
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(press) => {
          if (press.key === 'Enter' && (press.ctrlKey || press.metaKey) && isChanged && !isPending) void save()
        }}
      />
      <Button
        size="sm"
        isPending={isPending}
        disabledReason={isChanged ? undefined : t('same')}
        onClick={() => void save()}
      >
        {t('save')}
      </Button>
    </div>
  )
}
