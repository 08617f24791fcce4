'use client'

import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'

import { Field, TextInputField } from '@/components/forms/field'
import { SelectField } from '@/components/forms/select-field'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { keyScopes } from '@/lib/domain/key-scopes'

import { expiryChoices, type KeyFormInput } from './key-form'

/** Until when the key works, what it is kept from, and where it may be used. */
export function KeyFields() {
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
      {expiry === 'day' && <TextInputField<KeyFormInput> name="expiry_day" type="date" label={t('expiryDay')} />}
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
