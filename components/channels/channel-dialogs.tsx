'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { Channel } from '@/lib/contract/panel/channels'

import { DeleteChannel } from './delete-channel'

/** What is being done. */
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

/** The dialog of each that lives only while it is open: with it goes everything that it knew of a secret. */
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
  const Shown = dialogs[action.kind]
  return <Shown channel={action.channel} onClose={onClose} />
}
