'use client'

import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useViewer } from '@/components/layout/viewer'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SubjectDialog } from '@/components/ui/overlay/subject-dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import { isApiError } from '@/lib/domain/api-error'
import { routes } from '@/lib/domain/routes'
import type { Member } from '@/lib/features/members/contract'

const RoleDialog = lazyComponent(async () => (await import('./role-dialog')).RoleDialog)

interface MemberDialogProps {
  /** Undefined while the dialog is closed. */
  readonly asked: Asked | undefined
  readonly onClose: () => void
  /** Called with a link that was not sent by e-mail and is shown only once. */
  readonly onLink: (made: PasswordLink) => void
}

/** Confirms each action and explains its consequences. */
export function MemberDialog({ asked, ...props }: MemberDialogProps) {
  if (asked?.deed === 'setRole') return <RoleDialog member={asked.member} onClose={props.onClose} />
  return <Confirmation asked={asked} {...props} />
}

interface ConfirmationProps extends MemberDialogProps {
  readonly asked: ConfirmedAsked | undefined
}

function Confirmation({ asked, onClose, onLink }: ConfirmationProps) {
  const t = useTranslations('members.confirm')
  const layout = useTranslations('layout')
  const counted = useCountValues()
  const { account } = useViewer()
  const { deeds, isPending } = useDeeds(asked, { onClose, onLink })
  return (
    <SubjectDialog
      subject={asked}
      question={({ deed, member }) => {
        const facts = { email: member.email, account: account.name, role: layout(`roles.${member.role}`) }
        const leaves = deed === 'remove' || deed === 'leave'
        return {
          title: t(`${deed}.title`, facts),
          confirmLabel: t(`${deed}.submit`),
          tone: deed === 'enable' || deed === 'resetPassword' ? 'primary' : 'danger',
          text: (
            <>
              <p>{t(`${deed}.text`, facts)}</p>
              {leaves && member.procedures > 0 && <p>{t('procedures', counted(member.procedures))}</p>}
            </>
          ),
        }
      }}
      onConfirm={({ deed, member }) => deeds[deed](member.user_id)}
      onClose={onClose}
      isPending={isPending}
    />
  )
}

/** The confirmed actions, with messages about the action being confirmed. */
function useDeeds(asked: ConfirmedAsked | undefined, { onClose, onLink }: Omit<MemberDialogProps, 'asked'>) {
  const t = useTranslations('members')
  const said = {
    failed: (reason: string, error: Error) =>
      t('failed', { reason: isApiError(error) && error.code === 'last_owner' ? t('lastOwner') : reason }),
    onSettled: onClose,
  }
  const isSaid = asked !== undefined && asked.deed !== 'leave'
  const saying = { ...said, done: isSaid ? t(`done.${asked.deed}`) : undefined }
  const setDisabled = useAction('members.setDisabled', saying)
  const endSessions = useAction('members.endSessions', saying)
  const remove = useAction('members.remove', saying)
  // A user who has left is signed out of the account, so the page must be left.
  const leave = useAction('members.leave', { ...said, onSuccess: () => window.location.assign(routes.signIn) })
  const resetFactor = useAction('members.resetSecondFactor', saying)
  const startReset = useAction('members.startReset', {
    ...said,
    done: ({ link }) => (link === null ? saying.done : undefined),
    onSuccess: ({ link }) => link !== null && asked && onLink({ email: asked.member.email, link }),
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
  return { deeds, isPending }
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

type Confirmed = Exclude<MemberDeed, 'setRole'>
type ConfirmedAsked = { readonly deed: Confirmed; readonly member: Member }

/** An action and the member it concerns. */
export type Asked = ConfirmedAsked | { readonly deed: 'setRole'; readonly member: Member }

/** A link with which a member sets a new password. */
export type PasswordLink = { readonly email: string; readonly link: string }
