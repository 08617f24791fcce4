'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useEveryRule } from '@/components/shared/rules/use-every-rule'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { useCountValues } from '@/components/ui/use-count-values'
import type { Channel } from '@/lib/contract/panel/channels'

interface DeleteChannelProps {
  /** Undefined while nothing is asked. */
  readonly channel: Channel | undefined
  readonly onClose: () => void
}

/** Asks before a channel goes, and says what waits for it. */
export function DeleteChannel({ channel, onClose }: DeleteChannelProps) {
  const t = useTranslations('channels.remove')
  const counted = useCountValues()
  // The dialog fades out with what it asked about.
  const [shown, setShown] = useState(channel)
  if (channel !== undefined && channel !== shown) setShown(channel)
  const { name = '', rules = 0, waiting = 0 } = shown ?? {}
  const remove = useAction('channels.delete', {
    done: t('done', { name }),
    failed: t('failed'),
    isGoneDone: true,
    onSettled: onClose,
  })
  return (
    <ConfirmDialogLazy
      title={t('title', { name })}
      isOpen={channel !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      confirmLabel={t('confirm')}
      tone="danger"
      onConfirm={() => channel && remove.mutate({ params: { id: channel.id } })}
      isPending={remove.isPending}
    >
      <p>{t('text')}</p>
      {shown && rules > 0 && <UsingRules channel={shown} />}
      {waiting > 0 && <p>{t('waiting', counted(waiting))}</p>}
    </ConfirmDialogLazy>
  )
}

/** How many rules use it; by name those that the viewer sees. */
function UsingRules({ channel: { id, rules } }: { readonly channel: Channel }) {
  const t = useTranslations('channels.remove')
  const counted = useCountValues()
  const using = useEveryRule().filter(({ targets }) => targets.some(({ target }) => target === id))
  return (
    <>
      <p>{t('rules', counted(rules))}</p>
      <ul className="my-2 list-disc pl-5 empty:hidden">
        {using.map((rule) => (
          <li key={rule.id} className="wrap-anywhere">
            {rule.name}
          </li>
        ))}
      </ul>
    </>
  )
}
