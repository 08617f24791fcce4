'use client'

import { useTranslations } from 'use-intl'

import { Card, CardBody, CardHeader } from '@/components/ui/card'

import { StepList } from './step-list'

/** How to replace a key of the account without a refused call in between. */
export function ReplaceCard() {
  const t = useTranslations('keys.replace')
  return (
    <Card labelledBy="replace-title">
      <CardHeader title={t('title')} titleId="replace-title" />
      <CardBody>
        <StepList steps={[t('step1'), t('step2'), t('step3')]} />
      </CardBody>
    </Card>
  )
}
