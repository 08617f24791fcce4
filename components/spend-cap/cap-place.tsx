'use client'

import { useTranslations } from 'use-intl'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { standingOf } from '@/lib/domain/standing'

import { CapEditor } from './cap-editor'
import type { Meter } from './use-meter'

type Useless = 'inactive' | 'hard' | 'unlimited'

/** The editor, or why there is nothing to set: no overage is sold, or the service takes no change. */
export function CapPlace({ meter }: { readonly meter: Meter }) {
  const { terms, stop } = standingOf(meter, useAccountFacts())
  if (stop === 'inactive') return <NothingToSet why="inactive" />
  return terms === 'hard' || terms === 'unlimited' ? <NothingToSet why={terms} /> : <CapEditor meter={meter} />
}

function NothingToSet({ why }: { readonly why: Useless }) {
  const t = useTranslations('spend-cap')
  return (
    <Card labelledBy="editor-title">
      <CardHeader title={t('editor.title')} titleId="editor-title" />
      <CardBody>
        <p>{t(`nothingToSet.${why}`)}</p>
      </CardBody>
    </Card>
  )
}
