'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { FailedState } from '@/components/ui/failed-state'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { TagField } from '@/components/ui/inputs/tag-field'
import { isApiError } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'
import { type Role, roles } from '@/lib/domain/roles'
import type { InvitationResult, MAX_INVITATIONS } from '@/lib/features/members/contract'

import { looksLikeEmail, splitEmails } from './split-emails'

/** The contract's limit; importing its module would load the schemas. The type checks that both are equal. */
const MAX_PEOPLE = 50 satisfies typeof MAX_INVITATIONS

interface InviteDialogProps {
  /** True if links are sent by e-mail; otherwise they are shown once. */
  readonly sendsMail: boolean
  readonly onClose: () => void
  readonly onInvited: (items: readonly InvitationResult[]) => void
}

/** Invites several people with one role. Refused addresses stay in the field. */
export function InviteDialog({ sendsMail, onClose, onInvited }: InviteDialogProps) {
  const t = useTranslations('members.dialog')
  const locale = useLocale()
  const form = useInvitation(onInvited)
  const { emails, invite } = form
  return (
    <FormDialog
      title={t('title')}
      submitLabel={t('submit', { countNumber: emails.length, count: formatInteger(emails.length, locale) })}
      isPending={invite.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <InvitedFields form={form} />
      <p className="text-sm text-muted">{t(sendsMail ? 'mailed' : 'copied')}</p>
      <InviteFailure error={invite.error} />
    </FormDialog>
  )
}

function useInvitation(onInvited: (items: readonly InvitationResult[]) => void) {
  const [emails, setEmails] = useState<readonly string[]>([])
  const [role, setRole] = useState<Role>('viewer')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const invite = useAction('members.invite', { onDone: ({ items }) => onInvited(items) })
  const fault = faultOf(emails)
  const submit = () => {
    setWasSubmitted(true)
    if (!fault) invite.mutate({ body: { people: emails.map((email) => ({ email, role })) } })
  }
  return { emails, setEmails, role, setRole, submit, invite, fault: wasSubmitted ? fault : undefined }
}

function faultOf(emails: readonly string[]): 'none' | 'tooMany' | 'wrong' | undefined {
  if (emails.length === 0) return 'none'
  if (emails.length > MAX_PEOPLE) return 'tooMany'
  return emails.every(looksLikeEmail) ? undefined : 'wrong'
}

function InvitedFields({ form }: { readonly form: ReturnType<typeof useInvitation> }) {
  const t = useTranslations('members.dialog')
  const hints = useTranslations('members.roleDialog.hints')
  const layout = useTranslations('layout.roles')
  return (
    <>
      <TagField
        autoFocus
        label={t('emails')}
        hint={t('emailsHint', { max: MAX_PEOPLE })}
        error={form.fault && t(form.fault, { max: MAX_PEOPLE })}
        values={form.emails}
        onChange={(values) => form.setEmails([...new Set(values.flatMap(splitPasted))])}
        normalize={(text) => text.trim()}
        max={MAX_PEOPLE}
        describe={(value) => (looksLikeEmail(value) ? {} : { tone: 'danger', title: t('wrong') })}
      />
      <RadioGroup
        label={t('role')}
        options={roles.map((value) => ({ value, label: layout(value), description: hints(value) }))}
        value={form.role}
        onChange={form.setRole}
      />
    </>
  )
}

/** Text without any address stays as well, so that no typed text is lost unnoticed. */
function splitPasted(text: string): readonly string[] {
  const addresses = splitEmails(text)
  return addresses.length > 0 ? addresses : [text]
}

function InviteFailure({ error }: { readonly error: Error | null }) {
  const dialog = useTranslations('members.dialog')
  const failureText = useFailureText()
  if (error === null) return null
  return (
    <div className="rounded-lg border">
      <FailedState
        title={dialog('failed')}
        reason={failureText(error)}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    </div>
  )
}
