'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { TextField } from '@/components/ui/inputs/text-field'
import { type Locale, locales, type Theme, themes } from '@/lib/domain/format/locales'
import type { PanelOutput } from '@/lib/features/contract'
import type { MAX_PERSON_NAME_LENGTH } from '@/lib/features/profile/contract'

/** The contract's limit; importing its module would load the schemas. */
const MAX_NAME = 80 satisfies typeof MAX_PERSON_NAME_LENGTH

/** Server actions. Each one writes its cookie, and the page re-renders. */
export interface PreferenceActions {
  readonly setLocale: (locale: Locale) => void | Promise<void>
  readonly setTheme: (theme: Theme) => void | Promise<void>
}

interface PersonCardProps {
  readonly person: PanelOutput<'profile.read'>
  readonly locale: Locale
  readonly theme: Theme
  readonly actions: PreferenceActions
}

export function PersonCard({ person, locale, theme, actions }: PersonCardProps) {
  const t = useTranslations('profile.person')
  const layout = useTranslations('layout')
  const save = useSaveProfile()
  const [name, setName] = useState(person.name ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate({ body: { name: name.trim() } })
  }
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-4">
        <form onSubmit={submit} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={t('name')}
              hint={t('nameHint')}
              autoComplete="name"
              maxLength={MAX_NAME}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          {name.trim() !== (person.name ?? '') && (
            <Button type="submit" variant="primary" isPending={save.isPending} className="mt-7">
              {t('save')}
            </Button>
          )}
        </form>
        <Choice label={t('language')}>
          <SegmentedControl
            label={t('language')}
            segments={locales.map((value) => ({ value, label: layout(`languages.${value}`) }))}
            value={locale}
            onChange={(value) => void actions.setLocale(value)}
          />
        </Choice>
        <Choice label={t('theme')}>
          <SegmentedControl
            label={t('theme')}
            segments={themes.map((value) => ({ value, label: layout(`themes.${value}`) }))}
            value={theme}
            onChange={(value) => void actions.setTheme(value)}
          />
        </Choice>
      </CardBody>
    </Card>
  )
}

/** A visible label only, because the control has an accessible name. */
function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <p aria-hidden className="mb-1.5 font-medium">
        {label}
      </p>
      {children}
    </div>
  )
}

/** The frame (with the name) is rendered on the server, so it is refreshed. */
function useSaveProfile() {
  const t = useTranslations('profile.person')
  const router = useRouter()
  return useAction('profile.update', {
    done: t('saved'),
    failed: (reason) => t('failed', { reason }),
    onDone: () => router.refresh(),
  })
}
