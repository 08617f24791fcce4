'use client'

import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'

import { DayInputField } from '@/components/forms/day-input-field'
import { TextInputField, Field } from '@/components/forms/field'
import { Form, SubmitButton } from '@/components/forms/form'
import { SelectField } from '@/components/forms/select-field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { MAX_KEY_ADDRESSES } from '@/lib/contract/keys'
import { addDays, warsawDay } from '@/lib/domain/calendar'
import { keyScopes } from '@/lib/domain/key-scopes'

import { KeyFailure } from './key-failure'
import { keyFormOf, toKeyBody, expiryChoices, type KeyFormInput } from './key-form'
import { SecretDialog, type SecretSteps, toCreatedKey } from './secret-dialog'

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('keys.dialog')
  return (
    <SecretDialog title={t('title')} onClose={onClose}>
      {(steps) => <CreateKeyForm {...steps} />}
    </SecretDialog>
  )
}

function CreateKeyForm({ onCreated, onSending, onCancel }: SecretSteps) {
  const t = useTranslations('keys.dialog')
  const common = useTranslations('common')
  const create = useAction('keys.create', {
    onSuccess: ({ key, secret }, { body: { name } }) => onCreated(toCreatedKey(key?.name ?? name, secret)),
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
  })
  const [refusal, setRefusal] = useState<Error | null>(null)
  const form = useKeyForm()
  const { isSubmitting } = form.formState
  return (
    <Form
      form={form}
      onSubmit={(values) => create.mutateAsync({ body: toKeyBody(values, new Date()) })}
      onRefused={setRefusal}
      failure={refusal !== null && <KeyFailure title={t('failed')} error={refusal} />}
      actions={
        <div className="flex justify-end gap-2">
          <Button onClick={isSubmitting ? undefined : onCancel} aria-disabled={isSubmitting}>
            {common('cancel')}
          </Button>
          <SubmitButton form={form}>{t('submit')}</SubmitButton>
        </div>
      }
    >
      <TextInputField name="name" autoFocus label={t('name')} hint={t('nameHint')} autoComplete="off" />
      <KeyFields />
    </Form>
  )
}

function useKeyForm() {
  const t = useTranslations('keys.dialog')
  const today = warsawDay(new Date(useClock()))
  return useZodForm({
    schema: keyFormOf(today),
    defaultValues: { name: '', expiry: '90', expiry_day: addDays(today, 90), scope: [], addresses: '' },
    words: {
      name: { required: t('nameMissing') },
      expiry_day: { rule: t('expiryDayPast') },
      addresses: { rule: t('addressesWrong', { max: MAX_KEY_ADDRESSES }) },
    },
  })
}

function KeyFields() {
  const t = useTranslations('keys.dialog')
  return (
    <>
      <ExpiryFields />
      <ScopeFields />
      <Field<KeyFormInput> name="addresses" label={t('addresses')} hint={t('addressesHint')} isOptional>
        {({ value, ...binding }) => (
          <textarea
            {...binding}
            value={String(value)}
            rows={2}
            spellCheck={false}
            autoComplete="off"
            className="control py-1.5 font-mono text-sm"
          />
        )}
      </Field>
    </>
  )
}

function ExpiryFields() {
  const t = useTranslations('keys.dialog')
  const { control } = useFormContext<KeyFormInput>()
  const expiry = useWatch({ control, name: 'expiry' })
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <SelectField<KeyFormInput>
        name="expiry"
        label={t('expiry')}
        options={expiryChoices.map((value) => ({ value, label: t(`expiries.${value}`) }))}
      />
      {expiry === 'day' && <DayInputField<KeyFormInput> name="expiry_day" label={t('expiryDay')} />}
    </div>
  )
}

function ScopeFields() {
  const t = useTranslations('keys.dialog')
  const { field } = useController<KeyFormInput, 'scope'>({ name: 'scope' })
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 font-medium">{t('scope')}</legend>
      {keyScopes.map((scope) => (
        <div key={scope}>
          <Checkbox
            checked={field.value.includes(scope)}
            onChange={({ target }) =>
              field.onChange(keyScopes.filter((each) => (each === scope ? target.checked : field.value.includes(each))))
            }
          >
            {t(`scopes.${scope}`)}
          </Checkbox>
          <p className="pl-6 text-sm text-muted">{t(`scopeHints.${scope}`)}</p>
        </div>
      ))}
    </fieldset>
  )
}
