'use client'

import { type FormEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { isApiError } from '@/lib/domain/api-error'
import type { PanelOutput } from '@/lib/features/contract'

interface AppDialogProps {
  readonly setup: PanelOutput<'secondFactor.startApp'>
  readonly onClose: () => void
  /** Called with the recovery codes created along with it. */
  readonly onCodes: (codes: readonly string[]) => void
}

/** A QR code for the app, the same as text, and a field for a code that proves that the app has it. */
export function AppDialog({ setup, onClose, onCodes }: AppDialogProps) {
  const t = useTranslations('security.app.dialog')
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(setup.qr_svg)}`
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className="space-y-4">
        <p>{t('scan')}</p>
        {/* Dark on white in every theme, because cameras cannot read it otherwise. Image optimization has no use here. */}
        {/* eslint-disable-next-line next/no-img-element */}
        <img src={picture} alt={t('picture')} width={208} height={208} className="bg-white mx-auto rounded-md" />
        <div className="space-y-1.5">
          <p>{t('type')}</p>
          <div className="flex flex-wrap items-center gap-2 rounded-md border bg-hover px-3 py-2">
            <code className="min-w-0 flex-1 basis-48 font-mono break-all">{inGroups(setup.secret)}</code>
            <CopyButton value={setup.secret} label={t('copy')} />
          </div>
        </div>
        <CodeForm onClose={onClose} onCodes={onCodes} />
      </div>
    </Dialog>
  )
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function CodeForm({ onClose, onCodes }: Omit<AppDialogProps, 'setup'>) {
  const t = useTranslations('security.app')
  const toFailure = useFailureText()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, error, isPending } = useAction('secondFactor.confirmApp', {
    done: t('added'),
    onSuccess: ({ recovery_codes: codes }) => {
      onClose()
      if (codes !== null) onCodes(codes)
    },
    onSettled: () => field.current?.select(),
  })
  const isWrong = isApiError(error) && (error.code === 'proof_wrong' || error.status === 422)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ body: { code: field.current?.value ?? '' } })
  }
  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      {error !== null && <Banner tone="danger">{isWrong ? t('dialog.wrong') : toFailure(error)}</Banner>}
      <TextField
        ref={field}
        label={t('dialog.code')}
        hint={t('dialog.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={9}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t('dialog.submit')}
        </Button>
      </div>
    </form>
  )
}
