'use client'

import { type ReactNode, useState, useEffect, useEffectEvent, useId } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Dialog } from '@/components/ui/overlay/dialog'

/** The full key exists only in component state: never in a cache, storage or address. */
type CreatedKey = { readonly name: string; readonly secret: string }

/** The key was created but cannot be shown, so it must be deactivated and created again. */
class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError'
}

/** Throws if the answer lacks the key. */
export function toCreatedKey(name: string, secret: string | undefined): CreatedKey {
  if (!secret) throw new MissingSecretError('The answer has no secret.')
  return { name, secret }
}

interface SecretViewProps {
  readonly created: CreatedKey
  readonly isCopied: boolean
  readonly onCopied: () => void
  readonly onDone: () => void
}

/** Reveals nothing about the key, not even its length. */
const MASK = '•'.repeat(24)

/** The key is masked until revealed; copying does not reveal it. */
function SecretView({ created, isCopied, onCopied, onDone }: SecretViewProps) {
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
            {isShown ? created.secret : MASK}
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
          <CopyButton value={created.secret} label={t('copy')} variant="primary" onCopied={onCopied} autoFocus />
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
  readonly onCreated: (created: CreatedKey) => void
  /** The dialog must not close while the answer is pending, or the key would be lost. */
  readonly onSending: (isSending: boolean) => void
  readonly onCancel: () => void
}

interface SecretDialogProps {
  /** The title until the key is created. */
  readonly title: string
  readonly onClose: () => void
  /** The form shown first. */
  readonly children: (steps: SecretSteps) => ReactNode
}

/**
 * Shows a form first, then the key once. While the key is shown, closing requires confirmation, except with Done after
 * copying.
 */
export function SecretDialog({ title: initialTitle, onClose, children }: SecretDialogProps) {
  const t = useTranslations('keys.dialog')
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  const guard = useSecretLeaveGuard(created !== null, () => setIsLeaving(true))
  const close = () => {
    if (created === null) onClose()
    // Esc on the confirmation returns to the key, so that leaving needs an explicit choice.
    else setIsLeaving((wasLeaving) => !wasLeaving)
  }
  const leave = () => {
    onClose()
    guard.release()
  }
  const title = created === null ? initialTitle : t(isLeaving ? 'leaveTitle' : 'secretTitle', { name: created.name })
  return (
    <Dialog title={title} onClose={close} isDismissable={!isSending} size="md">
      {created === null && children({ onCreated: setCreated, onSending: setIsSending, onCancel: onClose })}
      {created !== null && isLeaving && (
        <SecretLeave isCopied={isCopied} onStay={() => setIsLeaving(false)} onLeave={leave} />
      )}
      {created !== null && !isLeaving && (
        <SecretView
          created={created}
          isCopied={isCopied}
          onCopied={() => setIsCopied(true)}
          // After copying, Done closes directly; any other way of closing may be accidental.
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

/** Confirms before the key disappears for good. The focus starts on returning to it. */
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
 * While active, leaving the page requires confirmation: closing the tab through `beforeunload`, Back through
 * `onAttempt`; the shortcut of the command palette is disabled. `release` removes the history entry that intercepts
 * Back; call it when the guard ends.
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
