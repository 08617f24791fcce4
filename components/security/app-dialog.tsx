'use client'

import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { PanelOutput } from '@/lib/contract/panel-table'
import { isApiError } from '@/lib/domain/api-error'

interface AppDialogProps {
  readonly started: PanelOutput<'secondFactor.startApp'>
  /** Rejects with why the code was not taken. */
  readonly onConfirm: (code: string) => Promise<unknown>
  readonly onClose: () => void
}

/** The picture for the app, the same as text, and a code that shows that the app has it. */
export function AppDialog({ started, onConfirm, onClose }: AppDialogProps) {
  const t = useTranslations('security.app.dialog')
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(started.qr_svg)}`
  return (
    <Dialog title={t('title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <div className="space-y-4">
        <p>{t('scan')}</p>
        {/* Dark on white in either theme: cameras do not read it otherwise. Nothing for Next to make smaller. */}
        {/* eslint-disable-next-line next/no-img-element */}
        <img src={picture} alt={t('picture')} width={208} height={208} className="bg-white mx-auto rounded-md" />
        <div className="space-y-1.5">
          <p>{t('type')}</p>
          <div className="flex flex-wrap items-center gap-2 rounded-md border bg-hover px-3 py-2">
            <code className="min-w-0 flex-1 basis-48 font-mono break-all">{inGroups(started.secret)}</code>
            <CopyButton value={started.secret} label={t('copy')} />
          </div>
        </div>
        <CodeForm onConfirm={onConfirm} />
      </div>
    </Dialog>
  )
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function CodeForm({ onConfirm }: Pick<AppDialogProps, 'onConfirm'>) {
  const t = useTranslations('security.app.dialog')
  const field = useRef<HTMLInputElement>(null)
  const { confirm, failure, isPending } = useConfirm(onConfirm)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    void confirm(field.current?.value ?? '').finally(() => field.current?.select())
  }
  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
      <TextField
        ref={field}
        label={t('code')}
        hint={t('codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={9}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}

function useConfirm(onConfirm: AppDialogProps['onConfirm']) {
  const t = useTranslations('security.app.dialog')
  const toFailure = useFailureText()
  const [failure, setFailure] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const isWrong = (error: unknown) => isApiError(error) && (error.code === 'proof_wrong' || error.status === 422)
  const confirm = async (code: string) => {
    setIsPending(true)
    setFailure(undefined)
    try {
      await onConfirm(code)
    } catch (error) {
      setFailure(isWrong(error) ? t('wrong') : toFailure(error))
    } finally {
      setIsPending(false)
    }
  }
  return { confirm, failure, isPending }
}
