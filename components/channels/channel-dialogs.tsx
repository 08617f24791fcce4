'use client'

import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useEveryRule } from '@/components/shared/rules/use-every-rule'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SubjectDialog } from '@/components/ui/overlay/subject-dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import type { Channel } from '@/lib/features/channels/contract'

export type ChannelAction =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'test' | 'rotate' | 'replay' | 'delete'; readonly channel: Channel }

const ChannelFormDialog = lazyComponent(async () => (await import('./channel-form-dialog')).ChannelFormDialog)
const RotateChannelDialog = lazyComponent(async () => (await import('./rotate-channel-dialog')).RotateChannelDialog)
const TestChannelDialog = lazyComponent(async () => (await import('./test-channel-dialog')).TestChannelDialog)
const ReplayChannelDialog = lazyComponent(async () => (await import('./replay-channel-dialog')).ReplayChannelDialog)

interface ChannelDialogsProps {
  readonly action: ChannelAction | null
  readonly onClose: () => void
}

/** Each dialog exists only while it is open, so that a secret it received is discarded with it. */
const dialogs = {
  edit: ChannelFormDialog,
  rotate: RotateChannelDialog,
  test: TestChannelDialog,
  replay: ReplayChannelDialog,
} as const

export function ChannelDialogs({ action, onClose }: ChannelDialogsProps) {
  const deleted = action?.kind === 'delete' ? action.channel : undefined
  return (
    <>
      {action?.kind === 'create' && <ChannelFormDialog onClose={onClose} />}
      <DialogOfChannel action={action} onClose={onClose} />
      <DeleteChannel channel={deleted} onClose={onClose} />
    </>
  )
}

function DialogOfChannel({ action, onClose }: ChannelDialogsProps) {
  if (action === null || action.kind === 'create' || action.kind === 'delete') return null
  const ActionDialog = dialogs[action.kind]
  return <ActionDialog channel={action.channel} onClose={onClose} />
}

interface DeleteChannelProps {
  /** Undefined while no dialog is open. */
  readonly channel: Channel | undefined
  readonly onClose: () => void
}

function DeleteChannel({ channel, onClose }: DeleteChannelProps) {
  const t = useTranslations('channels.remove')
  const countValues = useCountValues()
  const remove = useAction('channels.delete', {
    done: t('done', { name: channel?.name ?? '' }),
    failed: t('failed'),
    deletedAsSuccess: true,
    onSettled: onClose,
  })
  return (
    <SubjectDialog
      subject={channel}
      question={(shown) => ({
        title: t('title', { name: shown.name }),
        confirmLabel: t('confirm'),
        text: (
          <>
            <p>{t('text')}</p>
            {shown.rules > 0 && <UsingRules channel={shown} />}
            {shown.waiting > 0 && <p>{t('waiting', countValues(shown.waiting))}</p>}
          </>
        ),
      })}
      onConfirm={({ id }) => remove.mutate({ params: { id } })}
      onClose={onClose}
      isPending={remove.isPending}
    />
  )
}

/** Shows how many rules use the channel, and names those that the user may see. */
function UsingRules({ channel: { id, rules } }: { readonly channel: Channel }) {
  const t = useTranslations('channels.remove')
  const countValues = useCountValues()
  const using = useEveryRule().filter(({ targets }) => targets.some(({ target }) => target === id))
  return (
    <>
      <p>{t('rules', countValues(rules))}</p>
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
