'use client'

import { type ReactNode, useState, useEffect, useEffectEvent, useId } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Dialog } from '@/components/ui/overlay/dialog'

/** The full key, in a component's state and nowhere else: no cache, no storage, no address ever has it. */
type MadeKey = { readonly name: string; readonly secret: string }

/** The key exists and cannot be shown: it has to be deactivated and made again. */
class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError'
}

/** Throws for an answer without the key. */
export function toMadeKey(name: string, secret: string | undefined): MadeKey {
  if (!secret) throw new MissingSecretError('the answer has no secret')
  return { name, secret }
}

interface SecretViewProps {
  readonly made: MadeKey
  readonly isCopied: boolean
  readonly onCopied: () => void
  readonly onDone: () => void
}

/** Says nothing of the key, not even its length. */
const MASK = '•'.repeat(24)

/** Masked until it is asked for; copying does not unmask it. */
function SecretView({ made, isCopied, onCopied, onDone }: SecretViewProps) {
  const t = useTranslations('keys.dialog')
  const [isShown, setIsShown] = useState(false)
  const labelId = useId()
  return (
    <div className="space-y-4">
      <p>{t('secretText')}</p>
      <div>
        <p id={labelId} className="mb-1.5 font-medium">
          {t('secretLabel')}
        </p>
        <div className="flex flex-wrap items-center gap-2 rounded-md border bg-hover px-3 py-2">
          <code aria-labelledby={labelId} role="group" className="min-w-0 flex-1 basis-64 font-mono break-all">
            {isShown ? made.secret : MASK}
          </code>
          <Button
            size="sm"
            variant="ghost"
            iconOnly
            aria-label={t(isShown ? 'hide' : 'show')}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </Button>
          <CopyButton value={made.secret} label={t('copy')} variant="primary" onCopied={onCopied} autoFocus />
        </div>
        <p className="mt-1 min-h-5 text-sm text-accent-ink">{isCopied ? t('copied') : ''}</p>
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </div>
  )
}

export interface SecretSteps {
  readonly onMade: (made: MadeKey) => void
  /** While the answer is on its way the dialog must not close: the key would be lost. */
  readonly onSending: (isSending: boolean) => void
  readonly onCancel: () => void
}

interface SecretDialogProps {
  /** Until the key is made. */
  readonly title: string
  readonly onClose: () => void
  /** The question before. */
  readonly children: (steps: SecretSteps) => ReactNode
}

/** A form first, then the key once. While it is to be seen every way of closing asks again, but for Done after copying. */
export function SecretDialog({ title: asked, onClose, children }: SecretDialogProps) {
  const t = useTranslations('keys.dialog')
  const [made, setMade] = useState<MadeKey | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  const guard = useSecretLeaveGuard(made !== null, () => setIsLeaving(true))
  const close = () => {
    if (made === null) onClose()
    // Esc on the question goes back to the key: leaving it is never the easy way.
    else setIsLeaving((wasLeaving) => !wasLeaving)
  }
  const leave = () => {
    onClose()
    guard.release()
  }
  const title = made === null ? asked : t(isLeaving ? 'leaveTitle' : 'secretTitle', { name: made.name })
  return (
    <Dialog title={title} onClose={close} isDismissable={!isSending} size="md">
      {made === null && children({ onMade: setMade, onSending: setIsSending, onCancel: onClose })}
      {made !== null && isLeaving && (
        <SecretLeave isCopied={isCopied} onStay={() => setIsLeaving(false)} onLeave={leave} />
      )}
      {made !== null && !isLeaving && (
        <SecretView
          made={made}
          isCopied={isCopied}
          onCopied={() => setIsCopied(true)}
          // Who has copied it and says so is done; any other way of closing may be a slip.
          onDone={() => (isCopied ? leave() : setIsLeaving(true))}
        />
      )}
    </Dialog>
  )
}

interface SecretLeaveProps {
  readonly isCopied: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** The second question before the key is gone for good. The focus starts on going back to it. */
function SecretLeave({ isCopied, onStay, onLeave }: SecretLeaveProps) {
  const t = useTranslations('keys.dialog')
  return (
    <div className="space-y-4">
      <p role="alert">{t(isCopied ? 'leaveCopied' : 'leaveUncopied')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus onClick={onStay}>
          {t('stay')}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {t('leaveAnyway')}
        </Button>
      </div>
    </div>
  )
}

/**
 * While active, no way out of the page is silent: closing the tab asks (`beforeunload`), and Back and the command palette
 * call `onAttempt` instead. `release` takes back the history entry that catches Back; call it when the guard ends.
 */
function useSecretLeaveGuard(isActive: boolean, onAttempt: () => void) {
  const attempt = useEffectEvent(onAttempt)
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const stay = () => window.history.pushState(null, '', window.location.href)
    stay()
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    window.addEventListener(
      'popstate',
      () => {
        stay()
        attempt()
      },
      { signal },
    )
    document.addEventListener('keydown', blockPalette, { capture: true, signal })
    return () => controller.abort()
  }, [isActive])
  return { release: () => window.history.back() }
}

function blockPalette(event: KeyboardEvent) {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    event.stopPropagation()
  }
}
