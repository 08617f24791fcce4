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
  readonly request: MemberActionRequest | undefined
  readonly onClose: () => void
  /** Called with a link that was not sent by e-mail and is shown only once. */
  readonly onLink: (passwordLink: PasswordLink) => void
}

export function MemberDialog({ request, ...props }: MemberDialogProps) {
  if (request?.action === 'setRole') return <RoleDialog member={request.member} onClose={props.onClose} />
  return <Confirmation request={request} {...props} />
}

interface ConfirmationProps extends MemberDialogProps {
  readonly request: ConfirmedActionRequest | undefined
}

function Confirmation({ request, onClose, onLink }: ConfirmationProps) {
  const t = useTranslations('members.confirm')
  const layout = useTranslations('layout')
  const countValues = useCountValues()
  const { account } = useViewer()
  const { actions, isPending } = useMemberActions(request, { onClose, onLink })
  return (
    <SubjectDialog
      subject={request}
      question={({ action, member }) => {
        const facts = { email: member.email, account: account.name, role: layout(`roles.${member.role}`) }
        const leaves = action === 'remove' || action === 'leave'
        return {
          title: t(`${action}.title`, facts),
          confirmLabel: t(`${action}.submit`),
          tone: action === 'enable' || action === 'resetPassword' ? 'primary' : 'danger',
          text: (
            <>
              <p>{t(`${action}.text`, facts)}</p>
              {leaves && member.procedures > 0 && <p>{t('procedures', countValues(member.procedures))}</p>}
            </>
          ),
        }
      }}
      onConfirm={({ action, member }) => actions[action](member.user_id)}
      onClose={onClose}
      isPending={isPending}
    />
  )
}

/** The confirmed actions, with messages about the action being confirmed. */
function useMemberActions(
  request: ConfirmedActionRequest | undefined,
  { onClose, onLink }: Omit<MemberDialogProps, 'request'>,
) {
  const t = useTranslations('members')
  const actionOptions = {
    failed: (reason: string, error: Error) =>
      t('failed', { reason: isApiError(error) && error.code === 'last_owner' ? t('lastOwner') : reason }),
    onSettled: onClose,
  }
  const hasDoneText = request !== undefined && request.action !== 'leave'
  const optionsWithDoneText = { ...actionOptions, done: hasDoneText ? t(`done.${request.action}`) : undefined }
  const setDisabled = useAction('members.setDisabled', optionsWithDoneText)
  const endSessions = useAction('members.endSessions', optionsWithDoneText)
  const remove = useAction('members.remove', optionsWithDoneText)
  // A user who has left is signed out of the account, so the page must be left.
  const leave = useAction('members.leave', { ...actionOptions, onSuccess: () => window.location.assign(routes.signIn) })
  const resetFactor = useAction('members.resetSecondFactor', optionsWithDoneText)
  const startReset = useAction('members.startReset', {
    ...actionOptions,
    done: ({ link }) => (link === null ? optionsWithDoneText.done : undefined),
    onSuccess: ({ link }) => link !== null && request && onLink({ email: request.member.email, link }),
  })
  const actions: Record<ConfirmedAction, (id: string) => void> = {
    disable: (id) => setDisabled.mutate({ params: { id }, body: { disabled: true } }),
    enable: (id) => setDisabled.mutate({ params: { id }, body: { disabled: false } }),
    endSessions: (id) => endSessions.mutate({ params: { id } }),
    remove: (id) => remove.mutate({ params: { id } }),
    leave: () => leave.mutate({}),
    resetPassword: (id) => startReset.mutate({ params: { id } }),
    resetSecondFactor: (id) => resetFactor.mutate({ params: { id } }),
  }
  const isPending = [setDisabled, endSessions, remove, leave, resetFactor, startReset].some((each) => each.isPending)
  return { actions, isPending }
}

export type MemberAction =
  | 'setRole'
  | 'disable'
  | 'enable'
  | 'endSessions'
  | 'resetPassword'
  | 'resetSecondFactor'
  | 'remove'
  | 'leave'

type ConfirmedAction = Exclude<MemberAction, 'setRole'>
type ConfirmedActionRequest = { readonly action: ConfirmedAction; readonly member: Member }

export type MemberActionRequest = ConfirmedActionRequest | { readonly action: 'setRole'; readonly member: Member }

export type PasswordLink = { readonly email: string; readonly link: string }
