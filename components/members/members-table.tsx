'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import type { MenuEntry, MenuGroup } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { formatInteger } from '@/lib/domain/format/format'
import type { Member } from '@/lib/features/members/contract'

import { memberColumns } from './columns'
import type { MemberAction } from './member-dialog'

interface MembersTableProps {
  readonly members: readonly Member[]
  readonly onSelectAction: (action: MemberAction, member: Member) => void
}

export function MembersTable({ members, onSelectAction }: MembersTableProps) {
  const t = useTranslations('members')
  const layout = useTranslations('layout')
  const owners = members.filter(({ role, disabled_by }) => role === 'owner' && disabled_by === null)
  const isLastOwner = ({ user_id: id }: Member) => owners.length === 1 && owners[0]?.user_id === id
  return (
    <ResourceTable
      label={t('listTitle')}
      columns={memberColumns}
      nameOf={(id) => t(`columns.${id}`)}
      rows={members}
      keyOf={({ user_id: id }) => id}
      cells={(member) => ({
        person: <Person member={member} />,
        role: layout(`roles.${member.role}`),
        seen: (
          <>
            {member.last_seen_at === null ? t('neverSeen') : <Time instant={member.last_seen_at} format="relative" />}
            <Sessions count={member.live_sessions} />
          </>
        ),
        signIn: <Methods member={member} />,
        actions: <MemberMenu member={member} isLastOwner={isLastOwner(member)} onSelectAction={onSelectAction} />,
      })}
    />
  )
}

function Person({ member: { name, email, is_self: isSelf, disabled_by: disabledBy } }: { readonly member: Member }) {
  const t = useTranslations('members')
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium break-all">{name ?? email}</span>
        {isSelf && <Badge tone="accent">{t('you')}</Badge>}
        {disabledBy !== null && <Badge tone="warn">{t(`disabled.${disabledBy}`)}</Badge>}
      </span>
      {name !== null && <span className="block text-sm font-normal break-all text-muted">{email}</span>}
    </>
  )
}

function Sessions({ count }: { readonly count: number }) {
  const t = useTranslations('members')
  const locale = useLocale()
  if (count === 0) return null
  return (
    <span className="text-sm stacked:before:content-['_·_'] unstacked:block">
      {t('sessions', { countNumber: count, count: formatInteger(count, locale) })}
    </span>
  )
}

function Methods({ member: { sign_in: methods } }: { readonly member: Member }) {
  const t = useTranslations('members.methods')
  const locale = useLocale()
  const { passkeys } = methods
  const words = [
    methods.password && t('password'),
    methods.authenticator && t('authenticator'),
    passkeys > 0 && t('passkeys', { countNumber: passkeys, count: formatInteger(passkeys, locale) }),
    methods.sso && t('sso'),
  ].filter((word) => word !== false)
  return words.length === 0 ? t('none') : words.join(', ')
}

interface MemberMenuProps {
  readonly member: Member
  readonly isLastOwner: boolean
  readonly onSelectAction: MembersTableProps['onSelectAction']
}

function MemberMenu({ member, isLastOwner, onSelectAction }: MemberMenuProps) {
  const t = useTranslations('members')
  const groups = useMenuGroups({ member, isLastOwner, onSelectAction })
  if (groups.every(({ entries }) => entries.length === 0)) return null
  return <RowMenu label={t('actions.menu', { email: member.email })} groups={groups} />
}

/** An owner may act on every member; other members may only leave. */
function useMenuGroups({ member, isLastOwner, onSelectAction }: MemberMenuProps): readonly MenuGroup[] {
  const t = useTranslations('members')
  const { role } = useViewer()
  const lastOwner = isLastOwner ? t('lastOwner') : undefined
  const entry = (action: MemberAction, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id: action,
    label: t(`actions.${action}`),
    onAction: () => onSelectAction(action, member),
    ...more,
  })
  const danger = { tone: 'danger', disabledReason: lastOwner } as const
  const leaveEntries = member.is_self ? [entry('leave', danger)] : []
  if (role !== 'owner') return [{ id: 'leaving', entries: leaveEntries }]
  const isDisabled = member.disabled_by !== null
  const actionEntries = [
    entry('setRole', { disabledReason: lastOwner }),
    ...(member.is_self
      ? []
      : [
          entry('endSessions', disabledWithoutSessions(member, t('noSessions'))),
          entry('resetPassword', disabledForOwner(member, t('ownersPassword'))),
        ]),
    ...(hasSecondFactor(member) && !member.is_self ? [entry('resetSecondFactor')] : []),
  ]
  const endEntries = member.is_self
    ? leaveEntries
    : [
        isDisabled
          ? entry('enable', member.disabled_by === 'operator' ? { disabledReason: t('disabled.operator') } : {})
          : entry('disable', { disabledReason: lastOwner }),
        entry('remove', danger),
      ]
  return [
    { id: 'acting', entries: actionEntries },
    { id: 'ending', entries: endEntries },
  ]
}

const disabledWithoutSessions = ({ live_sessions: count }: Member, reason: string) =>
  count === 0 ? { disabledReason: reason } : {}
const disabledForOwner = ({ role }: Member, reason: string) => (role === 'owner' ? { disabledReason: reason } : {})
const hasSecondFactor = ({ sign_in: { authenticator, passkeys } }: Member) => authenticator || passkeys > 0
