'use client'

import { useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { toast } from '@/components/ui/overlay/toast'
import { canUsePasskeys, makePasskey, signalAcceptedPasskeys } from '@/lib/client/passkeys'
import { act } from '@/lib/client/queries'
import { deviceName } from '@/lib/domain/format/device-name'
import { formatDate } from '@/lib/domain/format/format'
import type { Passkey } from '@/lib/features/security/contract/second-factor'

import { useFactorChange, useFactorFailureText } from './use-factor-change'

const RenameDialog = lazyComponent(async () => (await import('./rename-dialog')).RenameDialog)

interface PasskeysCardProps {
  readonly passkeys: readonly Passkey[]
  /** Called with the recovery codes created along with the first passkey. */
  readonly onCodes: (codes: readonly string[]) => void
}

export function PasskeysCard({ passkeys, onCodes }: PasskeysCardProps) {
  const t = useTranslations('security.passkeys')
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-3">
        <p className="text-muted">{t('text')}</p>
        {passkeys.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <ul aria-label={t('list')} className="divide-y">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
        <AddPasskey onCodes={onCodes} />
      </CardBody>
    </Card>
  )
}

const neverChanges = () => () => undefined

function AddPasskey({ onCodes }: Pick<PasskeysCardProps, 'onCodes'>) {
  const t = useTranslations('security.passkeys')
  const isPossible = useSyncExternalStore(neverChanges, canUsePasskeys, () => true)
  const { change, isPending } = useFactorChange()
  const add = () =>
    change(async () => {
      const { challenge_id, options } = await act('passkeys.start', {})
      const answer = await makePasskey(options)
      const body = { challenge_id, answer, name: deviceName(navigator.userAgent) ?? '' }
      const { recovery_codes: codes } = await act('passkeys.add', { body })
      toast.success(t('added'))
      if (codes !== null) onCodes(codes)
    })
  return (
    <Button onClick={() => void add()} isPending={isPending} disabledReason={isPossible ? undefined : t('impossible')}>
      {t('add')}
    </Button>
  )
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const t = useTranslations('security.passkeys')
  const { name } = passkey
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 break-words">
          {name}
          {passkey.is_backed_up && <Badge>{t('backedUp')}</Badge>}
        </p>
        <PasskeyUse passkey={passkey} />
      </div>
      <div className="flex shrink-0 gap-1">
        <DialogButton
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={t('rename', { name })}
          renderDialog={(close) => <RenameDialog passkey={passkey} onClose={close} />}
        >
          <Icon name="edit" />
        </DialogButton>
        <RemovePasskey passkey={passkey} />
      </div>
    </li>
  )
}

function PasskeyUse({ passkey: { created_at: createdAt, last_used_at: used } }: { readonly passkey: Passkey }) {
  const t = useTranslations('security.passkeys')
  const locale = useLocale()
  return (
    <p className="text-sm text-muted">
      {t('created', { time: formatDate(createdAt, locale) })},{' '}
      {used === null ? t('never') : t('used', { time: formatDate(used, locale) })}
    </p>
  )
}

function RemovePasskey({ passkey: { id, name } }: { readonly passkey: Passkey }) {
  const t = useTranslations('security.passkeys')
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useAction('passkeys.remove', {
    done: t('removed'),
    failed: useFactorFailureText(),
    onSuccess: (remaining) => {
      setIsConfirming(false)
      return signalAcceptedPasskeys(remaining)
    },
  })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('remove', { name })}
        onClick={() => setIsConfirming(true)}
      >
        <Icon name="trash" />
      </Button>
      <ConfirmDialogLazy
        title={t('removeTitle', { name })}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        confirmLabel={t('remove', { name })}
        tone="danger"
        onConfirm={() => remove.mutate({ body: { id } })}
        isPending={remove.isPending}
      >
        {t('removeText')}
      </ConfirmDialogLazy>
    </>
  )
}
