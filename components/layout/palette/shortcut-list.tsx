'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { DataList, DataRow } from '@/components/ui/data-list'
import { Kbd } from '@/components/ui/kbd'

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-4 last:mb-0">
      <h3 className="mb-1 font-medium">{title}</h3>
      <DataList>{children}</DataList>
    </section>
  )
}

/** All keys of the panel, for the dialog of the key `?` and for the page of the help. */
export function ShortcutList() {
  const t = useTranslations('layout.shortcuts')
  return (
    <>
      <Section title={t('everywhere')}>
        <DataRow label={t('palette')}>
          <Kbd>⌘ K</Kbd> / <Kbd>Ctrl K</Kbd>
        </DataRow>
        <DataRow label={t('help')}>
          <Kbd>?</Kbd>
        </DataRow>
        <DataRow label={t('escape')}>
          <Kbd>Esc</Kbd>
        </DataRow>
      </Section>
      <Section title={t('lists')}>
        <DataRow label={t('search')}>
          <Kbd>/</Kbd>
        </DataRow>
        <DataRow label={t('move')}>
          <Kbd>j</Kbd> / <Kbd>k</Kbd>
        </DataRow>
        <DataRow label={t('open')}>
          <Kbd>Enter</Kbd>
        </DataRow>
        <DataRow label={t('edit')}>
          <Kbd>e</Kbd>
        </DataRow>
        <DataRow label={t('read')}>
          <Kbd>u</Kbd>
        </DataRow>
        <DataRow label={t('select')}>
          <Kbd>x</Kbd>
        </DataRow>
        <DataRow label={t('range')}>
          <Kbd>{t('rangeKeys')}</Kbd>
        </DataRow>
      </Section>
      <Section title={t('events')}>
        <DataRow label={t('review')}>
          <Kbd>e</Kbd>
        </DataRow>
        <DataRow label={t('assign')}>
          <Kbd>a</Kbd>
        </DataRow>
        <DataRow label={t('note')}>
          <Kbd>n</Kbd>
        </DataRow>
        <DataRow label={t('open')}>
          <Kbd>o</Kbd>
        </DataRow>
      </Section>
      <Section title={t('found')}>
        <DataRow label={t('dismiss')}>
          <Kbd>e</Kbd>
        </DataRow>
        <DataRow label={t('star')}>
          <Kbd>s</Kbd>
        </DataRow>
        <DataRow label={t('assign')}>
          <Kbd>a</Kbd>
        </DataRow>
      </Section>
    </>
  )
}
