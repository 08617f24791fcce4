'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod'

import { TextInputField } from '@/components/forms/field'
import { Form, SubmitButton } from '@/components/forms/form'
import { SelectField } from '@/components/forms/select-field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/failed-query'
import { useAction } from '@/components/layout/use-action'
import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Dialog } from '@/components/ui/overlay/dialog'
import {
  type Channel,
  channelKinds,
  type ChannelKind,
  MAX_CHANNEL_NAME_LENGTH,
  teamChannelRoles,
} from '@/lib/features/channels/contract'
import { addressFaults } from '@/lib/features/deliveries/domain/delivery-errors'

import { ChannelSecret } from './rotate-channel-dialog'

interface ChannelFormDialogProps {
  /** Undefined for a new channel. */
  readonly channel?: Channel
  readonly onClose: () => void
}

/** Creates a channel, whose secret is then shown once, or changes one. */
export function ChannelFormDialog({ channel, onClose }: ChannelFormDialogProps) {
  const t = useTranslations('channels')
  const [created, setCreated] = useState<{ readonly name: string; readonly secret: string } | null>(null)
  const formTitle = channel ? t('form.edit', { name: channel.name }) : t('form.create')
  const title = created ? t('secret.title', { name: created.name }) : formTitle
  return (
    <Dialog title={title} size="md" onClose={onClose} isDismissable={!created}>
      {created ? (
        <ChannelSecret secret={created.secret} onDone={onClose} />
      ) : (
        <ChannelForm channel={channel} onClose={onClose} onCreated={(name, secret) => setCreated({ name, secret })} />
      )}
    </Dialog>
  )
}

const schemaFor = (isNew: boolean) =>
  z.object({
    kind: z.enum(channelKinds),
    name: z.string().trim().min(1).max(MAX_CHANNEL_NAME_LENGTH),
    url: isNew ? z.string().trim().min(1) : z.string().trim(),
  })
type Values = z.infer<ReturnType<typeof schemaFor>>

interface ChannelFormProps {
  readonly channel: Channel | undefined
  readonly onClose: () => void
  readonly onCreated: (name: string, secret: string) => void
}

function ChannelForm({ channel, onClose, onCreated }: ChannelFormProps) {
  const t = useTranslations('channels.form')
  const faults = useTranslations('channels.faults')
  const common = useTranslations('common')
  const mayOwnForTeam = useMayOwnForTeam()
  const [isTeam, setIsTeam] = useState(mayOwnForTeam)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const save = useSave({ channel, isTeam, onClose, onCreated })
  const form = useZodForm({
    schema: schemaFor(channel === undefined),
    defaultValues: { kind: channel?.kind ?? 'webhook', name: channel?.name ?? '', url: '' },
    words: { name: { required: t('nameMissing') }, url: { required: t('urlMissing') } },
  })
  const kind = form.watch('kind')
  return (
    <Form
      form={form}
      onSubmit={save}
      onRefused={setRefusal}
      refusals={Object.fromEntries(addressFaults.map((fault) => [fault, faults(fault)]))}
      failure={
        <Banner tone="danger">
          <p>{t('failed')}</p>
          <FailureReason error={refusal} />
        </Banner>
      }
      actions={
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <SubmitButton form={form}>{t(channel ? 'save' : 'submit')}</SubmitButton>
        </div>
      }
    >
      {!channel && <KindField />}
      <TextInputField name="name" autoFocus label={t('name')} autoComplete="off" />
      <UrlField kind={kind} channel={channel} />
      {!channel && <OwnershipField isTeam={isTeam} onChange={setIsTeam} mayOwnForTeam={mayOwnForTeam} />}
    </Form>
  )
}

function useMayOwnForTeam(): boolean {
  const { role } = useViewer()
  return teamChannelRoles.some((each) => each === role)
}

function KindField() {
  const t = useTranslations('channels')
  const options = channelKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))
  return <SelectField name="kind" label={t('form.kind')} options={options} />
}

function UrlField({ kind, channel }: { readonly kind: ChannelKind; readonly channel: Channel | undefined }) {
  const t = useTranslations('channels.form')
  const hint = channel ? t('urlKept', { url: channel.url_shown }) : t(`urlHint.${kind}`)
  return (
    <TextInputField name="url" label={t('url')} hint={hint} isOptional={channel !== undefined} autoComplete="off" />
  )
}

interface OwnershipFieldProps {
  readonly isTeam: boolean
  readonly mayOwnForTeam: boolean
  readonly onChange: (isTeam: boolean) => void
}

/** Users who may not change team channels create only personal ones. */
function OwnershipField({ isTeam, mayOwnForTeam, onChange }: OwnershipFieldProps) {
  const t = useTranslations('channels.form')
  if (!mayOwnForTeam) return <p className="text-sm text-muted">{t('ownText')}</p>
  return (
    <RadioGroup
      label={t('who')}
      value={isTeam ? 'team' : 'own'}
      onChange={(value) => onChange(value === 'team')}
      options={[
        { value: 'team', label: t('team'), description: t('teamText') },
        { value: 'own', label: t('own'), description: t('ownText') },
      ]}
    />
  )
}

function useSave({ channel, isTeam, onClose, onCreated }: ChannelFormProps & { readonly isTeam: boolean }) {
  const t = useTranslations('channels.form')
  const update = useAction('channels.update', { done: ({ name }) => t('saved', { name }), onSuccess: onClose })
  const create = useAction('channels.create', {
    done: (_, { body: { name } }) => t('created', { name }),
    onSuccess: ({ secret }, { body: { name } }) => (secret === null ? onClose() : onCreated(name, secret)),
  })
  return ({ kind, name, url }: Values): Promise<unknown> => {
    if (!channel) return create.mutateAsync({ body: { kind, name, url, is_team: isTeam } })
    const body = { name, state: channel.state, ...(url !== '' && { url }) }
    return update.mutateAsync({ params: { id: channel.id }, body })
  }
}
