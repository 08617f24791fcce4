'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/inputs/text-area'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelMutation } from '@/lib/client/queries'

interface RenewDialogProps {
  readonly ids: readonly string[]
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onDone: () => void
}

const MIN_LENGTH = 3
const MAX_LENGTH = 500
/** The service keeps one line. */
const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Asks why these persons are still watched; without a reason there is no renewal. */
export function RenewDialog({ ids, isOpen, onOpenChange, onDone }: RenewDialogProps) {
  const t = useTranslations('personal-data.renew')
  const common = useTranslations('common')
  const counted = useCountValues()
  const toText = useFailureText()
  const client = useQueryClient()
  const formId = useId()
  const [reason, setReason] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const renew = useMutation({
    ...panelMutation('retention.renew'),
    onSuccess: async ({ renewed }) => {
      toast.success(t('done', counted(renewed)))
      setReason('')
      setWasTried(false)
      onDone()
      await client.invalidateQueries({ queryKey: ['panel', 'retention'] })
    },
    onError: (error) => toast.error(t('failed', { reason: toText(error) })),
  })
  const isShort = toLine(reason).length < MIN_LENGTH
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    if (!isShort && !renew.isPending) renew.mutate({ body: { ids: [...ids], reason: toLine(reason) } })
  }
  return (
    <Dialog
      title={t('title', counted(ids.length))}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={!renew.isPending}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} aria-disabled={renew.isPending}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={renew.isPending}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-3">
        <p className="text-muted">{t('text')}</p>
        <TextArea
          label={t('reason')}
          placeholder={t('placeholder')}
          value={reason}
          maxLength={MAX_LENGTH}
          autoFocus
          onChange={(event) => setReason(event.target.value)}
          error={wasTried && isShort ? t('short') : undefined}
        />
      </form>
    </Dialog>
  )
}
