'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useViewer } from '@/components/layout/viewer'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Select } from '@/components/ui/inputs/select'
import { TagField } from '@/components/ui/inputs/tag-field'
import { isLocale, locales } from '@/lib/domain/format/locales'
import type { RuleChannel } from '@/lib/features/rules/contract/rules'

import { isMailbox, hasNoRecipients, type NotificationForm } from './rule-draft'

const MAX_TARGETS = 50

interface FormProps {
  readonly form: NotificationForm
}

const toggled = (values: readonly string[], value: string, isOn: boolean): string[] =>
  isOn ? [...values, value] : values.filter((each) => each !== value)

export function TargetFields({ form }: FormProps) {
  const { kind, draft, answer, change } = form
  const t = useTranslations('rules-form')
  const roles = useTranslations('layout.roles')
  const { email } = useViewer()
  const me = answer.colleagues.find((each) => each.email === email)?.user_id
  const mayShare = form.rights?.team === true
  const ownOption = { value: 'own' as const, label: t('onlyMe'), description: t('onlyMeText', { kind }) }
  const team = { value: 'team' as const, label: t('teamRule'), description: t('teamText', { kind }) }
  // A team rule may notify only the team's channels, and a personal rule no member except its owner.
  const choose = (value: 'own' | 'team') =>
    change({
      is_team: value === 'team',
      channels: draft.channels.filter((id) => answer.channels.some((each) => each.id === id && each.is_team)),
      ...(value === 'own' && { members: me === undefined ? [] : draft.members.filter((id) => id === me) }),
    })
  return (
    <>
      <RadioGroup
        label={t('whomLabel')}
        isLabelHidden
        options={mayShare || draft.is_team ? [ownOption, team] : [ownOption]}
        value={draft.is_team ? 'team' : 'own'}
        onChange={choose}
      />
      {!mayShare && (
        <p className="text-sm text-muted">
          {t('teamDenied', { kind, owner: roles('owner'), compliance: roles('compliance') })}
        </p>
      )}
      {draft.is_team ? (
        <TeamTargets form={form} />
      ) : (
        me !== undefined && (
          <Checkbox
            checked={draft.members.includes(me)}
            onChange={(event) => change({ members: toggled(draft.members, me, event.target.checked) })}
          >
            <span className="min-w-0 wrap-anywhere">{t('toMe', { email })}</span>
          </Checkbox>
        )
      )}
      <ChannelTargets form={form} />
      {hasNoRecipients(draft) && <Banner tone="warn">{t('nobody', { kind })}</Banner>}
    </>
  )
}

function TeamTargets({ form: { kind, draft, answer, change, faults, rights } }: FormProps) {
  const t = useTranslations('rules-form')
  const colleagues = answer.colleagues.filter(({ kinds }) => kinds.includes(kind))
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium">{t('members')}</legend>
        <ul className="max-h-44 overflow-y-auto rounded-lg border px-3 py-1.5">
          {colleagues.map(({ user_id: id, name, email }) => (
            <li key={id}>
              <Checkbox
                checked={draft.members.includes(id)}
                onChange={(event) => change({ members: toggled(draft.members, id, event.target.checked) })}
              >
                <span className="min-w-0 break-words">
                  {name === null ? email : `${name} `}
                  {name !== null && <span className="text-sm text-muted">{email}</span>}
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </fieldset>
      {(rights?.addresses === true || draft.addresses.length > 0) && (
        <TagField
          label={t('addresses')}
          hint={t('addressesHint', { kind })}
          isOptional
          error={faults.addresses && t('faults.address')}
          values={draft.addresses}
          onChange={(addresses) => change({ addresses: [...addresses] })}
          normalize={(text) => text.trim()}
          max={MAX_TARGETS}
          describe={(value) => (isMailbox(value) ? {} : { tone: 'danger', title: t('faults.address') })}
        />
      )}
    </>
  )
}

function ChannelTargets({ form }: FormProps) {
  const { draft, answer, change } = form
  const t = useTranslations('rules-form')
  const languages = useTranslations('layout.languages')
  const channels = answer.channels.filter(({ is_team: isTeam }) => isTeam || !draft.is_team)
  const deletedChannels = draft.channels.filter((id) => !channels.some((each) => each.id === id))
  const needsLanguage = draft.channels.length > 0 || (draft.is_team && draft.addresses.length > 0)
  return (
    <>
      {channels.length + deletedChannels.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium">{t('channels')}</legend>
          <ul className="rounded-lg border px-3 py-1.5">
            {channels.map((channel) => (
              <ChannelTarget key={channel.id} channel={channel} form={form} />
            ))}
            {deletedChannels.map((id) => (
              <ChannelTarget key={id} channel={{ id }} form={form} />
            ))}
          </ul>
        </fieldset>
      )}
      {needsLanguage && (
        <Select
          label={t('language')}
          options={locales.map((value) => ({ value, label: languages(value) }))}
          value={draft.language}
          onChange={({ target: { value } }) => isLocale(value) && change({ language: value })}
        />
      )}
    </>
  )
}

interface ChannelTargetProps extends FormProps {
  /** A deleted channel has only its id. */
  readonly channel: Pick<RuleChannel, 'id'> & Partial<RuleChannel>
}

function ChannelTarget({ channel, form: { draft, change } }: ChannelTargetProps) {
  const t = useTranslations('rules-form')
  const { id, name, is_team: isTeam, is_active: isActive } = channel
  const facts = [isTeam === true && !draft.is_team && t('channelOfTeam'), isActive === false && t('channelOff')].filter(
    (part) => part !== false,
  )
  return (
    <li>
      <Checkbox
        checked={draft.channels.includes(id)}
        onChange={(event) => change({ channels: toggled(draft.channels, id, event.target.checked) })}
      >
        <span className="min-w-0 wrap-anywhere">
          {name ?? t('channelGone')}
          {facts.length > 0 && <span className="text-sm text-muted"> {facts.join(' · ')}</span>}
        </span>
      </Checkbox>
    </li>
  )
}
