'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useViewer } from '@/components/layout/viewer'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { useCountValues } from '@/components/ui/use-count-values'
import type { Member } from '@/lib/contract/panel/members'
import { isApiError } from '@/lib/domain/api-error'
import { routes } from '@/lib/domain/routes'

const RoleDialog = lazyComponent(() => import('./role-dialog').then((module) => module.RoleDialog))

interface MemberDialogProps {
  /** Undefined while nothing is asked. */
  readonly asked: Asked | undefined
  readonly onClose: () => void
  /** A link that was not mailed: it is shown this once. */
  readonly onLink: (made: PasswordLink) => void
}

/** Asks before every deed, and says what follows from it. */
export function MemberDialog({ asked, onClose, onLink }: MemberDialogProps) {
  // The dialog fades out with what it asked about.
  const [shown, setShown] = useState<Asked>()
  if (asked !== undefined && asked !== shown) setShown(asked)
  if (asked?.deed === 'setRole') return <RoleDialog member={asked.member} onClose={onClose} />
  if (shown === undefined || shown.deed === 'setRole') return null
  return (
    <Confirmation
      asked={{ ...shown, deed: shown.deed }}
      isOpen={asked !== undefined}
      onClose={onClose}
      onLink={onLink}
    />
  )
}

type Confirmed = Exclude<MemberDeed, 'setRole'>
type ConfirmedAsked = Asked & { readonly deed: Confirmed }

interface ConfirmationProps {
  readonly asked: ConfirmedAsked
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onLink: (made: PasswordLink) => void
}

function Confirmation({ asked: { deed, member }, isOpen, onClose, onLink }: ConfirmationProps) {
  const t = useTranslations('members.confirm')
  const layout = useTranslations('layout')
  const counted = useCountValues()
  const { account } = useViewer()
  const { run, isPending } = useDeed(deed, { onClose, onLink: (link) => onLink({ email: member.email, link }) })
  const facts = { email: member.email, account: account.name, role: layout(`roles.${member.role}`) }
  return (
    <ConfirmDialogLazy
      title={t(`${deed}.title`, facts)}
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      confirmLabel={t(`${deed}.submit`)}
      tone={deed === 'enable' || deed === 'resetPassword' ? 'primary' : 'danger'}
      onConfirm={() => run(member.user_id)}
      isPending={isPending}
    >
      <p>{t(`${deed}.text`, facts)}</p>
      {(deed === 'remove' || deed === 'leave') && member.procedures > 0 && (
        <p>{t('procedures', counted(member.procedures))}</p>
      )}
    </ConfirmDialogLazy>
  )
}

function useDeed(deed: Confirmed, { onClose, onLink }: { onClose: () => void; onLink: (link: string) => void }) {
  const t = useTranslations('members')
  const said = {
    failed: (reason: string, error: Error) =>
      t('failed', { reason: isApiError(error) && error.code === 'last_owner' ? t('lastOwner') : reason }),
    onSettled: onClose,
  }
  const saying = { ...said, done: deed === 'leave' ? undefined : t(`done.${deed}`) }
  const setDisabled = useAction('members.setDisabled', saying)
  const endSessions = useAction('members.endSessions', saying)
  const remove = useAction('members.remove', saying)
  // Who left has no account to stand in.
  const leave = useAction('members.leave', { ...said, onSuccess: () => window.location.assign(routes.signIn) })
  const resetFactor = useAction('members.resetSecondFactor', saying)
  const startReset = useAction('members.startReset', {
    ...said,
    done: ({ link }) => (link === null ? saying.done : undefined),
    onSuccess: ({ link }) => link !== null && onLink(link),
  })
  const deeds: Record<Confirmed, (id: string) => void> = {
    disable: (id) => setDisabled.mutate({ params: { id }, body: { disabled: true } }),
    enable: (id) => setDisabled.mutate({ params: { id }, body: { disabled: false } }),
    endSessions: (id) => endSessions.mutate({ params: { id } }),
    remove: (id) => remove.mutate({ params: { id } }),
    leave: () => leave.mutate({}),
    resetPassword: (id) => startReset.mutate({ params: { id } }),
    resetSecondFactor: (id) => resetFactor.mutate({ params: { id } }),
  }
  const isPending = [setDisabled, endSessions, remove, leave, resetFactor, startReset].some((each) => each.isPending)
  return { run: deeds[deed], isPending }
}

export type MemberDeed =
  | 'setRole'
  | 'disable'
  | 'enable'
  | 'endSessions'
  | 'resetPassword'
  | 'resetSecondFactor'
  | 'remove'
  | 'leave'

/** What is to be done with whom. */
export type Asked = { readonly deed: MemberDeed; readonly member: Member }

/** With which a member sets a new password. */
export type PasswordLink = { readonly email: string; readonly link: string }
